import { BytePipe } from "./byte_pipe.ts";
import { type Deed, Tape } from "./_tape.ts";
import { describeDifferences } from "./_compare.ts";
import type { PlacedLine } from "./_read_recording.ts";
import { ReplayError } from "./replay_error.ts";
import type { Transport, TransportExit } from "../process/transport.ts";

/** How a session is played. */
export interface PlayerOptions {
  /** What the recording is called in errors. */
  name: string;
  /** How much faster than recorded. */
  speed: number;
  /** Told of what went wrong. */
  onFailure: (error: Error) => void;
}

/** A timer that is set to more rings at once. */
const LONGEST_MS = 2 ** 31 - 1;
const CODES: Readonly<Record<string, number>> = { SIGINT: 0, SIGTERM: 143 };

/** Plays one recorded session: says what the agent said, and waits where the script has to say something. */
export class Player implements Transport {
  readonly home?: string;
  readonly #tape: Tape;
  readonly #options: PlayerOptions;
  readonly #output = new BytePipe();
  readonly #stderr = new BytePipe();
  readonly #exit = Promise.withResolvers<TransportExit>();
  #next = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;
  #isEnded = false;
  #isGone = false;

  /**
   * @param lines The session.
   * @param options How it is played.
   */
  constructor(lines: readonly PlacedLine[], options: PlayerOptions) {
    this.#tape = new Tape(lines);
    const home = lines.find((line) => typeof line.home === "string")?.home;
    if (home !== undefined) this.home = home;
    this.#options = options;
    queueMicrotask(() => this.#play());
  }

  get output(): ReadableStream<Uint8Array> {
    return this.#output.stream;
  }

  get stderr(): ReadableStream<Uint8Array> {
    return this.#stderr.stream;
  }

  get exited(): Promise<TransportExit> {
    return this.#exit.promise;
  }

  write(line: string): Promise<void> {
    if (this.#isGone) return Promise.reject(new Error("Cannot write to the agent: it has gone"));
    if (this.#isEnded) return Promise.reject(new Error("Cannot write to the agent: its input is closed"));
    const error = this.#take(asDeed(line));
    return error === undefined ? Promise.resolve() : Promise.reject(error);
  }

  end(): Promise<void> {
    if (this.#isEnded || this.#isGone) return Promise.resolve();
    this.#isEnded = true;
    const expected = this.#tape.expected;
    if (expected !== undefined) this.#take({ raw: "<stdin closed>" });
    else this.#play();
    return Promise.resolve();
  }

  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void {
    if (this.#isGone) return;
    const isRecorded = this.#tape.expected?.raw === `<${name}>`;
    if (isRecorded) this.#take({ raw: `<${name}>` });
    // A process ends of a signal, whatever it had still to say.
    else this.#leave(name === "SIGKILL" ? { code: null, signal: name } : { code: CODES[name] ?? 0, signal: null });
  }

  #take(deed: Deed): Error | undefined {
    const wrong = this.#tape.take(deed);
    if (wrong === undefined) {
      this.#play();
      return undefined;
    }
    const { line, found } = wrong;
    const actual = "message" in deed ? deed.message : this.#isEnded ? undefined : deed.raw;
    const error = new ReplayError(`${this.#where(line)}:\n${describeDifferences(found)}`, {
      line: line?.line,
      expected: line?.message ?? line?.raw,
      actual,
    });
    this.#options.onFailure(error);
    this.#stderr.write(`${error.message}\n`);
    this.#leave({ code: 1, signal: null, error });
    return error;
  }

  #where(line: PlacedLine | undefined): string {
    const { name } = this.#options;
    if (line === undefined) return `Cannot replay ${name}: the script says something after all that it said there`;
    const before = this.#tape.lines[this.#next - 1]?.line;
    const reached = before === undefined ? "" : `, with all lines up to ${before} played`;
    return `Cannot replay ${name}: the script says something else than in line ${line.line}${reached}`;
  }

  /** Plays on to the next line that the script has to say, or to the end. */
  #play(): void {
    while (!this.#isGone) {
      const line = this.#tape.lines[this.#next];
      if (line === undefined) {
        if (this.#isEnded) this.#leave({ code: 0, signal: null });
        return;
      }
      if (line.dir === "out" && !this.#tape.isMatched(line)) return;
      if (line.dir !== "out" && !this.#isTime(line)) return;
      this.#next++;
      this.#isDue = false;
      try {
        this.#say(line);
      } catch (cause) {
        this.#giveUp(line, cause);
      }
    }
  }

  /** A frame that cannot be written: one that is nested too deeply, or no JSON at all. */
  #giveUp({ line, message }: PlacedLine, cause: unknown): void {
    const why = `Cannot replay ${this.#options.name}: line ${line} cannot be written as JSON: ${cause}`;
    const error = new ReplayError(why, { line, expected: message, actual: undefined });
    this.#options.onFailure(error);
    this.#leave({ code: 1, signal: null, error });
  }

  #say(line: PlacedLine): void {
    if (line.dir === "exit") return this.#leave({ code: line.code ?? null, signal: line.signal ?? null });
    if (line.dir === "err") return this.#stderr.write(line.raw ?? "");
    if (line.dir !== "in") return;
    if (line.raw === undefined) this.#output.write(`${JSON.stringify(this.#tape.asPlayed(line.message))}\n`);
    else this.#output.write(line.torn === true ? line.raw : `${line.raw.replace(/\n$/, "")}\n`);
    // That a line has no end is known when nothing more comes; what the script does of it may stand before the exit.
    if (line.torn === true) this.#output.close();
  }

  /** Whether a line's time has come; otherwise the play goes on when it has. */
  #isTime(line: PlacedLine): boolean {
    if (this.#isDue || this.#options.speed === Infinity) return true;
    if (this.#timer !== undefined) return false;
    const before = this.#tape.lines[this.#next - 1]?.t ?? 0;
    const wait = Math.min(Math.max(0, (line.t ?? before) - before) / this.#options.speed, LONGEST_MS);
    if (wait === 0) return true;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#isDue = true;
      this.#play();
    }, wait);
    return false;
  }

  #leave(exit: TransportExit): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#timer);
    this.#output.close();
    this.#stderr.close();
    this.#exit.resolve(exit);
  }
}

function asDeed(line: string): Deed {
  try {
    return { message: JSON.parse(line) };
  } catch {
    return { raw: line };
  }
}
