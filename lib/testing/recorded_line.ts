/** One line of a recording, as `record` writes it. */
export interface RecordedLine {
  /** When it was, in milliseconds since the beginning. @default at once after the line before */
  t?: number;
  /** Who spoke: `"in"` is what the agent wrote, `"out"` what was written to it, `"err"` its standard error. */
  dir: "in" | "out" | "err" | "exit" | "note";
  /** The frame, where the line is about one. */
  message?: unknown;
  /** What is no frame: a stray line, a text on standard error, `<stdin closed>`, `<SIGINT>`, a note. */
  raw?: string;
  /** Whether a stray line had no end: the output was cut off in it. */
  torn?: boolean;
  /** The agent's home directory: rules for `~/` start there. */
  home?: string;
  /** The exit code. */
  code?: number | null;
  /** The signal that ended it. */
  signal?: string | null;
  /** The agent's number, where several share a recording. @default 1 */
  agent?: number;
}
