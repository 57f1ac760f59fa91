import type { Sandbox } from "./sandbox.ts";

/** One line of the CLI's output, parsed. */
// deno-lint-ignore no-explicit-any -- raw frames are looked at field by field
export type Frame = Record<string, any>;

/** How a raw session is opened. */
export interface RawSessionOptions {
  /** Arguments after the fixed ones. @default none */
  args?: string[];
}

const FIXED = [
  "--output-format=stream-json",
  "--input-format=stream-json",
  "--verbose",
  "--permission-prompt-tool=stdio",
  "--replay-user-messages",
];

/** Starts the real `claude` of a sandbox and speaks with it frame by frame, with nothing of this package in between. */
export function openSession(box: Sandbox, options: RawSessionOptions = {}): RawSession {
  return new RawSession(box, options);
}

/** The real `claude`, frame by frame. */
export class RawSession implements AsyncDisposable {
  /** Every frame that came so far. */
  readonly frames: Frame[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #stderr: Promise<string>;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(box: Sandbox, { args = [] }: RawSessionOptions) {
    const { program, ...place } = box.options;
    this.#child = new Deno.Command(program, {
      ...place,
      args: [...FIXED, ...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#reading = this.#read();
    this.#stderr = new Response(this.#child.stderr).text();
  }

  /** Writes one frame. */
  async write(frame: Frame): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
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
        if (this.#hasEnded) {
          throw new Error(`The CLI ended before the awaited frame came; stderr: ${await this.#stderr}`);
        }
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
      const frame = this.frames[next];
      if (frame && wanted(frame)) return frame;
    }
  }

  /** Closes the CLI's input and waits for its end. */
  async end(): Promise<Deno.CommandStatus> {
    await this.#input.close().catch(() => {});
    await this.#reading;
    await this.#stderr;
    return await this.#child.status;
  }

  /** Kills the CLI where it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      if (!this.#hasEnded) this.#child.kill("SIGKILL");
    } catch {
      // Gone in the meantime.
    }
    await this.end();
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
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
