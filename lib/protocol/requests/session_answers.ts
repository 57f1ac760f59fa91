import { z } from "zod";
import { maybeFlag, maybeNumber, maybeText, maybeTexts } from "../schemas/fields.ts";
import { permissionModeSchema } from "../schemas/init_schema.ts";
import { optional } from "../schemas/object_factory.ts";
import { type AnswerBuilders, nothing } from "./answer_builders.ts";
import type * as session from "./session.ts";

/** The answers to requests about the session and its tasks. */
export const sessionAnswers: AnswerBuilders<
  | "background_tasks"
  | "cancel_async_message"
  | "end_session"
  | "generate_session_title"
  | "get_task_output"
  | "interrupt"
  | "rename_session"
  | "rewind_files"
  | "set_has_subscribers"
  | "set_max_thinking_tokens"
  | "set_model"
  | "set_permission_mode"
  | "side_question"
  | "stop_task"
> = {
  background_tasks: (object) => object<session.BackgroundTasksAnswer>({ backgrounded: maybeFlag() }),
  cancel_async_message: (object) =>
    object<session.CancelAsyncMessageAnswer>({ cancelled: z.boolean(), message_uuid: maybeText() }),
  end_session: nothing,
  generate_session_title: (object) => object<session.GenerateSessionTitleAnswer>({ title: z.string().nullable() }),
  get_task_output: (object) =>
    object<session.GetTaskOutputAnswer>({ output: z.string(), total_bytes: z.number(), truncated: z.boolean() }),
  interrupt: (object) => object<session.InterruptAnswer>({ still_queued: maybeTexts(), cancelled: maybeTexts() }),
  rename_session: nothing,
  rewind_files: (object) =>
    object<session.RewindFilesAnswer>({
      canRewind: z.boolean(),
      error: maybeText(),
      filesChanged: maybeTexts(),
      insertions: maybeNumber(),
      deletions: maybeNumber(),
      skippedLinks: maybeNumber(),
    }),
  set_has_subscribers: nothing,
  set_max_thinking_tokens: nothing,
  set_model: (object) => object<session.SetModelAnswer>({ model: maybeText() }),
  set_permission_mode: (object) => object<session.SetPermissionModeAnswer>({ mode: optional(permissionModeSchema()) }),
  side_question: (object) =>
    object<session.SideQuestionAnswer>({ response: z.string().nullable(), synthetic: maybeFlag() }),
  stop_task: nothing,
};
