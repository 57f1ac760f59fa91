import type { MonoTypeOperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { agentOf, isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { checkSwitch, checkWhole } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { LineSink } from "./_line_sink.ts";
import { edgesOf, Recorder } from "./_recorder.ts";
import { responder } from "./responder.ts";

/** What bytes can be written to, such as a file that `Deno.open` gave. */
export interface RecordFile {
  /** Writes some of the bytes, and tells how many. */
  write(bytes: Uint8Array): Promise<number>;
}

/**
 * Where a recording goes: an open file, a stream of bytes, or a function that is called with each line, its line end
 * included, and with the agent that it is about.
 *
 * For a file, give the file itself: Deno keeps what its `writable` gets until that is closed, and a crash takes it along
 * (seen on Deno 2.9.6).
 */
export type RecordSink = RecordFile | WritableStream<Uint8Array> | ((line: string, agent: Agent) => unknown);

/** Options of `record`. */
export interface RecordOptions {
  /**
   * Whether keys, tokens and home directories are masked before anything is written.
   *
   * @default true
   */
  redact?: boolean;
  /** What else must not be seen: texts, or patterns. @default nothing */
  hide?: readonly (string | RegExp)[];
  /**
   * How long the end of the events waits for a sink that has not taken all lines, in milliseconds.
   *
   * @default 5_000
   */
  flushMs?: number;
}

/**
 * Writes down everything that crosses the agent's pipe, in both directions, for `replay`.
 *
 * ```text
 * events    -o-m-p---m-t-(r|)
 * record()  -o-m-p---m-t-(r|)
 * sink      i.oi.io..i.i..e      i: a line the agent wrote  o: one it was written  e: its exit
 * ```
 *
 * It feels like a tape that runs along: each frame is one line of JSON, handed to the sink at once, so that a recording
 * can be read after a crash; a last line that is torn is no harm. A line has the milliseconds since the agent's opening
 * (`t`), the direction (`dir`: `"in"` from the agent, `"out"` to it, `"err"`, `"exit"`, `"note"`), and the frame
 * (`message`) or what is none (`raw`). A file can be appended to: `replay` finds where a recording begins.
 *
 * **Before a line is written** what looks like a key or a token, the values of variables whose names speak of one, home
 * directories and what `hide` names are replaced: `***`, and `/home/user`. What a prompt or a tool says beside that is
 * in the recording as it is.
 *
 * The frames come from the agent and not from the events, so filters change nothing. A sink that fails or falls behind
 * does not disturb the run: a `warning` says that the rest is not recorded. The sink is not closed. Where the events of
 * several agents flow past, the lines of the second and later ones carry its number (`agent`); a function can tell them
 * apart by its second argument.
 *
 * @example A recording in a list, which is replayed
 * ```ts
 * import { claude, record, texts } from "@turnstream/turnstream";
 * import { replay, simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const simulation = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ text: "My key is sk-ant-api03-abcdefgh" });
 * });
 * const lines: string[] = [];
 * await claude("hello", { transport: simulation }).pipe(record((line) => lines.push(line))).forEach(() => {});
 *
 * const said: string[] = [];
 * await claude("hello", { transport: replay(lines.join("")) }).pipe(texts()).forEach((text) => said.push(text));
 * assertEquals(said, ["My key is ***"]);
 * ```
 *
 * @param sink Where the lines go.
 * @param options What is masked. @default keys, tokens and home directories
 * @returns An operator that passes every event on; the end waits until the sink has taken everything.
 * @throws {UsageError} If the sink or an option cannot be used or does not exist.
 */
export function record(sink: RecordSink, options: RecordOptions = {}): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("record()", options, { redact: true, hide: true, flushMs: true });
  checkSwitch("redact", options.redact);
  checkWhole("flushMs", options.flushMs);
  const hide: readonly unknown[] = options.hide ?? [];
  if (!Array.isArray(hide) || hide.some((each) => typeof each !== "string" && !(each instanceof RegExp))) {
    throw new UsageError('Cannot use what is given as "hide": give a list of texts and regular expressions');
  }
  const lines = new LineSink(sink, (agent, why, cause) => {
    edgesOf(agent)?.report(`Cannot go on with the recording: ${why}. The rest of the run is not recorded`, cause);
  });
  let number = 0;
  let active = 0;
  const watch = responder({ kind: "record", name: "record()" });
  const begin = (agent: Agent): Recorder => {
    const recorder = new Recorder(agent, lines, { ...options, number: ++number });
    active++;
    recorder.over.then(() => --active === 0 ? lines.release() : undefined);
    return recorder;
  };
  return (source) =>
    new Observable((subscriber) => {
      const recorders: Recorder[] = [];
      const written = async (): Promise<void> => {
        await Promise.all(recorders.map(({ over }) => over));
        await lines.drained(options.flushMs ?? 5_000);
      };
      subscriber.add(
        watch(source).subscribe({
          next: (event) => {
            if (isAdded("opening", event)) recorders.push(begin(agentOf(event)));
            subscriber.next(event);
          },
          error: (error) => void written().then(() => subscriber.error(error)),
          complete: () => void written().then(() => subscriber.complete()),
        }),
      );
    });
}
