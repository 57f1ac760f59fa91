/** Puts chunks of bytes together to lines of text. */
export class Lines {
  readonly #decoder = new TextDecoder();
  readonly #onLine: (line: string) => void;
  #rest = "";

  /** @param onLine Called for each line, without its line end. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Takes the next chunk. */
  push(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = parts.pop() ?? "";
    parts.forEach(this.#onLine);
  }

  /** Gives the last line, if it had no end. */
  end(): void {
    const last = this.#rest + this.#decoder.decode();
    this.#rest = "";
    if (last !== "") this.#onLine(last);
  }
}
