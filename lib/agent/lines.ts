/** A longer line comes in pieces: nobody knows whether it will ever end. */
const LONGEST = 2 ** 20;

/** Puts chunks of bytes together to lines of text. */
export class Lines {
  readonly #decoder = new TextDecoder();
  readonly #onLine: (line: string) => void;
  #rest = "";

  /** @param onLine Called for each line, without its line end; for each piece of one of more than a million characters. */
  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Takes the next chunk; the cost grows with the chunk alone. */
  push(chunk: Uint8Array): void {
    const [first = "", ...more] = this.#decoder.decode(chunk, { stream: true }).split("\n");
    this.#rest += first;
    for (const next of more) {
      const line = this.#rest;
      this.#rest = next;
      this.#onLine(line);
    }
    if (this.#rest.length <= LONGEST) return;
    const piece = this.#rest;
    this.#rest = "";
    this.#onLine(piece);
  }

  /** Gives the last line, if it had no end. */
  end(): void {
    const last = this.#rest + this.#decoder.decode();
    this.#rest = "";
    if (last !== "") this.#onLine(last);
  }
}
