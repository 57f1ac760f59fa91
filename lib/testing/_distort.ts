import type { Misbehaviour } from "./misbehaviour.ts";

/** What a stream of output is distorted with. */
export interface DistortOptions extends Misbehaviour {
  /** Called when the output has broken off. */
  onTruncated: () => void;
}

/**
 * Makes an agent's output worse than it is, as a misbehaviour says.
 *
 * @param output The output.
 * @param options What is done to it.
 * @returns The output that its host reads.
 */
export function distorted(output: ReadableStream<Uint8Array>, options: DistortOptions): ReadableStream<Uint8Array> {
  const distortion = new Distortion(options);
  return output.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => distortion.start(controller),
      transform: (chunk) => distortion.take(chunk),
      flush: () => distortion.finish(),
    }),
  );
}

class Distortion {
  readonly #options: DistortOptions;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  readonly #late = new Set<Promise<void>>();
  #controller: TransformStreamDefaultController<Uint8Array> | undefined;
  #rest = "";
  #lines = 0;
  #bytes = 0;

  constructor(options: DistortOptions) {
    this.#options = options;
  }

  start(controller: TransformStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  take(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#say(`${line}\n`);
  }

  /** What was late comes before the end. */
  async finish(): Promise<void> {
    if (this.#rest !== "") this.#write(this.#rest);
    await Promise.all(this.#late);
  }

  #say(line: string): void {
    const { silentAfter = Infinity, noise, hugeLineBytes, lateMs = 0, doubles = [] } = this.#options;
    if (this.#lines++ >= silentAfter) return;
    const type = typeOf(line);
    if (noise !== undefined) this.#write(`${noise}\n`);
    if (type === "result" && hugeLineBytes !== undefined) {
      this.#write(`${JSON.stringify({ type: "ballast", text: "x".repeat(hugeLineBytes) })}\n`);
    }
    const isAnswer = type === "control_response";
    const isDouble = doubles.includes(isAnswer ? "answers" : "requests") && (isAnswer || type === "control_request");
    const whole = isDouble ? line + line : line;
    if (!isAnswer || lateMs === 0) return this.#write(whole);
    const late = new Promise<void>((resolve) => setTimeout(resolve, lateMs)).then(() => this.#write(whole));
    this.#late.add(late);
  }

  #write(text: string): void {
    const { splitBytes = Infinity, truncateAfter = Infinity } = this.#options;
    const all = this.#encoder.encode(text);
    const bytes = all.subarray(0, truncateAfter - this.#bytes);
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length; at += splitBytes) {
      this.#enqueue(bytes.subarray(at, Math.min(at + splitBytes, bytes.length)));
    }
    if (bytes.length === all.length) return;
    this.#options.truncateAfter = this.#bytes;
    this.#controller?.terminate();
    this.#controller = undefined;
    this.#options.onTruncated();
  }

  #enqueue(bytes: Uint8Array): void {
    try {
      this.#controller?.enqueue(bytes);
    } catch {
      // Nobody reads any more.
    }
  }
}

function typeOf(line: string): string | undefined {
  try {
    return JSON.parse(line)?.type;
  } catch {
    return undefined;
  }
}
