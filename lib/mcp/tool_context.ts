/** How far a call of a tool has come. */
export interface ToolProgress {
  /** How much is done; may grow only. */
  progress: number;
  /** How much there is to do. */
  total?: number;
  /** What is being done. */
  message?: string;
}

/** What a handler knows of the call besides its arguments. */
export interface ToolContext {
  /** Fires when nobody wants the result any more: the turn was interrupted, the agent is ending. */
  readonly signal: AbortSignal;
  /** The id of the tool use, as messages and permission requests bear it; `undefined` where the client tells none. */
  readonly toolUseId: string | undefined;
  /**
   * Tells how far the call has come. 2.1.332 and 2.1.197 take it and show nothing of it in their messages.
   *
   * @param progress A number, a text that says what is being done, or both.
   */
  progress(progress: number | string | ToolProgress): void;
}
