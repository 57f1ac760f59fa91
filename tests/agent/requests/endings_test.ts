import { assert, assertEquals, assertMatch } from "@std/assert";
import { type MonoTypeOperatorFunction, pipe, takeWhile } from "rxjs";
import { type HookHandler, onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { canUseTool, controlRequest, hookCallback } from "../../../lib/testing/frames/mod.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { type Body, isRequest } from "./_session.ts";
import { guarded } from "./_guarded.ts";

const ENDING = "The script that drives this agent is ending, so nothing more may run";
const REFUSED = { behavior: "deny", message: ENDING };
const DENIED = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: ENDING,
  },
};
const endings: [HookEventName, object, Body][] = [
  ["PreToolUse", { tool_name: "Bash", tool_input: { command: "x" } }, DENIED],
  ["UserPromptSubmit", { prompt: "x" }, { decision: "block", reason: ENDING }],
  ["PostToolUse", { tool_name: "Bash", tool_input: {} }, {}],
  ["Stop", { stop_hook_active: false }, {}],
  ["SessionEnd", {}, {}],
];
// deno-lint-ignore no-explicit-any
const never: HookHandler<any> = () => new Promise(() => {});

function chain(...operators: MonoTypeOperatorFunction<AgentEvent>[]): MonoTypeOperatorFunction<AgentEvent> {
  return (source) => operators.reduce((chained, operator) => operator(chained), source);
}

Deno.test(
  "leaving refuses what waits, by its kind, tells the responders, and reports no failure",
  guarded(async ({ open, printed }) => {
    const signals: AbortSignal[] = [];
    const session = await open({
      pipeline: chain(
        ...endings.map(([event]) => onHook(event, never)),
        onPermission((_, signal) => {
          signals.push(signal);
          return new Promise(() => {});
        }),
      ),
    });
    for (const [event, input] of endings) session.push(session.hookFrame(event, input, { requestId: event }));
    session.push(canUseTool("Bash", { command: "x" }, { requestId: "p-1" }));
    await session.barrier();
    assertEquals(session.responses("p-1"), []);
    session.leave();
    assertEquals((await session.response("p-1")).response, REFUSED);
    for (const [event, , answer] of endings) assertEquals((await session.response(event)).response, answer, event);
    assert(signals[0]?.aborted);
    // The interrupt comes before the answers, or the CLI may ask the model once more, and all before the end of the input.
    const written = session.transport.lines.slice(-7).map((line) => line.request?.subtype ?? line.type);
    assertEquals(written, ["interrupt", ...Array(6).fill("control_response")]);
    assertEquals(session.transport.isEnded, false);
    await session.dispose();
    assertEquals(printed, []);
  }),
);

Deno.test(
  "leaving refuses what comes afterwards too, asks nobody, and answers each delivery",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({
      pipeline: chain(
        ...endings.map(([event]) => onHook(event, () => void asked++)),
        onPermission((request) => (asked++, request.allow())),
      ),
    });
    session.leave();
    const permission = canUseTool("Bash", { command: "x" }, { requestId: "p-1" });
    for (let n = 0; n < 2; n++) {
      assertEquals((await session.ask(permission)).response, REFUSED);
    }
    for (const [event, input, answer] of endings) assertEquals(await session.hook(event, input), answer, event);
    const { subtype, error } = await session.ask(controlRequest({ subtype: "elicitation" }, "e-1"));
    assertEquals(subtype, "error");
    assertMatch(error, /elicitation/);
    const unknown = await session.ask(hookCallback("nobody", { hook_event_name: "Stop" }, { requestId: "e-2" }));
    assertEquals(unknown.subtype, "error");
    const malformed = await session.ask({ type: "control_request", request_id: "e-3" } as never);
    assertEquals(malformed.subtype, "error");
    assertEquals(asked, 0);
  }),
);

for (const kind of ["permission", "hook"] as const) {
  Deno.test(
    `leaving while a ${kind} request flows past asks nobody, refuses it once, and leaves no timer`,
    guarded(async ({ open, printed }) => {
      let asked = 0;
      const session = await open({
        options: { limits: { permissionMs: 1_000, hookMs: 1_000 } },
        pipeline: pipe(
          onPermission((request) => (asked++, request.allow())),
          onHook("PreToolUse", (_, request) => (asked++, request.allow())),
          takeWhile<AgentEvent>((event) => event.type !== kind),
        ),
      });
      const call = { tool_name: "Bash", tool_input: { command: "x" } };
      const frame = kind === "hook"
        ? session.hookFrame("PreToolUse", call, { requestId: "r-1" })
        : canUseTool("Bash", { command: "x" }, { requestId: "r-1" });
      const { response } = await session.ask(frame);
      assertEquals(response, kind === "hook" ? DENIED : REFUSED);
      session.transport.answer(await session.transport.nextLine(isRequest("interrupt")));
      await session.transport.ended;
      session.transport.exit(0);
      await session.agent.exited;
      assertEquals(asked, 0);
      assertEquals(printed, []);
    }),
  );
}

Deno.test(
  "leaving: an allow that comes too late writes nothing",
  guarded(async ({ open, printed }) => {
    const decision = Promise.withResolvers<void>();
    const session = await open({
      pipeline: pipe(
        onPermission((request) => decision.promise.then(() => request.allow())),
        onHook("PreToolUse", (_, request) => decision.promise.then(() => request.allow())),
        denyTools("Write"),
      ),
    });
    session.push(canUseTool("Bash", { command: "x" }, { requestId: "p-1" }));
    session.push(session.hookFrame("PreToolUse", { tool_name: "Bash", tool_input: {} }, { requestId: "h-1" }));
    await session.barrier();
    session.leave();
    decision.resolve();
    assertEquals((await session.response("p-1")).response.behavior, "deny");
    assertEquals((await session.response("h-1")).response, DENIED);
    await session.barrier();
    await session.dispose();
    assertEquals([session.responses("p-1").length, session.responses("h-1").length], [1, 1]);
    assertEquals(printed, []);
  }),
);

Deno.test(
  "a process that dies tells responders, and nothing is written or printed for what waited",
  guarded(async ({ open, printed }) => {
    const signals: AbortSignal[] = [];
    const decision = Promise.withResolvers<undefined>();
    const session = await open({
      options: { limits: { permissionMs: 1_000 } },
      pipeline: pipe(
        onPermission((_, signal) => (signals.push(signal), decision.promise)),
        onHook("PreToolUse", (_, _request, signal) => (signals.push(signal), decision.promise)),
      ),
    });
    session.transport.push(
      canUseTool("Bash", { command: "x" }, { requestId: "p-1" }),
      session.hookFrame("PreToolUse", { tool_name: "Bash", tool_input: {} }, { requestId: "h-1" }),
    );
    await session.barrier();
    session.transport.exit(1);
    await session.over;
    assertEquals(signals.map((signal) => signal.aborted), [true, true]);
    decision.resolve(undefined);
    await decision.promise;
    assertEquals([...session.responses("p-1"), ...session.responses("h-1")], []);
    assertEquals(printed, []);
    assertMatch(String((session.end as { error: unknown }).error), /can_use_tool Bash/);
  }),
);
