/** First event of an agent, before its process starts: gates and hooks register on it. */
export interface Opening {
  /** The event's kind. */
  readonly type: "opening";
}
