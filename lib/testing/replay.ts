import { Player } from "./_player.ts";
import { type PlacedLine, readLines, readRecording } from "./_read_recording.ts";
import type { RecordedLine } from "./recorded_line.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import type { Launch, TransportFactory } from "../process/transport.ts";

/** What can be replayed: a file by its path or URL, the text of one, its lines, or what an agent's `frames` gave. */
export type Recording =
  | string
  | URL
  | Iterable<RecordedLine | { readonly direction: "in" | "out"; readonly frame: unknown }>;

/** Options of `replay`. */
export interface ReplayOptions {
  /**
   * How fast the agent speaks: 1 is as fast as it did, 10 ten times as fast, `Infinity` without any waiting.
   *
   * @default Infinity
   */
  speed?: number;
}

/** What `replay` gives back: a value for the option `transport`, which remembers what went wrong. */
export interface Replay extends TransportFactory {
  /** What the scripts said that was not in the recording; each a `ReplayError`. */
  readonly failures: readonly Error[];
  /** What the replayed agents so far were started with, in order. */
  readonly launches: readonly Launch[];
}

/**
 * Makes an agent of a recording: it says what the recorded one said, to a script that says what the recorded one said.
 *
 * It feels like a scene partner who knows only this scene. What the script writes is matched by kind and content: fresh
 * ids are translated, prompts and answers must come in their order, answers that were given side by side may come in any.
 * What was masked (`***`, `/home/user`) or cut (`…`) when it was recorded matches everything that may have stood there.
 * A script that says something else gets a `ReplayError` that shows the place and the difference: it is the error of the
 * agent's events, and stands in `failures`. No process is started and no network used; a path needs `--allow-read`.
 *
 * A recording of several agents gives them in their order, one for each start; after the last it begins again. A torn
 * last line is left out. A signal that was not recorded ends the agent as it would end a process.
 *
 * @example A policy that answers otherwise than the recorded one
 * ```ts
 * import { allowTools, claude, record } from "@turnstream/turnstream";
 * import { replay, ReplayError, simulate } from "@turnstream/turnstream/testing";
 * import { assertInstanceOf, assertRejects } from "@std/assert";
 *
 * const simulation = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make test" });
 *   await cli.end();
 * });
 * const lines: string[] = [];
 * const policy = allowTools("Bash(make test)");
 * await claude("go", { transport: simulation }).pipe(policy, record((line) => lines.push(line))).forEach(() => {});
 *
 * const other = claude("go", { transport: replay(lines.join("")) }).pipe(allowTools("Read"));
 * assertInstanceOf(await assertRejects(() => other.forEach(() => {})), ReplayError);
 * ```
 *
 * @param recording What is replayed.
 * @param options How fast. @default without any waiting
 * @returns A value for the option `transport`.
 * @throws {TypeError} If it is no recording, or one without a session.
 * @throws {RangeError} If the speed is no number above 0.
 * @throws `UsageError` if an option does not exist.
 */
export function replay(recording: Recording, options: ReplayOptions = {}): Replay {
  checkOptionBag("replay()", options, { speed: true });
  const { speed = Infinity } = options;
  if (typeof speed !== "number" || !(speed > 0)) {
    throw new RangeError(`Cannot replay at speed ${speed}: give a number above 0, or Infinity for no waiting`);
  }
  const { name, sessions } = read(recording);
  if (sessions.length === 0) throw new TypeError(`Cannot replay ${name}: no session is in it`);
  const failures: Error[] = [];
  const launches: Launch[] = [];
  function play(launch: Launch): Player {
    const session = sessions[launches.length % sessions.length] ?? [];
    launches.push(launch);
    return new Player(session, { name, speed, onFailure: (error) => failures.push(error) });
  }
  return Object.assign(play, { failures, launches });
}

function read(recording: Recording): { name: string; sessions: PlacedLine[][] } {
  if (typeof recording !== "string" && !(recording instanceof URL)) {
    return { name: "the recording", sessions: readLines(recording) };
  }
  if (typeof recording === "string" && /^\s*(\{|$)/.test(recording)) {
    return { name: "the recording", sessions: readRecording(recording, "the recording") };
  }
  const name = `the recording ${JSON.stringify(String(recording))}`;
  return { name, sessions: readRecording(Deno.readTextFileSync(recording), name) };
}
