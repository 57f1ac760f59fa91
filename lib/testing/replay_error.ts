/** What an error of a replay knows. */
export interface ReplayErrorDetails {
  /** The number of the line in the recording; `undefined` where it is over. */
  line: number | undefined;
  /** What was recorded; `undefined` where nothing more was to come. */
  expected: unknown;
  /** What the script wrote; `undefined` where it closed the agent's input instead. */
  actual: unknown;
}

/**
 * A script said something else than its recording. The message shows the place in the recording, and where the two
 * differ: what was recorded with a minus, what came with a plus.
 */
export class ReplayError extends Error {
  /** Always `"ReplayError"`. */
  override readonly name = "ReplayError";
  /** The number of the line in the recording; `undefined` where it is over. */
  readonly line: number | undefined;
  /** What was recorded; `undefined` where nothing more was to come. */
  readonly expected: unknown;
  /** What the script wrote; `undefined` where it closed the agent's input instead. */
  readonly actual: unknown;

  /**
   * Makes the error of a place in a recording.
   *
   * @param message What is wrong.
   * @param details What is known of it.
   */
  constructor(message: string, details: ReplayErrorDetails) {
    super(message);
    this.line = details.line;
    this.expected = details.expected;
    this.actual = details.actual;
  }
}
