import process from "node:process";
import type { Terminal } from "./terminal.ts";

type Listener = (bytes: Uint8Array | null) => void;

const KEY = Symbol.for("turnstream/script_terminal");
const FALLBACK_COLUMNS = 80;
const LONGEST_WAIT = 2 ** 31 - 1;

/** The script's own terminal, the same one for every copy of this package in the script. */
export function scriptTerminal(): Terminal {
  const shared = globalThis as { [KEY]?: Terminal };
  return shared[KEY] ??= new ScriptTerminal();
}

/**
 * Reads standard input and writes standard error.
 *
 * It reads through `node:process`, because that stream can be paused: `Deno.stdin.read` cannot be
 * called off, keeps the script alive until a key comes, and swallows that key.
 */
class ScriptTerminal implements Terminal {
  #listener: Listener | undefined;
  #ended = false;
  readonly #encoder = new TextEncoder();

  isTerminal(): boolean {
    return !this.#ended && Deno.stdin.isTerminal() && Deno.stderr.isTerminal();
  }

  open(listener: Listener): void {
    this.close();
    this.#listener = listener;
    process.stdin.on("data", this.#onData);
    process.stdin.on("end", this.#onEnd);
    process.stdin.on("error", this.#onEnd);
    process.stdin.setRawMode(true);
    process.stdin.resume();
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    process.stdin.pause();
    process.stdin.off("data", this.#onData);
    process.stdin.off("end", this.#onEnd);
    process.stdin.off("error", this.#onEnd);
    try {
      process.stdin.setRawMode(false);
    } catch {
      // The terminal has gone, and its mode with it.
    }
  }

  write(text: string): void {
    let rest = this.#encoder.encode(text);
    while (rest.length > 0) rest = rest.subarray(Deno.stderr.writeSync(rest));
  }

  columns(): number {
    try {
      return Deno.consoleSize().columns || FALLBACK_COLUMNS;
    } catch {
      return FALLBACK_COLUMNS;
    }
  }

  /** A second, empty wait lets keys in that were typed while the script was too busy to read them. */
  after(milliseconds: number, callback: () => void): () => void {
    let timer = setTimeout(() => timer = setTimeout(callback, 0), Math.min(milliseconds, LONGEST_WAIT));
    return () => clearTimeout(timer);
  }

  interrupt(): void {
    Deno.kill(Deno.pid, "SIGINT");
  }

  readonly #onData = (chunk: Uint8Array | string): void => {
    this.#listener?.(typeof chunk === "string" ? this.#encoder.encode(chunk) : chunk);
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    this.#listener?.(null);
  };
}
