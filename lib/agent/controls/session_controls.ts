import type { PermissionMode } from "../../protocol/messages.ts";
import type { RewindFilesAnswer, SideQuestionAnswer } from "../../protocol/requests/mod.ts";
import type { InterruptOptions, InterruptReceipt } from "./interrupt.ts";
import type { RequestOptions } from "./request_options.ts";

/**
 * What a script can ask about the conversation.
 *
 * @example A question beside the conversation, with a limit of its own
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt(), {
 *   answers: { side_question: () => ({ response: "It lints the tests", synthetic: false }) },
 * });
 * await using agent = await connect({ transport });
 * const { response } = await agent.sideQuestion("What are you doing?", { timeoutMs: 30_000 });
 * assertEquals(response, "It lints the tests");
 * ```
 */
export interface SessionControls {
  /**
   * Interrupts the turn that runs; its `TurnEnd` comes with the outcome `interrupted`. Subagents are
   * stopped too. Before the CLI has shown a sign of the turn the interrupt waits for it.
   *
   * @param options What else is dropped, and how long it may take.
   * @returns The receipt. Rejects with a `ControlError` of kind `not_running` when there is nothing
   * to interrupt: idle, and before the first turn.
   */
  interrupt(options?: InterruptOptions): Promise<InterruptReceipt>;

  /**
   * Sets the permission mode: before the first turn, in a turn and between turns alike. A permission
   * request that waits already stays as it is. Gates hold in every mode.
   *
   * @param mode The mode; `manual` is the same as `default`. `bypassPermissions` needs the option
   * `allowDangerouslySkipPermissions`.
   * @returns When the CLI has confirmed it. Rejects with a `ControlError` of kind `refused` for a mode that this
   * session may not have.
   */
  setPermissionMode(mode: PermissionMode): Promise<void>;

  /**
   * Sets the model from the next model call on: before the first turn, between turns, and in a turn for its next call.
   * The CLI does not check the name: a wrong one shows as an error of the next turn.
   *
   * @param model The model; `null` for the CLI's own.
   */
  setModel(model: string | null): Promise<void>;

  /**
   * Sets how many tokens the model may think, from the next model call on: before the first turn, in a turn and between
   * turns alike.
   *
   * @param tokens How many; `0` switches thinking off, `null` goes back to what the session began with.
   */
  setMaxThinkingTokens(tokens: number | null): Promise<void>;

  /**
   * Takes back a prompt whose turn has not begun: one that waits in the script for a running turn to end, or one that
   * `send` has written and that waits in the CLI. A promise of `ask` for it rejects with a `ControlError` of kind
   * `cancelled`.
   *
   * Before the first turn and when idle a prompt begins at once, so that there is nothing to take back. A uuid that was
   * never given to this agent is not passed on: the CLI would remember it and drop the prompt that comes with it later
   * (seen on 2.1.332 and 2.1.197).
   *
   * @param uuid The prompt's uuid, as `send` gave it. An `ask`ed prompt needs one of its own to be taken back:
   * `ask({ content, uuid: crypto.randomUUID() })`.
   * @returns Whether it was taken back; `false` once its turn has begun.
   */
  cancelMessage(uuid: string): Promise<boolean>;

  /**
   * Names the session, as lists of sessions show it: before the first turn, in a turn and between turns alike.
   *
   * @param title The name.
   */
  renameSession(title: string): Promise<void>;

  /**
   * Has a small model make a title for a session; costs a model call. Before the first turn, in a turn and between turns
   * alike.
   *
   * @param description What the session is about.
   * @param options Whether the session is named so at once, and how long it may take.
   * @returns The title; `null` where the model gave none.
   */
  generateTitle(description: string, options?: GenerateTitleOptions): Promise<string | null>;

  /**
   * Asks the model something about the conversation, beside it: nothing of it stays in the conversation, no tool can be
   * used, no turn begins. Costs a model call. Works in a turn without disturbing it, between turns, and before the first
   * turn, when there is nothing to ask about yet.
   *
   * @param question The question.
   * @param options How long it may take, and who is told how it goes.
   * @returns The answer. An error of the model's server is no rejection: `synthetic` is `true` then, and `response`
   * tells it.
   */
  sideQuestion(question: string, options?: RequestOptions): Promise<SideQuestionAnswer>;

  /**
   * Puts files back to what they were before a prompt. Needs the option `enableFileCheckpointing`, and is meant for an
   * idle agent: in a turn the agent does not know that its files change. Before the first turn there is no checkpoint.
   *
   * @param promptUuid The prompt's uuid, as `send` gave it; an `ask`ed prompt needs one of its own (`{ content, uuid }`).
   * @param options Whether the CLI only tells what it would do.
   * @returns What was done, or would be. A rehearsal for an unknown prompt gives `canRewind: false`; otherwise that is a
   * `ControlError` of kind `refused`, as it is where checkpoints are off.
   */
  rewindFiles(promptUuid: string, options?: RewindFilesOptions): Promise<RewindFilesAnswer>;

  /**
   * Tells the CLI to exit, in a turn or not. `close` is the way to end an agent: this one leaves it to the CLI whether
   * it comes to its end.
   *
   * @param reason Why. @default none
   */
  endSession(reason?: string): Promise<void>;
}

/** How a title is made. */
export interface GenerateTitleOptions extends RequestOptions {
  /** Whether the session is named so at once. @default the CLI's own choice */
  persist?: boolean;
}

/** How files are put back. */
export interface RewindFilesOptions extends RequestOptions {
  /** Whether the CLI only tells what it would do. @default false */
  dryRun?: boolean;
}
