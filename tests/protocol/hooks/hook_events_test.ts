import { assertEquals, assertThrows } from "@std/assert";
import { addContext } from "../../../lib/operators/add_context.ts";
import { HOOK_EVENTS, HOOK_NOTE_EVENTS, HOOK_SUBJECTS } from "../../../lib/protocol/hook_events.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import { hookInputSchemas } from "../../../lib/protocol/hooks/input_schemas.ts";
import { hookOutputSchemas } from "../../../lib/protocol/hooks/output_schemas.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { z } from "zod";

/** What the binary of 2.1.332 calls its hook events; 2.1.197 has the same but four. */
const IN_THE_CLI = "PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification UserPromptSubmit " +
  "UserPromptExpansion SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact " +
  "PreModelSwitch PostModelSwitch PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted " +
  "Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove InstructionsLoaded CwdChanged FileChanged " +
  "DirectoryAdded MessageDisplay PreSkillShellCommand";

Deno.test("HOOK_EVENTS are all events of the CLI but PermissionRequest", () => {
  const wanted = IN_THE_CLI.split(" ").filter((event) => event !== "PermissionRequest");
  assertEquals(HOOK_EVENTS.toSorted(), wanted.toSorted() as HookEventName[]);
  assertEquals(Object.keys(hookInputSchemas(z.looseObject)).toSorted(), wanted.toSorted());
  assertEquals(Object.keys(hookOutputSchemas()).toSorted(), wanted.toSorted());
});

Deno.test("HOOK_SUBJECTS name a field that the event's input has", () => {
  const schemas = hookInputSchemas(z.strictObject) as Record<string, z.ZodObject>;
  for (const [event, field] of Object.entries(HOOK_SUBJECTS)) {
    if (field !== undefined) assertEquals(field in (schemas[event]?.shape ?? {}), true, event);
  }
});

Deno.test("HOOK_NOTE_EVENTS are the events whose answers the CLI's schema lets hold a note", () => {
  const schemas = hookOutputSchemas();
  for (const event of HOOK_EVENTS) {
    const note = { hookSpecificOutput: { hookEventName: event, additionalContext: "x" } };
    assertEquals(schemas[event].safeParse(note).success, HOOK_NOTE_EVENTS.includes(event as never), event);
  }
});

Deno.test("addContext() refuses an event that takes no note, and names those that do", () => {
  const error = assertThrows(() => addContext("PreCompact" as never, "x"), UsageError);
  assertEquals(error.message.startsWith('Cannot add a note to "PreCompact": the CLI takes one from PreToolUse,'), true);
});
