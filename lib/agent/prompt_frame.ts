import { UsageError } from "../protocol/errors.ts";
import type { FullPrompt } from "./prompts.ts";

/** The frame that sends a prompt. */
export function promptFrame({ content, uuid, priority }: FullPrompt): object {
  return {
    type: "user",
    message: { role: "user", content },
    parent_tool_use_id: null,
    session_id: "",
    uuid,
    ...(priority === undefined ? {} : { priority }),
  };
}

/** The CLI drops a prompt whose uuid it has seen, without a word and without a turn. */
export function usedTwice({ uuid }: FullPrompt): UsageError {
  return new UsageError(
    `Cannot send the uuid "${uuid}" a second time: the CLI would drop the prompt. Leave the uuid out`,
  );
}
