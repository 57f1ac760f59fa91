import { assertEquals } from "@std/assert";
import type { ResultMessage } from "../../../lib/protocol/messages.ts";
import type { Turn } from "../../../lib/agent/turn.ts";
import {
  assistantText,
  assistantToolUse,
  init,
  result,
  sessionState,
  toolResult,
} from "../../../lib/testing/frames/mod.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { askToMake, begin, endRun, endTurn, handshake, prompt, request, takePrompt } from "./_far_end.ts";
import { kinds, session, turnsOf } from "./_session.ts";

/** The turns of one prompt for each list of frames. */
async function turnsWith(...lists: object[][]): Promise<Turn[]> {
  const { cli, watch } = session(lists.map((_, index) => `prompt ${index}`));
  await handshake(cli);
  for (const frames of lists) {
    await takePrompt(cli);
    cli.push(...frames, sessionState("idle"));
  }
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  return turnsOf(watch);
}

const OUTCOMES: [string, Partial<ResultMessage>, string, boolean][] = [
  ["a normal end", {}, "success", false],
  [
    "a failed model request (N)",
    { is_error: true, terminal_reason: "api_error", result: "API Error: 529" },
    "error",
    true,
  ],
  [
    "a failed model request (O)",
    { is_error: true, terminal_reason: "completed", result: "API Error: 529" },
    "error",
    true,
  ],
  [
    "an interrupt while streaming",
    { subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" },
    "interrupted",
    false,
  ],
  [
    "an interrupt while a tool runs",
    { subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" },
    "interrupted",
    false,
  ],
  [
    "an interrupt of older versions, told by its diagnostic alone",
    { subtype: "error_during_execution", is_error: true, errors: ["[ede_diagnostic] result_type=user"] },
    "interrupted",
    false,
  ],
  ["an interrupt in a Stop hook", { terminal_reason: "completed" }, "success", false],
  [
    "the limit of turns",
    { subtype: "error_max_turns", is_error: true, terminal_reason: "max_turns", errors: ["Reached maximum"] },
    "limit",
    true,
  ],
  ["the limit of the budget", { subtype: "error_max_budget_usd", is_error: true }, "limit", true],
  ["a hook that stops a call", { terminal_reason: "hook_stopped" }, "stopped", false],
  ["a Stop hook that stops", { terminal_reason: "stop_hook_prevented" }, "stopped", false],
  [
    "a prompt that a hook blocked",
    { num_turns: 0, result: "UserPromptSubmit operation blocked by hook:\nNo\n\nOriginal prompt: x" },
    "blocked",
    true,
  ],
  ["a prompt that a hook stopped", { num_turns: 0, result: "Operation stopped by hook: Enough" }, "blocked", true],
  ["a local command", { num_turns: 0, result: "Context: 12 tokens" }, "success", false],
  ["a deferred call", { terminal_reason: "tool_deferred", stop_reason: "tool_deferred" }, "stopped", false],
  ["a prompt with priority now", { terminal_reason: "aborted_tools" }, "interrupted", false],
  ["a prompt that is too long", { is_error: true, terminal_reason: "blocking_limit" }, "error", true],
  ["another failure", { subtype: "error_during_execution", is_error: true, errors: ["boom"] }, "error", true],
  ["a kind of end that is not known yet", { subtype: "error_of_2031" as never, is_error: false }, "error", true],
];

for (const [what, fields, outcome, failed] of OUTCOMES) {
  quietTest(`Turn.outcome: ${what} is ${outcome}`, async () => {
    const frame = result(fields);
    if (!("terminal_reason" in fields)) {
      if (what !== "a normal end") delete (frame as { terminal_reason?: string }).terminal_reason;
    }
    const [turn] = await turnsWith([init(), frame]);
    assertEquals([turn?.outcome, turn?.failed], [outcome, failed]);
  });
}

quietTest("Turn.outcome: a call that is denied with interrupt makes the turn denied", async () => {
  const { cli, watch } = session("hello", {
    pipeline: (events) => events.pipe(onPermission((asked) => asked.deny("No", { interrupt: true }))),
  });
  await begin(cli);
  await askToMake(cli, "deny r-1");
  endTurn(cli, { subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_tools" });
  await cli.ended;
  cli.exit(1);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => [turn.outcome, turn.failed]), [["denied", true]]);
});

quietTest("Turn.outcome: an interrupt of ours without any reason in the result is interrupted", async () => {
  const { cli, watch } = session("hello");
  await begin(cli);
  const { agentOf } = await import("../../../lib/agent/brand.ts");
  const receipt = agentOf(watch.events[0]!).interrupt();
  cli.answer(await request(cli, "interrupt"));
  const frame = result({ subtype: "error_during_execution", is_error: true, errors: [""] });
  delete (frame as { terminal_reason?: string }).terminal_reason;
  await receipt;
  cli.push(frame);
  cli.exit(1);
  await watch.complete();
  assertEquals(turnsOf(watch)[0]?.outcome, "interrupted");
});

quietTest("cost-01: the cost of a turn is the growth of the total; sums look like decimals", async () => {
  const turns = await turnsWith(
    [result({ total_cost_usd: 0.25 })],
    [result({ total_cost_usd: 0.28 })],
    [result({ total_cost_usd: 0.40 })],
  );
  assertEquals(turns.map((turn) => turn.costUsd), [0.25, 0.03, 0.12]);
});

quietTest("RunEnd.costUsd is the sum of the turns, also over a /clear that sets the total back", async () => {
  const { cli, watch } = session(["one", "/clear", "three"]);
  await handshake(cli);
  for (const total_cost_usd of [0.1, 0, 0.2]) {
    await takePrompt(cli);
    endTurn(cli, { total_cost_usd });
  }
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.costUsd), [0.1, 0, 0.2]);
  const last = watch.events.at(-1);
  assertEquals(last?.type === "run_end" && last.costUsd, 0.3);
});

