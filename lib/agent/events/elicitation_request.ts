import type { ControlRequestFrame, ElicitationAnswer, ElicitationControlRequest } from "../../protocol/control.ts";
import type { Answer } from "./answer.ts";

/**
 * An MCP server asks the person at the host for something. If nobody answers, it gets an error, which claims no
 * decision of a person; to the server that looks like a question that was closed.
 */
export interface ElicitationRequest {
  /** The event's kind. */
  readonly type: "elicitation";
  /** The server that asks. */
  readonly serverName: string;
  /** What it says to the person. */
  readonly message: string;
  /** Whether a form is to be filled in, or a page to be opened. */
  readonly mode: "form" | "url";
  /** The JSON schema of what `accept` gives, for a form. */
  readonly requestedSchema: Readonly<Record<string, unknown>> | undefined;
  /** The page, for `url`. */
  readonly url: string | undefined;
  /** The server's id for it, for `url`. */
  readonly elicitationId: string | undefined;
  /** A heading. */
  readonly title: string | undefined;
  /** The server's name for people. */
  readonly displayName: string | undefined;
  /** What it is about. */
  readonly description: string | undefined;
  /** Whether it passed messages that wait for a paced consumer, and that the CLI wrote before it. @default it did not */
  readonly ahead?: true;
  /** The raw frame. */
  readonly frame: ControlRequestFrame<ElicitationControlRequest>;
  /**
   * Makes the answer of a person who gave what was asked for.
   *
   * @param content What they gave, as the schema wants it; not checked here. @default none, for a page
   * @returns The answer, to be given back.
   */
  accept(content?: Record<string, unknown>): ElicitationAnswer;
  /**
   * Makes the answer of a person who refused.
   *
   * @returns The answer, to be given back.
   */
  decline(): ElicitationAnswer;
  /**
   * Makes the answer of a person who closed the question.
   *
   * @returns The answer, to be given back.
   */
  cancel(): ElicitationAnswer;
  /**
   * Answers the request. Must be called while the event flows past; nothing is evaluated before it has passed the whole
   * pipeline, and then the first answer that is not `undefined` wins.
   *
   * @param answer An answer, or a function that gives one when its turn comes. Its signal fires when nobody wants the
   * answer any more.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  respondWith(answer: Answer<ElicitationAnswer> | ((signal: AbortSignal) => Answer<ElicitationAnswer>)): void;
}
