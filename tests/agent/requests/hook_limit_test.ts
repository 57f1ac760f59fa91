import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { pipe } from "rxjs";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { guarded } from "./_guarded.ts";

const forever = () => new Promise<undefined>(() => {});
const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };

Deno.test(
  "timeoutMs is told to the CLI a little longer than it is, for each hook and for those that share a call",
  guarded(async ({ start }) => {
    const session = start({
      options: { limits: { hookMs: 30_000 } },
      pipeline: pipe(
        denyTools("WebFetch"),
        onHook("PreToolUse", () => undefined, { timeoutMs: 90_000 }),
        onHook("PreToolUse", () => undefined, { timeoutMs: 10_000 }),
        onHook("PreToolUse", () => undefined),
        onHook("Stop", () => undefined, { timeoutMs: 1_500 }),
        onHook("UserPromptSubmit", () => undefined),
      ),
    });
    const hooks = (await session.handshake()).request?.hooks as Record<string, { timeout: number }[]>;
    const told = Object.entries(hooks).map(([event, list]) => [event, list.map(({ timeout }) => timeout)]);
    assertEquals(Object.fromEntries(told), {
      PreToolUse: [135], // 90, 10, and 30 for the third.
      Stop: [7],
      UserPromptSubmit: [35],
      ConfigChange: [35],
      PostToolBatch: [35],
    });
  }),
);

Deno.test(
  "timeoutMs ends a hook that takes longer, and the message names it",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onHook("UserPromptSubmit", forever, { timeoutMs: 90_000 }) });
    session.push(session.hookFrame("UserPromptSubmit", { prompt: "go" }, { requestId: "h-1" }));
    await session.barrier();
    session.clock.advance(89_999);
    assertEquals(session.responses("h-1"), []);
    session.clock.advance(1);
    assertEquals((await session.response("h-1")).response.decision, "block");
    assertMatch(session.diagnostics("responder_failed")[0]?.message ?? "", /longer than its timeoutMs of 90000$/);
  }),
);

Deno.test(
  "timeoutMs holds for its own PreToolUse responder, and limits.hookMs for the others",
  guarded(async ({ open }) => {
    const answers: unknown[] = [];
    for (const [mine, others] of [[5_000, undefined], [undefined, 5_000]]) {
      let signal: AbortSignal | undefined;
      const wait = (_: unknown, _request: unknown, given: AbortSignal) => {
        signal = given;
        return forever();
      };
      const session = await open({
        pipeline: pipe(
          onHook("PreToolUse", () => undefined, others === undefined ? {} : { timeoutMs: others }),
          onHook("PreToolUse", wait, mine === undefined ? {} : { timeoutMs: mine }),
        ),
      });
      session.push(session.hookFrame("PreToolUse", BASH, { requestId: "h-1" }));
      await session.barrier();
      await session.settled();
      session.clock.advance(5_000);
      await session.settled();
      answers.push(session.responses("h-1").length);
      session.clock.advance(60_000);
      assertEquals((await session.response("h-1")).response.hookSpecificOutput.permissionDecision, "deny");
      answers.push(signal?.aborted);
      answers.push(session.diagnostics("responder_failed")[0]?.message.replace(/^.* than /, ""));
    }
    assertEquals(answers, [1, true, "its timeoutMs of 5000", 0, true, "limits.hookMs of 60000"]);
  }),
);

Deno.test(
  "timeoutMs leaves no timer behind where the responder answers, throws or rejects",
  guarded(async ({ open }) => {
    const options = { timeoutMs: 5_000 };
    for (const fail of [() => undefined, () => Promise.resolve(undefined), () => Promise.reject(new Error("no"))]) {
      const session = await open({
        pipeline: pipe(onHook("PreToolUse", () => undefined, options), onHook("PreToolUse", fail, options)),
      });
      await session.hook("PreToolUse", BASH);
      assertEquals(session.clock.waiting, 0);
    }
    const thrown = await open({
      pipeline: pipe(
        onHook("PreToolUse", () => undefined),
        onHook("PreToolUse", () => {
          throw new Error("no");
        }, options),
      ),
    });
    await thrown.hook("PreToolUse", BASH);
    assertEquals(thrown.clock.waiting, 0);
  }),
);

for (const timeoutMs of [0, -1, NaN, "5" as never, null as never]) {
  Deno.test(`onHook() refuses the timeoutMs ${JSON.stringify(timeoutMs)}`, () => {
    const error = assertThrows(() => onHook("Stop", () => undefined, { timeoutMs }), UsageError);
    assertStringIncludes(error.message, 'of onHook("Stop"): give a number of milliseconds above 0');
  });
}