quietTest("Turn.costUsd goes by what the newer CLI tells by model, whatever the total was before", async () => {
  const turns = await turnsWith(
    [result({
      total_cost_usd: 5.1,
      model_usage_since_last_result: { sonnet: { costUSD: 0.07 }, haiku: { costUSD: 0.03 } },
    })],
    [result({ total_cost_usd: 0.5, model_usage_since_last_result: {} })],
  );
  assertEquals(turns.map((turn) => turn.costUsd), [0.1, 0]);
});

quietTest("a result whose costs make no sense is a turn that cost nothing, and the run goes on", async () => {
  const turns = await turnsWith(
    [result({ total_cost_usd: "free" as never, model_usage_since_last_result: { sonnet: null } as never })],
    [result({ total_cost_usd: null as never, errors: "none" as never, permission_denials: null as never })],
    [result({ total_cost_usd: 0.5 })],
  );
  assertEquals(turns.map((turn) => turn.costUsd), [0, 0, 0.5]);
});

quietTest("Turn: text, tool uses, denials, usage, session and messages are those of the turn", async () => {
  const denial = { tool_name: "Write", tool_use_id: "t-2", tool_input: { file_path: "/a" } };
  const usage = { input_tokens: 7, output_tokens: 9 };
  const frames = [
    init({ session_id: "s-1" }),
    assistantText("Let me look", { sessionId: "s-1", messageId: "m-1" }),
    assistantToolUse("Read", { file_path: "/b" }, { toolUseId: "t-1", sessionId: "s-1", messageId: "m-1" }),
    toolResult("t-1", [{ type: "text", text: "content" }], { sessionId: "s-1" }),
    assistantToolUse("Write", { file_path: "/a" }, { toolUseId: "t-2", sessionId: "s-1", messageId: "m-2" }),
    toolResult("t-2", "No", { isError: true, sessionId: "s-1" }),
    assistantToolUse("Grep", { pattern: "x" }, { toolUseId: "t-3", parentToolUseId: "t-1", sessionId: "s-1" }),
    assistantText("Done", { sessionId: "s-1", messageId: "m-3" }),
    result({ result: "Done", permission_denials: [denial], usage, session_id: "s-1" }),
  ];
  const [turn] = await turnsWith(frames);
  assertEquals(turn?.text, "Done");
  assertEquals(turn?.toolUses.map(({ durationMs: _, ...use }) => use), [
    { id: "t-1", name: "Read", input: { file_path: "/b" }, result: "content", isError: false },
    { id: "t-2", name: "Write", input: { file_path: "/a" }, result: "No", isError: true },
    { id: "t-3", name: "Grep", input: { pattern: "x" }, result: undefined, isError: false, parentToolUseId: "t-1" },
  ]);
  assertEquals(turn?.toolUses.map(({ durationMs }) => typeof durationMs), ["number", "number", "undefined"]);
  assertEquals([turn?.denials, turn?.usage, turn?.sessionId, turn?.unsolicited], [[denial], usage, "s-1", false]);
  assertEquals(turn?.result, frames.at(-1) as ResultMessage);
  assertEquals(turn?.messages.slice(-frames.length), frames as Turn["messages"]);
});

