import { z } from "zod";
import type { Citation } from "../content/text.ts";
import type {
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  ContentDelta,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStopEvent,
  ModelErrorEvent,
  ModelStreamEvent,
  PingEvent,
  StreamEventMessage,
  ThinkingTokensMessage,
} from "../messages/stream_event.ts";
import { modelMessageSchema, stopDetailsSchema } from "./assistant_schema.ts";
import { citationSchema, contentSchemas } from "./content_schemas.ts";
import {
  chosenByType,
  maybeFlag,
  maybeNumber,
  maybeNumberOrNull,
  maybeRecordOrNull,
  maybeText,
  maybeTextOrNull,
  maybeTexts,
  messageBase,
  promptLink,
} from "./fields.ts";
import { type ObjectFactory, optional } from "./object_factory.ts";
import { usageSchema } from "./usage_schemas.ts";

/** A piece of an answer in the making. */
export function streamEventSchema(object: ObjectFactory): z.ZodType<StreamEventMessage> {
  type Abandoned = NonNullable<StreamEventMessage["abandoned_blocks"]>;
  return object<StreamEventMessage>({
    ...messageBase(),
    ...promptLink(),
    type: z.literal("stream_event"),
    event: eventSchema(object),
    parent_tool_use_id: maybeTextOrNull(),
    ttft_ms: maybeNumber(),
    api_message_id: maybeText(),
    thinking_display: maybeText(),
    abandoned_blocks: optional(
      object<Abandoned>({ api_message_id: z.string(), from_block_index: z.number() }),
    ),
    text_runs_joined: maybeFlag(),
    owed_rows: maybeTexts(),
  });
}

/** How much the model has thought. */
export function thinkingTokensSchema(object: ObjectFactory): z.ZodType<ThinkingTokensMessage> {
  return object<ThinkingTokensMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("thinking_tokens"),
    estimated_tokens: z.number(),
    estimated_tokens_delta: z.number(),
    user_message_uuid: maybeText(),
  });
}

function eventSchema(object: ObjectFactory): z.ZodType<ModelStreamEvent> {
  const index = z.number();
  return chosenByType(
    new Map<string, () => z.ZodType>([
      [
        "message_start",
        () => object<MessageStartEvent>({ type: z.literal("message_start"), message: modelMessageSchema(object) }),
      ],
      ["content_block_start", () =>
        object<ContentBlockStartEvent>({
          type: z.literal("content_block_start"),
          index,
          content_block: contentSchemas(object).block,
        })],
      ["content_block_delta", () =>
        object<ContentBlockDeltaEvent>({
          type: z.literal("content_block_delta"),
          index,
          delta: deltaSchema(object),
        })],
      ["content_block_stop", () => object<ContentBlockStopEvent>({ type: z.literal("content_block_stop"), index })],
      ["message_delta", () => messageDeltaSchema(object)],
      ["message_stop", () => object<MessageStopEvent>({ type: z.literal("message_stop") })],
      ["ping", () => object<PingEvent>({ type: z.literal("ping") })],
      ["error", () =>
        object<ModelErrorEvent>({
          type: z.literal("error"),
          error: object<ModelErrorEvent["error"]>({ type: z.string(), message: z.string() }),
        })],
    ]),
  );
}

function messageDeltaSchema(object: ObjectFactory): z.ZodType<MessageDeltaEvent> {
  return object<MessageDeltaEvent>({
    type: z.literal("message_delta"),
    delta: object<MessageDeltaEvent["delta"]>({
      stop_reason: maybeTextOrNull(),
      stop_sequence: maybeTextOrNull(),
      stop_details: optional(stopDetailsSchema(object).nullable()),
      container: maybeRecordOrNull(),
    }),
    usage: optional(usageSchema(object)),
    context_management: maybeRecordOrNull(),
  });
}

function deltaSchema(object: ObjectFactory): z.ZodType<ContentDelta> {
  type Delta<K extends ContentDelta["type"]> = Extract<ContentDelta, { type: K }>;
  const text = z.string();
  return chosenByType(
    new Map<string, () => z.ZodType>([
      ["text_delta", () => object<Delta<"text_delta">>({ type: z.literal("text_delta"), text })],
      [
        "input_json_delta",
        () => object<Delta<"input_json_delta">>({ type: z.literal("input_json_delta"), partial_json: text }),
      ],
      ["thinking_delta", () =>
        object<Delta<"thinking_delta">>({
          type: z.literal("thinking_delta"),
          thinking: text,
          estimated_tokens: maybeNumberOrNull(),
        })],
      [
        "signature_delta",
        () => object<Delta<"signature_delta">>({ type: z.literal("signature_delta"), signature: text }),
      ],
      ["citations_delta", () =>
        object<Delta<"citations_delta">>({
          type: z.literal("citations_delta"),
          citation: citationSchema(object) as z.ZodType<Citation>,
        })],
      ["compaction_delta", () =>
        object<Delta<"compaction_delta">>({
          type: z.literal("compaction_delta"),
          content: text.nullable(),
          encrypted_content: maybeTextOrNull(),
        })],
    ]),
  );
}
