import type { PermissionMode } from "../../protocol/messages.ts";
import { checkOptionBag } from "../../protocol/option_bag.ts";
import type { RewindFilesAnswer, SideQuestionAnswer } from "../../protocol/requests/mod.ts";
import { ControlError } from "../errors.ts";
import { present } from "./control_methods.ts";
import type { InterruptOptions, InterruptReceipt } from "./interrupt.ts";
import { REQUEST_OPTIONS, type RequestOptions } from "./request_options.ts";
import type { GenerateTitleOptions, RewindFilesOptions, SessionControls } from "./session_controls.ts";
import { TaskMethods } from "./task_methods.ts";

/** The methods about the conversation, and with them all. */
export abstract class SessionMethods extends TaskMethods implements SessionControls {
  interrupt(options?: InterruptOptions): Promise<InterruptReceipt> {
    return this.desk.interrupt(options);
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    // The CLI's flag knows both names, this request knows one (seen on 2.1.332).
    const plain = mode === "manual" ? "default" : mode;
    await this.desk.call("set_permission_mode", { mode: plain }).catch((error) => {
      throw withOption(error, plain);
    });
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

  async generateTitle(description: string, given: GenerateTitleOptions = {}): Promise<string | null> {
    checkOptionBag("agent.generateTitle()", given, { persist: true, ...REQUEST_OPTIONS });
    const { persist, ...options } = given;
    const fields = { description, ...present({ persist }) };
    return (await this.desk.call("generate_session_title", fields, options)).title;
  }

  sideQuestion(question: string, options?: RequestOptions): Promise<SideQuestionAnswer> {
    return this.desk.call("side_question", { question }, options);
  }

  async rewindFiles(promptUuid: string, given: RewindFilesOptions = {}): Promise<RewindFilesAnswer> {
    checkOptionBag("agent.rewindFiles()", given, { dryRun: true, ...REQUEST_OPTIONS });
    const { dryRun, ...options } = given;
    const fields = { user_message_id: promptUuid, ...present({ dry_run: dryRun }) };
    return await this.desk.call("rewind_files", fields, options);
  }

  async endSession(reason?: string): Promise<void> {
    await this.desk.call("end_session", present({ reason }));
  }
}

/** The CLI names a flag of its own where the script has an option. */
function withOption(error: unknown, mode: PermissionMode): unknown {
  if (!(error instanceof ControlError) || error.kind !== "refused" || mode !== "bypassPermissions") return error;
  const message = `${error.message}; this mode needs the option "allowDangerouslySkipPermissions" at the launch`;
  return new ControlError(message, { kind: error.kind, subtype: error.subtype, code: error.code, cause: error });
}
