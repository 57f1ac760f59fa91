import type { ContentBlock } from "../../protocol/content.ts";
import type { UserMessage } from "../../protocol/messages.ts";
import { type FrameOptions, identity, speaker } from "./identity.ts";

/** Options of `toolResult`. */
export interface ToolResultOptions extends FrameOptions {
  /** Whether the tool failed, was denied or was interrupted. @default false */
  isError?: boolean;
}

/** Options of `replay`. */
export interface ReplayOptions extends FrameOptions {
  /** Whether this is the echo of a prompt, or something that the CLI wrote itself. @default "replay" */
  as?: "replay" | "synthetic" | "plain";
}

/** A frame with what a tool gave back. */
export function toolResult(
  toolUseId: string,
  content: string | ContentBlock[],
  options: ToolResultOptions = {},
): UserMessage {
  const block = {
    tool_use_id: toolUseId,
    type: "tool_result" as const,
    content,
    is_error: options.isError ?? false,
  };
  return {
    type: "user",
    message: { role: "user", content: [block] },
    ...speaker(options),
    ...identity(options),
    tool_use_result: options.isError === true ? `Error: ${content}` : { content },
  };
}

/** The echo of a prompt, or a message that the CLI wrote to the model itself. */
export function replay(content: string | ContentBlock[], options: ReplayOptions = {}): UserMessage {
  const as = options.as ?? "replay";
  return {
    type: "user",
    message: { role: "user", content },
    ...speaker(options),
    ...identity(options),
    ...(as === "replay" ? { isReplay: true } : as === "synthetic" ? { isSynthetic: true } : {}),
  };
}
