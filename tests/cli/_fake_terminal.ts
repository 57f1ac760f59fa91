import type { LineTerminal } from "../../lib/cli/terminal.ts";

interface Timer {
  at: number;
  callback: () => void;
}

/** A terminal whose keys and whose clock a test moves by hand. */
export class FakeTerminal implements LineTerminal {
  /** Everything that was written. */
  written = "";
  /** How the keyboard is read, if it is: key by key, or line by line. */
  reading: "keys" | "lines" | undefined;
  /** How often SIGINT was raised. */
  interrupts = 0;
  terminal = true;
  width = 80;
  failure: Error | undefined;
  #listener: ((bytes: Uint8Array | null) => void) | undefined;
  #now = 0;
  readonly #timers = new Set<Timer>();

  /** Whether the keyboard is taken. */
  get taken(): boolean {
    return this.reading !== undefined;
  }

  isTerminal(): boolean {
    return this.terminal;
  }

  open(listener: (bytes: Uint8Array | null) => void): void {
    this.reading = "keys";
    this.#listener = listener;
  }

  openLines(listener: (bytes: Uint8Array | null) => void): void {
    this.reading = "lines";
    this.#listener = listener;
  }

  close(): void {
    this.reading = undefined;
    this.#listener = undefined;
  }

  write(text: string): void {
    if (this.failure) throw this.failure;
    this.written += text;
  }

  columns(): number {
    return this.width;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  interrupt(): void {
    this.interrupts++;
  }

  /** One read: what was typed since the last one. */
  type(text: string): void {
    this.#listener?.(new TextEncoder().encode(text));
  }

  /** One read of bytes. */
  send(...bytes: number[]): void {
    this.#listener?.(new Uint8Array(bytes));
  }

  /** Ctrl+D at an empty line that is read as a line. */
  end(): void {
    this.#listener?.(null);
  }

  /** The terminal goes away. */
  hangUp(): void {
    this.terminal = false;
    this.#listener?.(null);
  }

  /** How many timers are set. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#now = due.at;
      due.callback();
    }
    this.#now = end;
  }
}

/** Lets everything that is ready run. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}
