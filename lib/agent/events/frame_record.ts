/** One frame as it crossed the pipe, in either direction. */
export interface FrameRecord {
  /** `"in"` for what the agent wrote, `"out"` for what was written to it. */
  readonly direction: "in" | "out";
  /** The frame: a JSON value as it was read, or the object that was written. */
  readonly frame: unknown;
}
