import { assertEquals, assertMatch } from "@std/assert";
import { pipe } from "rxjs";
import { keepGoing } from "../../../lib/operators/keep_going.ts";
import { addContext } from "../../../lib/operators/add_context.ts";
import { type HookHandler, onHook } from "../../../lib/operators/on_hook.ts";
import { hookCallback, result } from "../../../lib/testing/frames/mod.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import { guarded } from "./_guarded.ts";

// deno-lint-ignore no-explicit-any
type AnyHandler = HookHandler<any>;

const BLOCKED = {
  decision: "block",
  reason: "A UserPromptSubmit hook of the script failed, so this was not done",
};

const wrong: [string, AnyHandler][] = [
  ["throws", () => {
    throw new Error("boom");
  }],
  ["rejects", () => Promise.reject(new Error("boom"))],
  ["gives another event's output", () => addContext("Stop", "x")],
  ["gives an unknown field", () => ({ behavior: "deny" }) as never],
  ["gives null", () => null as never],
  ["gives a BigInt", () => 1n as never],
];
const effects: [HookEventName, object][] = [
  ["UserPromptSubmit", BLOCKED],
  ["PostToolUse", {}],
  ["Stop", {}],
  ["SubagentStop", {}],
  ["SessionEnd", {}],
  ["Notification", {}],
];
for (const [event, effect] of effects) {
  Deno.test(
    `onHook() ${event} ${event === "UserPromptSubmit" ? "blocks the prompt" : "has no effect"} when it fails`,
    guarded(async ({ open }) => {
      for (const [what, handler] of wrong) {
        const handle = event === "Stop" && what.includes("another") ? () => addContext("PreToolUse", "x") : handler;
        const session = await open({ pipeline: onHook(event, handle as AnyHandler) });
        assertEquals(await session.hook(event, { stop_hook_active: false }), effect, what);
        assertEquals(session.diagnostics("responder_failed").length, 1, what);
      }
    }),
  );
}

for (const [event, effect] of effects.slice(0, 3)) {
  Deno.test(
    `hookMs a ${event} responder that takes too long ${event === "UserPromptSubmit" ? "blocks" : "has no effect"}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook(event, () => new Promise(() => {})) });
      session.push(session.hookFrame(event, { stop_hook_active: false }, { requestId: "h-1" }));
      await session.barrier();
      session.clock.advance(60_000);
      const { subtype, response } = await session.response("h-1");
      assertEquals(subtype, "success");
      assertEquals(response.decision, (effect as { decision?: string }).decision);
      assertMatch(session.diagnostics("responder_failed")[0]?.message ?? "", /limits\.hookMs/);
    }),
  );
}

Deno.test(
  "onHook() writes what a responder gives, and nothing where it gives nothing",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        onHook("UserPromptSubmit", (input) => addContext("UserPromptSubmit", `You said ${input.prompt}`)),
        onHook("Stop", () => undefined),
      ),
    });
    assertEquals(await session.hook("UserPromptSubmit", { prompt: "go" }), {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "You said go" },
    });
    assertEquals(await session.hook("Stop", { stop_hook_active: false }), {});
  }),
);

Deno.test(
  "onHook() two responders for one event answer only their own callbacks",
  guarded(async ({ open }) => {
    const asked: string[] = [];
    const on = (name: string) =>
      onHook("PostToolUse", () => {
        asked.push(name);
        return addContext("PostToolUse", name);
      });
    const session = await open({ pipeline: pipe(on("one"), on("two")) });
    const context = async (index: number) =>
      (await session.hook("PostToolUse", { tool_name: "Bash", tool_input: {} }, { index })).hookSpecificOutput
        .additionalContext;
    assertEquals(await context(1), "two");
    assertEquals(await context(0), "one");
    assertEquals(asked, ["two", "one"]);
  }),
);

for (const id of ["nobody", "", "turnstream-hook-99", "__proto__", 5, null, { toString: 1 }, undefined]) {
  Deno.test(
    `hook_callback with the unknown id ${JSON.stringify(id)} is a control error`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook("PreToolUse", (_, request) => request.allow()) });
      const input = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
      const { subtype, error } = await session.ask(hookCallback(id as string, input, { requestId: "h-1" }));
      assertEquals(subtype, "error");
      assertMatch(error, /hook_callback .* was not declared/);
      assertEquals(session.diagnostics("unhandled").length, 1);
    }),
  );
}

Deno.test(
  "stopBlocks passing the cap makes the turn's outcome limit",
  guarded(async ({ open }) => {
    const session = await open({
      options: { stopBlocks: 2 },
      prompts: ["one", "two"],
      pipeline: onHook("Stop", () => keepGoing("Not yet")),
    });
    const stop = (active: boolean) => session.hook("Stop", { stop_hook_active: active });
    assertEquals(await stop(false), { decision: "block", reason: "Not yet" });
    await stop(true);
    session.push(result({ result: "" })); // Two blocks are within the cap.
    await session.transport.nextLine((line) => line.type === "user");
    await stop(false);
    await stop(true);
    await stop(true);
    await session.finish({ result: "" });
    assertEquals(session.turns().map((turn) => [turn.outcome, turn.failed]), [["success", false], ["limit", true]]);
    assertEquals(session.turns().map(({ reason }) => reason), [
      undefined,
      "a Stop hook sent the agent back to work more often in a row than stopBlocks allows",
    ]);
  }),
);

Deno.test(
  "stopBlocks counts from anew when a turn stops for the first time, and when a stop is let through",
  guarded(async ({ open }) => {
    let block = true;
    const session = await open({
      options: { stopBlocks: 1 },
      pipeline: onHook("Stop", () => block ? keepGoing("Not yet") : undefined),
    });
    const stop = (active: boolean) => session.hook("Stop", { stop_hook_active: active });
    await stop(false);
    await stop(false);
    block = false;
    await stop(true);
    block = true;
    await stop(true);
    await session.finish();
    assertEquals(session.turns().map((turn) => turn.outcome), ["success"]);
  }),
);

Deno.test(
  "stopBlocks is 8 as the CLI has it, and SubagentStop does not count",
  guarded(async ({ open }) => {
    for (
      const [event, blocks, outcome] of [["Stop", 8, "success"], ["Stop", 9, "limit"], [
        "SubagentStop",
        9,
        "success",
      ]] as const
    ) {
      const session = await open({ pipeline: onHook(event, () => keepGoing("Not yet")) });
      for (let n = 0; n < blocks; n++) await session.hook(event, { stop_hook_active: n > 0 });
      await session.finish();
      assertEquals(session.turns().map((turn) => turn.outcome), [outcome]);
    }
  }),
);

Deno.test(
  "stopBlocks counts stops, not hooks: two that take turns pass the cap, two that block at once do not",
  guarded(async ({ open }) => {
    const outcomes: unknown[] = [];
    for (const takeTurns of [true, false]) {
      let stop = 0;
      const session = await open({
        options: { stopBlocks: 2 },
        pipeline: pipe(
          onHook("Stop", () => !takeTurns || stop < 2 ? keepGoing("one") : undefined),
          onHook("Stop", () => !takeTurns || stop === 2 ? keepGoing("two") : undefined),
        ),
      });
      for (stop = 0; stop < (takeTurns ? 3 : 2); stop++) {
        for (const index of [0, 1]) await session.hook("Stop", { stop_hook_active: stop > 0 }, { index });
      }
      await session.finish();
      outcomes.push(session.turns()[0]?.outcome);
    }
    assertEquals(outcomes, ["limit", "success"]);
  }),
);
