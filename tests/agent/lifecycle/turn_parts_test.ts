import { assertEquals } from "@std/assert";
import type { Turn } from "../../../lib/agent/turn.ts";
import {
  assistantText,
  assistantToolUse,
  init,
  result,
  taskNotification,
  taskStarted,
  toolResult,
} from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { endTurn, handshake, takePrompt } from "./_far_end.ts";
import { session, turnsOf } from "./_session.ts";

/** The turns of prompts that are answered by these frames and these results. */
async function play(...turns: { frames?: object[]; end?: Parameters<typeof endTurn>[1] }[]): Promise<Turn[]> {
  const { cli, watch } = session(turns.map((_, index) => `prompt ${index}`));
  await handshake(cli);
  for (const { frames = [], end } of turns) {
    await takePrompt(cli);
    cli.push(init(), ...frames);
    endTurn(cli, end);
  }
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  return turnsOf(watch);
}

const USED = { inputTokens: 10, outputTokens: 5, costUSD: 0.25, contextWindow: 200_000 };

quietTest("Turn.models is what the older CLI's counts grew by in the turn, model by model", async () => {
  const turns = await play(
    { end: { modelUsage: { sonnet: USED } } },
    { end: { modelUsage: { sonnet: { ...USED, outputTokens: 9, costUSD: 0.55 }, haiku: USED } } },
    { end: { modelUsage: { sonnet: { ...USED, outputTokens: 9, costUSD: 0.55 }, haiku: USED } } },
  );
  assertEquals(turns.map((turn) => turn.models), [
    { sonnet: USED },
    { sonnet: { inputTokens: 0, outputTokens: 4, costUSD: 0.3, contextWindow: 200_000 }, haiku: USED },
    {},
  ] as Turn["models"][]);
});

quietTest("Turn.models is what the newer CLI tells, and nothing where neither tells", async () => {
  const told = { haiku: { ...USED, costUSD: 0.01 } };
  const turns = await play(
    { end: { modelUsage: { sonnet: USED, haiku: USED }, model_usage_since_last_result: told as never } },
    { end: { modelUsage: "many" as never } },
    { end: { modelUsage: { sonnet: null as never, haiku: { costUSD: "free" as never } } } },
  );
  assertEquals(turns.map((turn) => turn.models), [told, {}, {}] as Turn["models"][]);
});

quietTest("Turn.subagents has each one's work apart, and Turn.messages all of it", async () => {
  const call = assistantToolUse("Agent", { description: "Look", subagent_type: "Explore", prompt: "p" }, {
    toolUseId: "t-1",
  });
  const own = [
    assistantText("Looking", { messageId: "m-2", parentToolUseId: "t-1" }),
    assistantToolUse("Grep", { pattern: "x" }, { toolUseId: "t-2", parentToolUseId: "t-1" }),
    toolResult("t-2", "found", { parentToolUseId: "t-1" }),
    assistantText("It is there", { messageId: "m-3", parentToolUseId: "t-1" }),
  ];
  const other = assistantText("Me too", { messageId: "m-4", parentToolUseId: "t-7" });
  const [turn, next] = await play({
    frames: [
      call,
      taskStarted("task-1", {
        task_type: "local_agent",
        tool_use_id: "t-9",
        subagent_type: "Plan",
        description: "Think",
      }),
      taskStarted("task-2", { task_type: "local_bash", tool_use_id: "t-8" }),
      ...own,
      other,
      toolResult("t-1", "It is there"),
      taskNotification("task-1", { status: "stopped" }),
      assistantText("Done", { messageId: "m-5" }),
    ],
    end: { result: "Done" },
  }, { end: result() });
  assertEquals(turn?.text, "Done");
  assertEquals(
    turn?.subagents.map(({ toolUses, messages, ...rest }) => ({
      ...rest,
      tools: toolUses.map(({ id, result }) => [id, result]),
      count: messages.length,
    })),
    [
      { toolUseId: "t-9", subagentType: "Plan", description: "Think", text: "", tools: [], count: 0 },
      {
        ...{ toolUseId: "t-1", subagentType: "Explore", description: "Look", text: "It is there" },
        tools: [["t-2", "found"]],
        count: 4,
      },
      { toolUseId: "t-7", subagentType: undefined, description: undefined, text: "Me too", tools: [], count: 1 },
    ],
  );
  assertEquals(turn?.subagents[1]?.messages, own as never);
  assertEquals(
    turn?.messages.filter((message) => "parent_tool_use_id" in message && message.parent_tool_use_id === "t-1").length,
    4,
  );
  assertEquals(next?.subagents, []);
});

quietTest("Turn.errorKind tells what kind of error it was, and only where there was one", async () => {
  const failed = (error: string) => ({
    type: "assistant",
    message: { id: "m-1", role: "assistant", model: "<synthetic>", content: [{ type: "text", text: "API Error" }] },
    error,
    session_id: "s-1",
  });
  const turns = await play(
    { frames: [failed("rate_limit")], end: { is_error: true, result: "API Error" } },
    { end: { subtype: "error_during_execution", is_error: true } },
    { frames: [failed("unknown")], end: { is_error: false } },
  );
  assertEquals(turns.map(({ outcome, errorKind }) => [outcome, errorKind]), [
    ["error", "rate_limit"],
    ["error", "error_during_execution"],
    ["success", undefined],
  ]);
});
