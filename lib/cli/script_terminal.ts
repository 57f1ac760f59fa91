import process from "node:process";
import { isatty, ReadStream } from "node:tty";
import { LONGEST_MS } from "../process/mod.ts";
import type { LineTerminal } from "./terminal.ts";

type Listener = (bytes: Uint8Array | null) => void;

const KEY = Symbol.for("turnstream/script_terminal");
const STDIN = 0;
const FALLBACK_COLUMNS = 80;

/** The script's own terminal, the same one for every copy of this package in the script. */
export function scriptTerminal(): LineTerminal {
  const shared = globalThis as { [KEY]?: LineTerminal };
  return shared[KEY] ??= new ScriptTerminal();
}

/**
 * Reads standard input and writes standard error.
 *
 * It reads through `node:process`, because that stream can be paused: `Deno.stdin.read` cannot be
 * called off, keeps the script alive until a key comes, and swallows that key.
 */
class ScriptTerminal implements LineTerminal {
  #stream: ReadStream | undefined;
  #makeStream: () => ReadStream = () => process.stdin;
  #listener: Listener | undefined;
  #isRaw = false;
  #ended = false;
  readonly #encoder = new TextEncoder();

  isTerminal(): boolean {
    return !this.#ended && isatty(STDIN) && Deno.stderr.isTerminal();
  }

  open(listener: Listener): void {
    this.#start(listener, { raw: true });
  }

  openLines(listener: Listener): void {
    this.#start(listener, { raw: false });
  }

  close(): void {
    if (this.#listener === undefined) return;
    this.#listener = undefined;
    this.#leaveStream();
    if (!this.#isRaw) return;
    this.#isRaw = false;
    try {
      this.#stream?.setRawMode(false);
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
    let timer = setTimeout(() => timer = setTimeout(callback, 0), Math.min(milliseconds, LONGEST_MS));
    return () => clearTimeout(timer);
  }

  interrupt(): void {
    Deno.kill(Deno.pid, "SIGINT");
  }

  #start(listener: Listener, { raw }: { raw: boolean }): void {
    this.close();
    this.#listener = listener;
    if (this.#ended) return queueMicrotask(() => this.#listener === listener && listener(null));
    const stream = this.#stream ??= this.#makeStream();
    stream.on("data", this.#onData);
    stream.on("end", this.#onEnd);
    stream.on("error", this.#onEnd);
    this.#isRaw = raw;
    if (raw) stream.setRawMode(true);
    stream.ref?.();
    stream.resume();
  }

  /** A stream that is resumed and paused at once would keep the script alive, were it not for `unref`. */
  #leaveStream(): void {
    const stream = this.#stream;
    if (stream === undefined) return;
    stream.pause();
    stream.off("data", this.#onData);
    stream.off("end", this.#onEnd);
    stream.off("error", this.#onEnd);
    stream.unref?.();
  }

  readonly #onData = (chunk: Uint8Array | string): void => {
    this.#listener?.(typeof chunk === "string" ? this.#encoder.encode(chunk) : chunk);
  };

  /**
   * Ctrl+D ends the stream and not the terminal: whoever reads next gets a stream of its own. The old one must
   * have gone before: at its end it resets the terminal's mode.
   */
  readonly #onEnd = (): void => {
    const listener = this.#listener;
    this.#ended = this.#isRaw || !isatty(STDIN);
    const ended = this.#stream;
    this.close();
    ended?.destroy();
    this.#stream = undefined;
    this.#makeStream = () => new ReadStream(STDIN);
    listener?.(null);
  };
}
