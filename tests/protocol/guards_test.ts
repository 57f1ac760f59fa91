import { assertEquals } from "@std/assert";
import {
  isAssistant,
  isInit,
  isReplay,
  isResult,
  isSubagentMessage,
  isSynthetic,
  isSystem,
  isUser,
  type Message,
  parseMessage,
} from "../../lib/protocol/mod.ts";
import { sampleFrame, SAMPLES } from "./_samples.ts";

const everything: Message[] = Object.entries(SAMPLES).map(([kind, { frame }]) =>
  parseMessage(sampleFrame(kind, frame))
);

function kinds(guard: (message: Message) => boolean): string[] {
  return everything.filter(guard).map((message) =>
    message.type === "system" ? `system/${message.subtype}` : message.type
  );
}

function user(fields: Record<string, unknown>): Message {
  return parseMessage({ type: "user", message: { role: "user", content: "x" }, ...fields });
}

Deno.test("isAssistant(), isUser(), isResult() and isInit() hold for their kind alone", () => {
  assertEquals(kinds(isAssistant), ["assistant"]);
  assertEquals(kinds(isUser), ["user"]);
  assertEquals(kinds(isResult), ["result"]);
  assertEquals(kinds(isInit), ["system/init"]);
});

Deno.test("isSystem() holds for every system message, or for one sub-kind", () => {
  const all = Object.keys(SAMPLES).filter((kind) => kind.startsWith("system/"));
  assertEquals(kinds((message) => isSystem(message)), all);
  assertEquals(kinds((message) => isSystem(message, "task_started")), ["system/task_started"]);
  assertEquals(isSystem({ type: "turn_end" }), false);
  assertEquals(isSystem(parseMessage({ type: "system", subtype: "brand_new" })), false);
});

Deno.test("isReplay() and isSynthetic() hold where the CLI says so", () => {
  assertEquals([isReplay(user({ isReplay: true })), isReplay(user({ isReplay: false })), isReplay(user({}))], [
    true,
    false,
    false,
  ]);
  assertEquals([isSynthetic(user({ isSynthetic: true })), isSynthetic(user({}))], [true, false]);
  assertEquals([kinds(isReplay), kinds(isSynthetic)], [[], []]);
});

Deno.test("isSubagentMessage() holds for what a subagent says and hears", () => {
  const parent = { parent_tool_use_id: "toolu_1" };
  const event = { type: "message_stop" };
  assertEquals(isSubagentMessage(user(parent)), true);
  assertEquals(
    isSubagentMessage(parseMessage(sampleFrame("assistant", { ...SAMPLES.assistant!.frame, ...parent }))),
    true,
  );
  assertEquals(isSubagentMessage(parseMessage(sampleFrame("stream_event", { event, ...parent }))), true);
  assertEquals(isSubagentMessage(user({ parent_tool_use_id: null })), false);
  assertEquals(isSubagentMessage(parseMessage(sampleFrame("tool_progress", parent))), false);
  assertEquals(kinds(isSubagentMessage), []);
});
