import type { ControlRequestFrame, DialogAnswer, UserDialogControlRequest } from "../../protocol/control.ts";
import type { Answer } from "./answer.ts";

/**
 * The CLI asks the host to show a dialog of a kind that was declared. If nobody answers, it gets an error, which claims
 * no decision of a person.
 */
export interface DialogRequest {
  /** The event's kind. */
  readonly type: "dialog";
  /** Which dialog it is. */
  readonly kind: string;
  /** What it shows; its shape depends on the kind. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The tool use that it belongs to, where it belongs to one. */
  readonly toolUseId: string | undefined;
  /** Whether it passed messages that wait for a paced consumer, and that the CLI wrote before it. @default it did not */
  readonly ahead?: true;
  /** The raw frame. */
  readonly frame: ControlRequestFrame<UserDialogControlRequest>;
  /**
   * Makes the answer of a person who chose something.
   *
   * @param result What they chose; its shape depends on the kind.
   * @returns The answer, to be given back.
   */
  complete(result: unknown): DialogAnswer;
  /**
   * Makes the answer of a person who dismissed the dialog.
   *
   * @returns The answer, to be given back.
   */
  cancel(): DialogAnswer;
  /**
   * Answers the request. Must be called while the event flows past; nothing is evaluated before it has passed the whole
   * pipeline, and then the first answer that is not `undefined` wins.
   *
   * @param answer An answer, or a function that gives one when its turn comes. Its signal fires when nobody wants the
   * answer any more.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  respondWith(answer: Answer<DialogAnswer> | ((signal: AbortSignal) => Answer<DialogAnswer>)): void;
}
