import type { PermissionMode } from "../../protocol/messages.ts";
import type { RewindFilesAnswer, SideQuestionAnswer } from "../../protocol/requests/mod.ts";
import { present } from "./control_methods.ts";
import type { InterruptOptions, InterruptReceipt } from "./interrupt.ts";
import type { RequestOptions } from "./request_options.ts";
import type { GenerateTitleOptions, RewindFilesOptions, SessionControls } from "./session_controls.ts";
import { TaskMethods } from "./task_methods.ts";

/** The methods about the conversation, and with them all. */
export abstract class SessionMethods extends TaskMethods implements SessionControls {
  /** Takes note of the mode that the CLI confirmed. */
  protected abstract noteMode(mode: PermissionMode): void;

  interrupt(options?: InterruptOptions): Promise<InterruptReceipt> {
    return this.desk.interrupt(options);
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    // The CLI's flag knows both names, this request knows one (seen on 2.1.332).
    const plain = mode === "manual" ? "default" : mode;
    const answer = await this.desk.call("set_permission_mode", { mode: plain });
    this.noteMode(answer.mode ?? plain);
  }

  async setModel(model: string | null): Promise<void> {
    await this.desk.call("set_model", { model });
  }

  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    await this.desk.call("set_max_thinking_tokens", { max_thinking_tokens: tokens });
  }

  cancelMessage(uuid: string): Promise<boolean> {
    return this.desk.cancelMessage(uuid);
  }

  async renameSession(title: string): Promise<void> {
    await this.desk.call("rename_session", { title });
  }

  async generateTitle(description: string, { persist, ...options }: GenerateTitleOptions = {}): Promise<string | null> {
    const fields = { description, ...present({ persist }) };
    return (await this.desk.call("generate_session_title", fields, options)).title;
  }

  sideQuestion(question: string, options?: RequestOptions): Promise<SideQuestionAnswer> {
    return this.desk.call("side_question", { question }, options);
  }

  rewindFiles(promptUuid: string, { dryRun, ...options }: RewindFilesOptions = {}): Promise<RewindFilesAnswer> {
    const fields = { user_message_id: promptUuid, ...present({ dry_run: dryRun }) };
    return this.desk.call("rewind_files", fields, options);
  }

  async endSession(reason?: string): Promise<void> {
    await this.desk.call("end_session", present({ reason }));
  }
}
