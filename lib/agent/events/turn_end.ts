import type { Prompt } from "../prompt.ts";
import type { Turn } from "../turn.ts";
import type { Answer } from "./answer.ts";

/** A turn has ended. A responder may continue the run with another prompt. */
export interface TurnEnd {
  /** The event's kind. */
  readonly type: "turn_end";
  /** The turn. */
  readonly turn: Turn;
  /**
   * Sends a prompt next, before those still waiting. Must be called while the event flows past;
   * the first answer that is not `undefined` or `false` wins.
   *
   * @param prompt A prompt, or a function that gives one.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  continueWith(prompt: Answer<Prompt | false> | ((signal: AbortSignal) => Answer<Prompt | false>)): void;
}
