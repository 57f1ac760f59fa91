import { FIXED_ARGUMENTS, type Frame, FrameSession } from "./frame_session.ts";
import type { Sandbox } from "./sandbox.ts";

/** How a raw session is opened. */
export interface RawSessionOptions {
  /** Arguments after the fixed ones. @default none */
  args?: string[];
}

/** Starts the real `claude` of a sandbox and speaks with it frame by frame, with nothing of this package in between. */
export function openSession(box: Sandbox, options: RawSessionOptions = {}): RawSession {
  return new RawSession(box, options);
}

/** The real `claude`, frame by frame. */
export class RawSession extends FrameSession implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<void>;
  readonly #stderr: Promise<string>;

  constructor(box: Sandbox, { args = [] }: RawSessionOptions) {
    super();
    const { program, ...place } = box.options;
    this.#child = new Deno.Command(program, {
      ...place,
      args: [...FIXED_ARGUMENTS, ...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#input = this.#child.stdin.getWriter();
    this.#reading = this.read(this.#child.stdout);
    this.#stderr = new Response(this.#child.stderr).text();
  }

  async write(frame: Frame): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${JSON.stringify(frame)}\n`));
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
      if (!this.hasEnded) this.#child.kill("SIGKILL");
    } catch {
      // Gone in the meantime.
    }
    await this.end();
  }

  protected async endedEarly(): Promise<string> {
    return `The CLI ended before the awaited frame came; stderr: ${await this.#stderr}`;
  }
}
