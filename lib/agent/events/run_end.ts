/** Last event of an agent: its process has gone. */
export interface RunEnd {
  /** The event's kind. */
  readonly type: "run_end";
  /** The exit code; `null` where a signal ended the process. */
  readonly code: number | null;
  /** The signal that ended the process; `null` where it exited by itself. */
  readonly signal: string | null;
  /** What the run cost, in US dollars. */
  readonly costUsd: number;
  /** The ids of subagent tasks that had not settled when the process ended. */
  readonly unsettled: readonly string[];
  /** The last error that a turn's result told, where the last turn failed. */
  readonly lastError?: string;
}
