import { z } from "zod";
import type { HookProgressMessage, HookResponseMessage, HookStartedMessage } from "../messages/hooks.ts";
import { maybeFlag, maybeNumber, maybeText, messageBase } from "./fields.ts";
import type { ObjectFactory } from "./object_factory.ts";

/** The schema of `HookStartedMessage`. */
export function hookStartedMessageSchema(object: ObjectFactory): z.ZodType<HookStartedMessage> {
  return object<HookStartedMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("hook_started"),
    hook_id: z.string(),
    hook_name: z.string(),
    hook_event: z.string(),
    origin: maybeText(),
    label: maybeText(),
    plugin_name: maybeText(),
  });
}

/** The schema of `HookProgressMessage`. */
export function hookProgressMessageSchema(object: ObjectFactory): z.ZodType<HookProgressMessage> {
  return object<HookProgressMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("hook_progress"),
    hook_id: z.string(),
    hook_name: z.string(),
    hook_event: z.string(),
    stdout: z.string(),
    stderr: z.string(),
    output: z.string(),
    backgrounded: maybeFlag(),
  });
}

/** The schema of `HookResponseMessage`. */
export function hookResponseMessageSchema(object: ObjectFactory): z.ZodType<HookResponseMessage> {
  return object<HookResponseMessage>({
    ...messageBase(),
    type: z.literal("system"),
    subtype: z.literal("hook_response"),
    hook_id: z.string(),
    hook_name: z.string(),
    hook_event: z.string(),
    output: z.string(),
    stdout: z.string(),
    stderr: z.string(),
    exit_code: maybeNumber(),
    outcome: z.enum(["success", "error", "cancelled"]),
  });
}
