import { type FrameItem, FrameReader, NOTHING_URGENT, ReadAhead, type UrgentLines } from "../framing/mod.ts";
import type { Transport } from "../process/mod.ts";
import type { Pacing } from "./pacing.ts";

const LF = 0x0a;

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
  /** Everything was read; some of it may still wait for a paced consumer. @default nobody is told */
  onRead?(): void;
  /** Told of what `onItem` or `onAhead` throws; reading goes on. */
  onFailure(error: unknown): void;
}

/** How many bytes may wait for a paced consumer unless told otherwise: 32 MiB. */
export const DEFAULT_READ_AHEAD_BYTES: number = 32 * 1024 * 1024;

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
  // A stream that breaks off has ended; how the process ended tells the rest.
  await readAll(transport, onChunk).catch(() => {});
  (ahead as ReadAhead<FrameItem> | undefined)?.finish();
  options.onRead?.();
  await pacing?.emptied(() => waiting() === 0);
  deliverAll(frames.finish());
}

/** Asynchronous, so that a `read` that throws, where somebody has taken the stream, is one that rejects. */
async function readAll(transport: Transport, onChunk: (chunk: Uint8Array) => Promise<void> | undefined): Promise<void> {
  await (transport.read?.(onChunk) ?? readStream(transport.output, onChunk));
}

/** Reads a transport's standard error to its end; never rejects. */
export async function readStderr(transport: Transport, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  await readStream(transport.stderr, onChunk).catch(() => {});
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // It is told as noise when its turn comes.
  }
}

async function readStream(
  stream: ReadableStream<Uint8Array>,
  onChunk: (chunk: Uint8Array) => Promise<void> | undefined | void,
): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const wait = onChunk(value);
      if (wait !== undefined) await wait;
    }
  } finally {
    reader.releaseLock();
  }
}
