import {
  type FrameItem,
  FrameReader,
  NOTHING_URGENT,
  ReadAhead,
  TruncatedError,
  type UrgentLines,
} from "../framing/mod.ts";
import { DEFAULT_DRAIN_MS, type Transport } from "../process/mod.ts";
import { DEFAULT_READ_AHEAD_BYTES } from "./check_limits.ts";
import type { AgentCore } from "./core.ts";
import { type Drain, readDrained, readStream } from "./read_drained.ts";
import type { Pacing } from "./pacing.ts";

const LF = 0x0a;

// A new one takes 9 µs, as long as the code is cold.
const decoder = new TextDecoder();

/** How output is read. */
export interface ReadOutputOptions {
  /** The longest line, in bytes. */
  maxBytes: number;
  /** What a longer line does. */
  onLongLine: "fail" | "skip";
  /** How fast it is taken in. @default as fast as it comes */
  pacing?: Pacing;
  /** How many bytes may wait for a paced consumer before the pipe stands still. @default 32 MiB */
  readAheadBytes?: number;
  /** Called for each item, in order. */
  onItem(item: FrameItem): void;
  /** How lines are told that must not wait for a paced consumer. @default none is */
  urgent?: UrgentLines;
  /**
   * Looks at such a line, parsed, and told whether no more may wait; gives whether it was taken.
   *
   * @default it is not
   */
  onAhead?(value: unknown, isFull: boolean): boolean;
  /** Whether anybody wants what waits for a paced consumer. @default somebody does */
  wanted?(): boolean;
  /** When output counts as ended that does not end by itself. @default never */
  drain?: Drain | undefined;
  /** Reading has failed; what was read is delivered. @default the output has ended, and how the process does tells why */
  onBroken?(cause: unknown): void;
  /** Everything was read; some of it may still wait for a paced consumer. @default nobody is told */
  onRead?(): void;
  /** Told of what `onItem` or `onAhead` throws; reading goes on. */
  onFailure(error: unknown): void;
}

/**
 * Reads a transport's output to its end.
 *
 * @returns A promise that resolves when the output has ended and all of it was delivered; it never rejects.
 */
export async function readOutput(transport: Transport, options: ReadOutputOptions): Promise<void> {
  const { maxBytes, onLongLine, pacing, readAheadBytes = DEFAULT_READ_AHEAD_BYTES } = options;
  const frames = new FrameReader({ maxBytes, onLongLine });
  const deliver = (item: FrameItem): void => {
    try {
      options.onItem(item);
    } catch (error) {
      options.onFailure(error);
    }
  };
  const deliverAll = (items: FrameItem[]) => items.forEach(deliver);
  let ahead: ReadAhead<FrameItem> | undefined;
  let midLine = false;
  const take = (chunk: Uint8Array): void => {
    if (ahead === undefined && pacing?.active === true) {
      // The line that is under way is ended as it was begun.
      const rest = midLine ? chunk.indexOf(LF) + 1 || chunk.length : 0;
      deliverAll(frames.push(chunk.subarray(0, rest)));
      if (rest === chunk.length) return void (midLine = chunk.at(-1) !== LF);
      ahead = makeAhead();
      return ahead.push(chunk.subarray(rest));
    }
    if (ahead !== undefined) return ahead.push(chunk);
    deliverAll(frames.push(chunk));
    midLine = chunk.length > 0 ? chunk.at(-1) !== LF : midLine;
  };
  const takeAhead = (value: unknown): boolean => {
    try {
      return options.onAhead?.(value, isFull()) ?? false;
    } catch (error) {
      options.onFailure(error);
      return false;
    }
  };
  const makeAhead = (): ReadAhead<FrameItem> => {
    const made = new ReadAhead<FrameItem>({
      held: () => pacing?.held ?? false,
      parse: (bytes) => frames.push(bytes),
      deliver: (item) => {
        pacing?.progressed();
        deliver(item);
      },
      takeAhead: (bytes) => takeAhead(parsed(bytes)),
      takeParsedAhead: (item) => item.kind === "frame" && takeAhead(item.value),
      wanted: () => options.wanted?.() ?? true,
      rest: (resume) => pacing?.rest(resume),
    }, { maxLine: maxBytes, urgent: options.urgent ?? NOTHING_URGENT });
    pacing?.drainsBy(() => made.drain());
    return made;
  };
  const waiting = () => ahead?.waiting ?? 0;
  const isFull = () => waiting() > readAheadBytes;
  const onChunk = (chunk: Uint8Array): Promise<void> | undefined => {
    take(chunk);
    return isFull() || pacing?.resting === true ? pacing?.room(isFull) : undefined;
  };
  let broken: { cause: unknown } | undefined;
  await readDrained(readerOf(transport), { onChunk, drain: options.drain }).catch((cause) => {
    broken = { cause };
    options.onBroken?.(cause);
  });
  (ahead as ReadAhead<FrameItem> | undefined)?.finish();
  options.onRead?.();
  await pacing?.emptied(() => waiting() === 0);
  deliverAll(frames.finish().map((item) => because(broken, item)));
}

function readerOf(transport: Transport): Parameters<typeof readDrained>[0] {
  return (onChunk, signal) => transport.read?.(onChunk) ?? readStream(transport.output, { onChunk, signal });
}

/** A line that was cut off because reading failed tells why. */
function because(broken: { cause: unknown } | undefined, item: FrameItem): FrameItem {
  if (broken === undefined || item.kind !== "truncated") return item;
  const { bytes, head } = item.error;
  return { kind: "truncated", error: new TruncatedError({ bytes, head, ...broken }) };
}

/** Reads a transport's standard error to its end; never rejects. */
export async function readStderr(
  { stderr }: Transport,
  onChunk: (chunk: Uint8Array) => void,
  { drain }: Pick<ReadOutputOptions, "drain"> = {},
): Promise<void> {
  await readDrained((take, signal) => readStream(stderr, { onChunk: take, signal }), { onChunk, drain })
    .catch(() => {});
}

/** When a stream of a script's own transport counts as ended; those of a child process see to it by themselves. */
export function drainOf(core: AgentCore, { exited }: Transport, stream: "output" | "stderr"): Drain | undefined {
  if (core.options.transport === undefined) return undefined;
  const ms = DEFAULT_DRAIN_MS;
  const warning =
    `The transport's ${stream} had not ended, and nothing had come from it for ${ms} ms after the exit, so ` +
    "what comes later is lost: end both streams";
  return { exited, over: core.agent.exited, ms, clock: core.clock, onGivenUp: () => core.report("warning", warning) };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined; // It is told as noise when its turn comes.
  }
}
