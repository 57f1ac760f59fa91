let processes = 0;

/**
 * Ids that look like the real ones and count up, so that a log of a test is easy to read. The
 * processes of one program have ids of their own.
 */
export class Ids {
  readonly #process: number;
  readonly #counts = new Map<string, number>();

  /** Starts at one, for the process of the given number. */
  constructor(process: number = ++processes) {
    this.#process = process;
  }

  /** A UUID whose first letter tells what it is for. */
  uuid(kind: "frame" | "request" | "session" | "hook" | "prompt"): string {
    const letter = { frame: "f", request: "c", session: "5", hook: "b", prompt: "a" }[kind];
    return `${letter}${pad(this.#process, 7)}-0000-4000-8000-${pad(this.#next(kind), 12)}`;
  }

  /** An id with a readable prefix: `msg_001`, `toolu_001`, `task_001`. */
  short(prefix: "msg" | "req" | "run" | "toolu" | "task"): string {
    return `${prefix}_${pad(this.#next(prefix), 3)}`;
  }

  #next(kind: string): number {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return count;
  }
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
