/** One line of the CLI's output, parsed. */
// deno-lint-ignore no-explicit-any -- raw frames are looked at field by field
export type Frame = Record<string, any>;

/** The arguments of every session that is driven frame by frame. */
export const FIXED_ARGUMENTS: readonly string[] = [
  "--output-format=stream-json",
  "--input-format=stream-json",
  "--verbose",
  "--permission-prompt-tool=stdio",
  "--replay-user-messages",
];

/** A session that is driven frame by frame, whatever is at its other end. */
export abstract class FrameSession {
  /** Every frame that came so far. */
  readonly frames: Frame[] = [];
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  /** Writes one frame. */
  abstract write(frame: Frame): Promise<void>;

  /** What is known of a session that ended before an awaited frame came, as a sentence. */
  protected abstract endedEarly(): string | Promise<string>;

  /** Whether all output was read. */
  protected get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Writes a prompt. */
  async prompt(content: string, uuid: string = crypto.randomUUID()): Promise<void> {
    const message = { role: "user", content };
    await this.write({ type: "user", message, uuid, parent_tool_use_id: null, session_id: "" });
  }

  /** Writes a control request and waits for its response. */
  async request(request: Frame): Promise<Frame> {
    const id = crypto.randomUUID();
    await this.write({ type: "control_request", request_id: id, request });
    const frame = await this.frame(({ type, response }) => type === "control_response" && response.request_id === id);
    return frame.response;
  }

  /** Answers a control request of the CLI's. */
  async respond({ request_id }: Frame, response: Frame): Promise<void> {
    await this.write({ type: "control_response", response: { subtype: "success", request_id, response } });
  }

  /** Waits for the first frame, from number `from` on, for which `wanted` holds. */
  async frame(wanted: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (let next = from;; next++) {
      while (next >= this.frames.length) {
        if (this.#hasEnded) throw new Error(await this.endedEarly());
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
      const frame = this.frames[next];
      if (frame && wanted(frame)) return frame;
    }
  }

  /** Reads the output to its end. */
  protected async read(output: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of output.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.trim()) this.frames.push(JSON.parse(line));
      this.#wake();
    }
    this.#hasEnded = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
