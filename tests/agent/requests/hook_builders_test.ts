import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import type { HookRequest } from "../../../lib/agent/events.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { HOOK_EVENTS } from "../../../lib/protocol/hook_events.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { guarded } from "./_guarded.ts";

// deno-lint-ignore no-explicit-any -- each row calls the methods of its own event
type AnyRequest = any;

const own = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const note = (event: string) => own(event, { additionalContext: "Mind the gap" });
const addContext = (request: AnyRequest) => request.addContext("Mind the gap");
const block = (request: AnyRequest) => request.block("No");
const keepGoing = (request: AnyRequest) => request.keepGoing("Go on");
const denied = (event: string) => own(event, { permissionDecision: "deny", permissionDecisionReason: "No" });
const deny = (request: AnyRequest) => request.deny("No");
const BLOCKED = { decision: "block", reason: "No" };
const SENT_BACK = { decision: "block", reason: "Go on" };

/** Every method of every event, and what is written for it. */
const rows: [HookEventName, string, (request: AnyRequest) => unknown, object][] = [
  ["PreToolUse", "allow", (request) => request.allow(), own("PreToolUse", { permissionDecision: "allow" })],
  ["PreToolUse", "deny", deny, denied("PreToolUse")],
  ["PreToolUse", "ask", (request) => request.ask(), own("PreToolUse", { permissionDecision: "ask" })],
  ["PreToolUse", "rewrite", (request) => request.rewrite({ a: 1 }), own("PreToolUse", { updatedInput: { a: 1 } })],
  ["PreToolUse", "defer", (request) => request.defer(), own("PreToolUse", { permissionDecision: "defer" })],
  ["PreToolUse", "addContext", addContext, note("PreToolUse")],
  [
    "PostToolUse",
    "replaceOutput",
    (request) => request.replaceOutput("…"),
    own("PostToolUse", { updatedToolOutput: { stdout: "…", stderr: "", interrupted: false } }),
  ],
  ["PostToolUse", "block", block, BLOCKED],
  ["PostToolUse", "addContext", addContext, note("PostToolUse")],
  ["PostToolUseFailure", "addContext", addContext, note("PostToolUseFailure")],
  ["PostToolBatch", "addContext", addContext, note("PostToolBatch")],
  ["PermissionDenied", "retry", (request) => request.retry(), own("PermissionDenied", { retry: true })],
  ["PreSkillShellCommand", "deny", deny, denied("PreSkillShellCommand")],
  ["UserPromptSubmit", "block", block, BLOCKED],
  ["UserPromptSubmit", "addContext", addContext, note("UserPromptSubmit")],
  ["UserPromptExpansion", "block", block, BLOCKED],
  ["UserPromptExpansion", "addContext", addContext, note("UserPromptExpansion")],
  ["Stop", "keepGoing", keepGoing, SENT_BACK],
  ["Stop", "addContext", addContext, note("Stop")],
  ["SubagentStart", "addContext", addContext, note("SubagentStart")],
  ["SubagentStop", "keepGoing", keepGoing, SENT_BACK],
  ["SubagentStop", "addContext", addContext, note("SubagentStop")],
  ["TeammateIdle", "keepGoing", keepGoing, SENT_BACK],
  ["SessionStart", "addContext", addContext, note("SessionStart")],
  ["Setup", "addContext", addContext, note("Setup")],
  ["PreCompact", "instruct", (request) => request.instruct("Keep names"), { systemMessage: "Keep names" }],
  ["PreCompact", "block", block, BLOCKED],
  ["PreModelSwitch", "deny", deny, denied("PreModelSwitch")],
  ["PostModelSwitch", "addContext", addContext, note("PostModelSwitch")],
  ["ConfigChange", "block", block, BLOCKED],
  [
    "WorktreeCreate",
    "createdAt",
    (request) => request.createdAt("/srv/w"),
    own("WorktreeCreate", { worktreePath: "/srv/w" }),
  ],
  ["MessageDisplay", "display", (request) => request.display("Hm"), own("MessageDisplay", { displayContent: "Hm" })],
  ["TaskCreated", "block", block, BLOCKED],
  ["TaskCompleted", "block", block, BLOCKED],
  ["Elicitation", "block", block, BLOCKED],
  ["ElicitationResult", "block", block, BLOCKED],
];
const HOLDING = ["deny", "ask", "rewrite", "defer", "block", "keepGoing", "replaceOutput"];
const INPUT = {
  tool_name: "Bash",
  tool_input: { command: "ls" },
  tool_response: { stdout: "key", stderr: "x", interrupted: false },
};

for (const [event, method, build, written] of rows) {
  Deno.test(
    `HookRequest<"${event}"> ${method}() is written as the CLI reads it`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook(event, (_, request) => build(request) as never) });
      assertEquals(await session.hook(event, INPUT), written);
      assertEquals(session.diagnostics(), []);
    }),
  );
}

Deno.test(
  "HookRequest<Event> has the methods of its event, and says what is wrong with those of others",
  guarded(async ({ open }) => {
    const all = [...new Set(rows.map(([, method]) => method))];
    for (const event of HOOK_EVENTS) {
      const mine = rows.filter(([each]) => each === event).map(([, method]) => method);
      const others = all.filter((method) => !mine.includes(method));
      const found: { has: string[]; errors: Error[] } = { has: [], errors: [] };
      const session = await open({
        pipeline: onHook(event, (_, given) => {
          const request: AnyRequest = given;
          found.has = Object.keys(request).filter((key) => typeof request[key] === "function" && key !== "respondWith");
          for (const method of others) {
            try {
              request[method]("x");
            } catch (error) {
              found.errors.push(error as Error);
            }
          }
          return undefined;
        }),
      });
      assertEquals(await session.hook(event, INPUT), {}, event);
      assertEquals(found.has.toSorted(), mine.toSorted(), event);
      assertEquals(found.errors.length, others.length, event);
      for (const error of found.errors) {
        assertInstanceOf(error, UsageError);
        assertStringIncludes(error.message, `on a ${event} hook request`);
        for (const method of mine) assertStringIncludes(error.message, `${method}()`);
      }
    }
  }),
);

for (const [event, method, build] of rows) {
  if (event === "PreToolUse") continue; // See forgotten_return_test.ts.
  const holds = HOLDING.includes(method);
  Deno.test(
    `HookRequest<"${event}"> ${method}() without a return ${holds ? "is told" : "has no effect"}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook(event, (_, request) => void build(request)) });
      const output = await session.hook(event, INPUT);
      const notes = session.diagnostics("responder_failed").map(({ message }) => message);
      assertEquals(notes.length, holds ? 1 : 0);
      if (holds) assertStringIncludes(notes[0]!, `write return request.${method}(…)`);
      else assertEquals(output, {});
    }),
  );
}

Deno.test(
  "HookRequest is one object that prints without the methods of other events",
  guarded(async ({ open }) => {
    let seen: HookRequest<"Stop"> | undefined;
    const session = await open({
      pipeline: onHook("Stop", (_, request) => {
        seen = request;
        return undefined;
      }),
    });
    await session.hook("Stop", { stop_hook_active: false });
    assert(seen !== undefined);
    assertEquals(Object.keys(seen).toSorted(), [
      "addContext",
      "event",
      "frame",
      "input",
      "keepGoing",
      "respondWith",
      "type",
    ]);
    assert(!Deno.inspect(seen).includes("rewrite"));
  }),
);
