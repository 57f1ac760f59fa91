/** Whether the program is there that gives other programs a terminal. */
export function hasPseudoTerminal(): boolean {
  if (Deno.build.os === "windows") return false;
  try {
    new Deno.Command("script", { args: ["--version"], stdin: "null", stdout: "null", stderr: "null" }).outputSync();
    return true;
  } catch {
    return false;
  }
}

/** After so long a command is ended: a test that waits for what does not come then fails, instead of hanging. */
const PATIENCE_MS = 60_000;

/** A shell command that runs in a terminal of its own. */
export class PseudoTerminal implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #watchdog: ReturnType<typeof setTimeout>;
  #seen = "";
  #at = 0;

  constructor(command: string) {
    const args = Deno.build.os === "darwin" ? ["-q", "/dev/null", "sh", "-c", command] : ["-qec", command, "/dev/null"];
    this.#child = new Deno.Command("script", {
      args,
      env: { NO_COLOR: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    this.#watchdog = setTimeout(() => this.#kill(), PATIENCE_MS);
  }

  /** What one presses. */
  async type(keys: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(keys));
  }

  /** Waits for the text, behind what was waited for before. */
  async see(text: string): Promise<void> {
    for (;;) {
      const found = this.#seen.indexOf(text, this.#at);
      if (found >= 0) {
        this.#at = found + text.length;
        return;
      }
      const { value, done } = await this.#reader.read();
      if (done) throw new Error(`Waited for ${JSON.stringify(text)} and saw ${JSON.stringify(this.#seen)}`);
      this.#seen += value;
    }
  }

  /** Reads to the end; what was seen since the last wait. */
  async rest(): Promise<string> {
    for (;;) {
      const { value, done } = await this.#reader.read();
      if (done) return this.#seen.slice(this.#at);
      this.#seen += value;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#watchdog);
    this.#kill();
    await this.#child.status;
    await this.#writer.close().catch(() => {});
    await this.#reader.cancel();
  }

  #kill(): void {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}