quietTest("Turn.messages leaves the pieces out, which the observable gives and the whole message repeats", async () => {
  const piece = { type: "stream_event", event: { type: "content_block_delta" }, session_id: "s-1" };
  const { cli, watch } = session("go");
  await begin(cli);
  cli.push(init(), piece, piece, assistantText("Done"));
  endTurn(cli);
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  assertEquals(turnsOf(watch)[0]?.messages.map(({ type }) => type).slice(-3), ["system", "assistant", "result"]);
  assertEquals(turnsOf(watch)[0]?.messages.some(({ type }) => type === "stream_event"), false);
  assertEquals(kinds(watch).filter((kind) => kind === "stream_event").length, 2);
});

quietTest("Turn.text of a turn without a result text is what the main agent said last", async () => {
  const [turn] = await turnsWith([
    init(),
    assistantText("First", { messageId: "m-1" }),
    assistantToolUse("Bash", { command: "make" }, { messageId: "m-1" }),
    assistantText("I am ", { messageId: "m-2" }),
    assistantText("half way", { messageId: "m-2" }),
    assistantText("a subagent speaks", { messageId: "m-3", parentToolUseId: "t-9" }),
    result({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming", result: "" }),
  ]);
  assertEquals(turn?.text, "I am half way");
});

quietTest("Turn.sessionId follows a /clear", async () => {
  const turns = await turnsWith([result({ session_id: "s-1" })], [result({ session_id: "s-2" })]);
  assertEquals(turns.map((turn) => turn.sessionId), ["s-1", "s-2"]);
});

quietTest("replayed prompts are kept from the script unless it asks for them", async () => {
  for (const replayUserMessages of [false, true]) {
    const { cli, watch } = session("hello", { replayUserMessages });
    await begin(cli);
    cli.push({ type: "user", message: { role: "user", content: "<local-command-stdout>" }, isReplay: true, uuid: "x" });
    await endRun(cli);
    await watch.complete();
    const users = watch.events.flatMap((event) => event.type === "user" ? [event.message.content] : []);
    assertEquals(users, replayUserMessages ? ["hello", "<local-command-stdout>"] : ["<local-command-stdout>"]);
  }
});

quietTest("events come in order: Opening, messages, the result before its turn_end, run_end last", async () => {
  const { cli, watch } = session("hello");
  await handshake(cli);
  await prompt(cli);
  cli.push(init(), assistantText("hi"));
  await endRun(cli);
  await watch.complete();
  assertEquals(kinds(watch), [
    "opening",
    "init",
    "assistant",
    "result",
    "turn_end",
    "session_state_changed",
    "run_end",
  ]);
});
