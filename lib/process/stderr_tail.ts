import { maskSecrets, secretValues } from "./secrets.ts";

/** How much is kept, and what must not be seen. */
export interface StderrTailOptions {
  /** How many characters of the end are kept. @default 16_384 */
  limit?: number;
  /** The environment that the program was given: values of keys, tokens and passwords in it are masked. @default none */
  env?: Readonly<Record<string, string>>;
}

/** Kept beyond the limit, so that a secret that the cut would halve is still seen whole, and masked. */
const MARGIN = 4_096;

/**
 * The end of what a program wrote on standard error, without secrets and control characters.
 *
 * @example The end of a long text
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const tail = new StderrTail({ limit: 20, env: { API_KEY: "hunter2" } });
 * tail.push(new TextEncoder().encode("a long first line\nthe key is hunter2\n"));
 * assertEquals([tail.text, tail.totalBytes], ["the key is ***\n", 37]);
 * ```
 */
export class StderrTail {
  readonly #limit: number;
  readonly #secrets: readonly string[];
  readonly #decoder = new TextDecoder();
  #kept = "";
  #cut = false;
  #totalBytes = 0;

  /**
   * Begins with nothing.
   *
   * @param options How much is kept, and what must not be seen.
   */
  constructor(options: StderrTailOptions = {}) {
    this.#limit = options.limit ?? 16_384;
    this.#secrets = secretValues(options.env ?? {});
  }

  /**
   * Takes what the program wrote. Never throws.
   *
   * @param chunk The bytes, cut anywhere.
   */
  push(chunk: Uint8Array): void {
    this.#totalBytes += chunk.length;
    this.#kept += this.#decoder.decode(chunk, { stream: true });
    // Cut only now and then: at every chunk it would cost the whole tail each time.
    const most = this.#limit + MARGIN;
    if (this.#kept.length > 2 * most) {
      this.#kept = this.#kept.slice(-most);
      this.#cut = true;
    }
  }

  /** How many bytes came in all, kept or not. */
  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** The end of the text, from the start of a line where something was cut off. */
  get text(): string {
    // The cut may have left half a secret, which no pattern finds, at the start of the margin: its line is not shown.
    const whole = this.#cut ? fromNextLine(this.#kept) : this.#kept;
    const masked = maskSecrets(printable(whole), this.#secrets);
    return masked.length <= this.#limit ? masked : fromNextLine(masked.slice(-this.#limit));
  }
}

/** Without what a terminal would obey. */
function printable(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replaceAll(/\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|.?)/g, "")
    // deno-lint-ignore no-control-regex
    .replaceAll(/\r\n/g, "\n").replaceAll(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "");
}

function fromNextLine(text: string): string {
  const end = text.indexOf("\n");
  // The last line alone may be longer than the limit: then its end is all there is.
  return end === -1 || end === text.length - 1 ? text : text.slice(end + 1);
}
