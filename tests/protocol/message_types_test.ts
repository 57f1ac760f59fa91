import { assertEquals } from "@std/assert";
import {
  type ApiRetryMessage,
  blocksOf,
  type CompactBoundaryMessage,
  type ContentBlock,
  type InitMessage,
  isInit,
  isSystem,
  type Message,
  type ModelStreamEvent,
  type SystemMessage,
  type TextBlock,
  type ToolResultBlock,
  type UnknownBlock,
  type UnknownMessage,
} from "../../lib/protocol/mod.ts";

/** `true` only where both are the same type; `any` is the same as nothing but itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

function is<_ extends true>(): void {}

function system(message: SystemMessage): string {
  switch (message.subtype) {
    case "init":
      is<Same<typeof message, InitMessage>>();
      return message.model ?? "";
    case "api_retry":
      is<Same<typeof message, ApiRetryMessage>>();
      return message.attempt.toString();
    case "compact_boundary":
      is<Same<typeof message, CompactBoundaryMessage>>();
      return message.compact_metadata.trigger;
    case "hook_response":
      return message.outcome;
    case "permission_denied":
      return message.tool_name;
    default:
      // @ts-expect-error The rest is not told apart yet.
      is<Same<typeof message, never>>();
      return message.subtype;
  }
}

function narrow(message: Message): string {
  switch (message.type) {
    case "system":
      is<Same<typeof message, SystemMessage>>();
      return system(message);
    case "assistant":
      return message.message.content.map(({ type }) => type).join();
    case "user":
      return typeof message.message.content;
    case "result":
      return message.subtype;
    case "stream_event":
      is<Same<typeof message.event, ModelStreamEvent>>();
      return event(message.event);
    case "rate_limit_event":
      return message.rate_limit_info.status;
    case "conversation_reset":
      return message.trigger ?? "";
    case "command_lifecycle":
      return message.state;
    case "active_goal":
      return message.value?.condition ?? "";
    case "auth_status":
    case "autocompact_state":
    case "prompt_suggestion":
    case "tool_progress":
    case "tool_use_summary":
      return message.type;
    case "unknown":
      is<Same<typeof message, UnknownMessage>>();
      return message.of;
    default:
      is<Same<typeof message, never>>();
      return message;
  }
}

function event(event: ModelStreamEvent): string {
  if (event.type !== "content_block_delta") return event.type;
  switch (event.delta.type) {
    case "text_delta":
      return event.delta.text;
    case "input_json_delta":
      return event.delta.partial_json;
    default:
      return event.delta.type;
  }
}

function block(block: ContentBlock | UnknownBlock): string {
  switch (block.type) {
    case "text":
      is<Same<typeof block, TextBlock>>();
      return block.text;
    case "tool_result":
      is<Same<typeof block, ToolResultBlock>>();
      return typeof block.content;
    case "unknown":
      is<Same<typeof block, UnknownBlock>>();
      return block.of;
    default:
      return block.type;
  }
}

Deno.test("fwd-04: the message union narrows by type and subtype, is exhausted, and is not any", () => {
  is<Same<Same<Message, unknown>, false>>();
  // deno-lint-ignore no-explicit-any
  is<Same<Same<Message, any>, false>>();
  is<Same<string extends Message["type"] ? true : false, false>>();
  is<Same<string extends SystemMessage["subtype"] ? true : false, false>>();
  is<Same<string extends ContentBlock["type"] ? true : false, false>>();
  is<Same<string extends ModelStreamEvent["type"] ? true : false, false>>();
  // @ts-expect-error A number is no message.
  const wrong: Message = 42;
  // @ts-expect-error A kind that does not exist is no message.
  const missing: Message = { type: "assistent" };
  // @ts-expect-error A sub-kind that does not exist is no message.
  const missingToo: Message = { type: "system", subtype: "initt" };
  assertEquals([wrong, missing, missingToo].length, 3);
  assertEquals(narrow({ type: "system", subtype: "init", model: "m" }), "m");
  assertEquals(narrow({ type: "result", subtype: "error_max_turns", is_error: true }), "error_max_turns");
  assertEquals(narrow({ type: "stream_event", event: { type: "message_stop" } }), "message_stop");
  assertEquals(narrow({ type: "unknown", of: "new", raw: {} }), "new");
});

Deno.test("fwd-04: blocks narrow by type, the unknown ones among them", () => {
  const content = [{ type: "text", text: "a" }, { type: "hologram" }] as ContentBlock[];
  assertEquals(blocksOf(content).map(block), ["a", "hologram"]);
});

Deno.test("fwd-04: guards narrow as the checks that they stand for", () => {
  const message = { type: "system", subtype: "init" } as Message;
  if (isInit(message)) is<Same<typeof message, InitMessage>>();
  if (isSystem(message)) is<Same<typeof message, SystemMessage>>();
  if (isSystem(message, "api_retry")) is<Same<typeof message, ApiRetryMessage>>();
  // @ts-expect-error There is no such sub-kind.
  const found = isSystem(message, "initt");
  assertEquals(found, false);
});
