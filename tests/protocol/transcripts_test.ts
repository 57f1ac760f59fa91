import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { parseFrame, parseMessage } from "../../lib/protocol/mod.ts";
import { MESSAGE_SCHEMAS } from "../../lib/protocol/schemas/message_schemas.ts";
import { strictObject } from "../../lib/protocol/schemas/object_factory.ts";
import { type Recorded, recorded, recordedMessages } from "../support/transcripts.ts";

function place({ name, line }: Recorded): string {
  return `${name}, line ${line}`;
}

function kindOf({ type, subtype }: Record<string, unknown>): string {
  return type === "system" ? `system/${subtype}` : String(type);
}

Deno.test("transcripts: every frame parses, to the type that its name promises and to the very object", () => {
  assert(recorded().length > 600, `Found only ${recorded().length} frames`);
  for (const validate of ["control", "all"] as const) {
    for (const each of recorded()) {
      const { frame } = each;
      const parsed = parseFrame(frame, { validate });
      if (String(frame.type).startsWith("control_")) {
        assertEquals(parsed.kind, frame.type, place(each));
        assertStrictEquals("frame" in parsed ? parsed.frame as unknown : undefined, frame, place(each));
      } else {
        assertEquals(parsed.kind, "message", place(each));
        assertStrictEquals("message" in parsed ? parsed.message as unknown : undefined, frame, place(each));
      }
    }
  }
});

Deno.test("transcripts: every message passes the full check", () => {
  for (const each of recordedMessages()) {
    const message = parseMessage(each.frame);
    assertEquals(message.type === "unknown" ? message.issues ?? message.of : [], [], place(each));
  }
});

Deno.test("transcripts: no message has a field that no interface names", () => {
  const schemas = new Map([...MESSAGE_SCHEMAS].map(([kind, build]) => [kind, build(strictObject)]));
  for (const each of recordedMessages()) {
    const result = schemas.get(kindOf(each.frame))?.safeParse(each.frame);
    assertEquals(result?.error?.issues ?? [], [], place(each));
    assertEquals(result?.success, true, place(each));
  }
});

Deno.test("transcripts: the recordings hold the kinds that the sessions are about", () => {
  const kinds = [...new Set(recordedMessages().map(({ frame }) => kindOf(frame)))].sort();
  assertEquals(kinds, [
    "assistant",
    "command_lifecycle",
    "conversation_reset",
    "result",
    "stream_event",
    "system/api_retry",
    "system/background_tasks_changed",
    "system/commands_changed",
    "system/compact_boundary",
    "system/control_request_progress",
    "system/informational",
    "system/init",
    "system/notification",
    "system/permission_denied",
    "system/session_title_changed",
    "system/status",
    "system/task_notification",
    "system/task_progress",
    "system/task_started",
    "system/task_updated",
    "system/thinking_tokens",
    "user",
  ]);
});
