/** How {@linkcode TextLineStream} reads. */
export interface TextLineStreamOptions {
  /** Whether a carriage return alone ends a line too. @default false */
  allowCR?: boolean;
}

/** Turns text in chunks of any size into lines, without their ends. */
export class TextLineStream extends TransformStream<string, string> {
  /** What came since the last line's end, in pieces, so that a long line costs no more than its length. */
  #open: string[] = [];

  /** @param options How to read. */
  constructor(options: TextLineStreamOptions = {}) {
    const allowCr = options.allowCR ?? false;
    const end = allowCr ? /\r\n|\n|\r(?!$)/g : /\r?\n/g;
    super({
      transform: (chunk, controller) => {
        if (chunk === "") return;
        const text = this.#takeReturn() + chunk;
        let start = 0;
        for (const match of text.matchAll(end)) {
          this.#open.push(text.slice(start, match.index));
          controller.enqueue(this.#close());
          start = match.index + match[0].length;
        }
        if (start < text.length) this.#open.push(text.slice(start));
      },
      flush: (controller) => {
        if (this.#open.length === 0) return;
        const line = this.#close();
        controller.enqueue(allowCr && line.endsWith("\r") ? line.slice(0, -1) : line);
      },
    });
  }

  /** Takes back a carriage return at the chunk's end: only what comes next tells whether it belongs to a line's end. */
  #takeReturn(): string {
    const last = this.#open.at(-1);
    if (!last?.endsWith("\r")) return "";
    this.#open[this.#open.length - 1] = last.slice(0, -1);
    return "\r";
  }

  #close(): string {
    const line = this.#open.length === 1 ? this.#open[0]! : this.#open.join("");
    this.#open = [];
    return line;
  }
}
