import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type HookHandler, onHook } from "../../../lib/operators/on_hook.ts";
import { HOOK_EVENTS } from "../../../lib/protocol/hook_events.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import { guarded } from "./_guarded.ts";

const own = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const answer = (value: unknown): HookHandler<HookEventName> => () => value as never;
const INPUT = { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "key", stderr: "" } };

/** What is written where the responder of the event fails. */
const FAILED: Partial<Record<HookEventName, object>> = {
  PreToolUse: own("PreToolUse", {
    permissionDecision: "deny",
    permissionDecisionReason: "A PreToolUse hook of the script failed, so this was not done",
  }),
  PreSkillShellCommand: own("PreSkillShellCommand", {
    permissionDecision: "deny",
    permissionDecisionReason: "A PreSkillShellCommand hook of the script failed, so this was not done",
  }),
  PreModelSwitch: own("PreModelSwitch", {
    permissionDecision: "deny",
    permissionDecisionReason: "A PreModelSwitch hook of the script failed, so this was not done",
  }),
  UserPromptSubmit: {
    decision: "block",
    reason: "A UserPromptSubmit hook of the script failed, so this was not done",
  },
  UserPromptExpansion: {
    decision: "block",
    reason: "A UserPromptExpansion hook of the script failed, so this was not done",
  },
  ConfigChange: { decision: "block", reason: "A ConfigChange hook of the script failed, so this was not done" },
};

/** Answers that the CLI reads at no event, or not at this one. */
const wrong: [HookEventName, string, unknown][] = [
  ...HOOK_EVENTS.flatMap((event): [HookEventName, string, unknown][] => [
    [event, "an unknown field", { behavior: "deny" }],
    [event, "another event's part", own(event === "Stop" ? "PreToolUse" : "Stop", { additionalContext: "x" })],
    [event, "an unknown field of its own part", own(event, { permissionDecison: "deny" })],
    [event, "a message that is no text", { systemMessage: 5 }],
    [event, "an asynchronous answer", { async: true }],
    [event, "an asynchronous answer with a time", { async: true, asyncTimeout: 60 }],
    [event, "null", null],
    [event, "an error, of which JSON keeps nothing", new Error("No")],
    [event, "a map, of which JSON keeps nothing", new Map([["decision", "block"]])],
  ]),
  ["PostToolUse", "an unknown decision", { decision: "approve" }],
  ["PostToolUseFailure", "an end of the turn", { continue: false }],
  ["PermissionDenied", "a retry that is no boolean", own("PermissionDenied", { retry: "yes" })],
  ["PreSkillShellCommand", "ask, which cannot be asked", own("PreSkillShellCommand", { permissionDecision: "ask" })],
  ["PreSkillShellCommand", "another input", own("PreSkillShellCommand", { updatedInput: { command: "ls" } })],
  ["UserPromptSubmit", "a title that is no text", own("UserPromptSubmit", { sessionTitle: 5 })],
  ["SubagentStart", "a block", { decision: "block", reason: "No" }],
  ["SubagentStart", "an end of the turn", { continue: false, stopReason: "No" }],
  ["SessionStart", "an end of the turn", { continue: false, stopReason: "No" }],
  ["SessionStart", "a path that is no list", own("SessionStart", { watchPaths: "/srv" })],
  ["PreCompact", "an end of the turn", { continue: false, stopReason: "No" }],
  ["PreModelSwitch", "an end of the turn", { continue: false, stopReason: "No" }],
  ["PreModelSwitch", "ask, which nobody hears", own("PreModelSwitch", { permissionDecision: "ask" })],
  ["ConfigChange", "an end of the turn", { continue: false, stopReason: "No" }],
  ["WorktreeCreate", "no path", own("WorktreeCreate", { worktreePath: "" })],
  ["MessageDisplay", "a display that is no text", own("MessageDisplay", { displayContent: ["x"] })],
  ["TaskCreated", "an end of the turn", { continue: false, stopReason: "No" }],
  ["Elicitation", "an action", own("Elicitation", { action: "decline" })],
  ["ElicitationResult", "an action", own("ElicitationResult", { action: "decline" })],
  ["CwdChanged", "paths to watch", own("CwdChanged", { watchPaths: ["/srv"] })],
];
for (const event of HOOK_EVENTS) {
  Deno.test(
    `onHook("${event}") refuses each wrong answer before it is written`,
    guarded(async ({ open }) => {
      for (const [, what, value] of wrong.filter(([each]) => each === event)) {
        const session = await open({ pipeline: onHook(event, answer(value)) });
        assertEquals(await session.hook(event, INPUT), FAILED[event] ?? {}, what);
        const [note, ...more] = session.diagnostics("responder_failed");
        assertEquals(more, [], what);
        assertStringIncludes(note?.message ?? "", `A responder of the ${event} hook failed`, what);
      }
    }),
  );
}

async function complaint(
  open: Parameters<Parameters<typeof guarded>[0]>[0]["open"],
  event: HookEventName,
  value: unknown,
): Promise<string> {
  const session = await open({ pipeline: onHook(event, answer(value)) });
  await session.hook(event, INPUT);
  return session.diagnostics("responder_failed")[0]?.message ?? "";
}

Deno.test(
  "hook-04: a wrong answer's message names what the event takes",
  guarded(async ({ open }) => {
    const values = await complaint(open, "PreToolUse", own("PreToolUse", { permissionDecision: "continue" }));
    assertStringIncludes(values, 'permissionDecision is one of "allow", "deny", "ask", "defer"');
    const fields = await complaint(open, "UserPromptSubmit", { allow: true });
    for (const name of ["decision", "reason", "continue", "additionalContext", "sessionTitle"]) {
      assertStringIncludes(fields, name);
    }
    const nothing = await complaint(open, "CwdChanged", own("CwdChanged", { watchPaths: [] }));
    assertMatch(nothing, /it may hold systemMessage, suppressOutput, terminalSequence, and no hookSpecificOutput/);
    assertMatch(await complaint(open, "Stop", { async: true }), /takes for no answer at all: give a promise/);
  }),
);

const late: HookEventName[] = ["UserPromptExpansion", "PreSkillShellCommand", "PreModelSwitch", "ConfigChange"];
for (const event of late) {
  Deno.test(
    `onHook("${event}") refuses while the agent ends, and when the call cannot be read`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onHook(event, () => undefined) });
      const decision = (output: { decision?: string; hookSpecificOutput?: { permissionDecision?: string } }) =>
        output.decision ?? output.hookSpecificOutput?.permissionDecision;
      const refusal = decision(FAILED[event] as { decision?: string });
      const misnamed = session.hookFrame(event, { hook_event_name: "Notification" }, { requestId: "h-1" });
      assertEquals(decision((await session.ask(misnamed)).response), refusal);
      const frame = session.hookFrame(event, INPUT, { requestId: "h-2" });
      session.leave();
      session.push(frame);
      assertEquals(decision((await session.response("h-2")).response), refusal);
    }),
  );
}
