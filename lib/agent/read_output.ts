import { type FrameItem, FrameReader, ReadAhead } from "../framing/mod.ts";
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
  /** Whether a piece of output may hold a line that must not wait for a paced consumer. @default none does */
  suspects?(text: string): boolean;
  /**
   * Looks at such a line, parsed, and told whether no more may wait; gives whether it was taken.
   *
   * @default it is not
   */
  onAhead?(value: unknown, isFull: boolean): boolean;
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
  const guarded = (action: () => void) => {
    try {
      action();
    } catch (error) {
      options.onFailure(error);
    }
  };
  const frames = new FrameReader({ maxBytes, onLongLine });
  const deliver = (items: FrameItem[]) => items.forEach((item) => guarded(() => options.onItem(item)));
  let ahead: ReadAhead | undefined;
  let midLine = false;
  const take = (chunk: Uint8Array): void => {
    if (ahead === undefined && pacing?.active === true) {
      // The line that is under way is ended as it was begun.
      const rest = midLine ? chunk.indexOf(LF) + 1 || chunk.length : 0;
      deliver(frames.push(chunk.subarray(0, rest)));
      if (rest === chunk.length) return void (midLine = chunk.at(-1) !== LF);
      ahead = makeAhead();
      return ahead.push(chunk.subarray(rest));
    }
    if (ahead !== undefined) return ahead.push(chunk);
    deliver(frames.push(chunk));
    midLine = chunk.length > 0 ? chunk.at(-1) !== LF : midLine;
  };
  const makeAhead = (): ReadAhead => {
    const made = new ReadAhead({
      held: () => pacing?.held ?? false,
      deliver: (bytes) => {
        pacing?.progressed();
        deliver(frames.push(bytes));
      },
      suspects: (text) => options.suspects?.(text) ?? false,
      takeAhead: (bytes) => {
        let taken = false;
        guarded(() => taken = options.onAhead?.(parsed(bytes), isFull()) ?? false);
        return taken;
      },
    }, { maxLine: maxBytes });
    pacing?.drainsBy(() => made.drain());
    return made;
  };
  const waiting = () => ahead?.waiting ?? 0;
  const isFull = () => waiting() > readAheadBytes;
  await readToEnd(transport.output, (chunk) => {
    take(chunk);
    return isFull() ? pacing?.room(isFull) : undefined;
  });
  (ahead as ReadAhead | undefined)?.finish();
  options.onRead?.();
  await pacing?.emptied(() => waiting() === 0);
  deliver(frames.finish());
}

/** Reads a transport's standard error to its end; never rejects. */
export async function readStderr(transport: Transport, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  await readToEnd(transport.stderr, onChunk);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined; // It is told as noise when its turn comes.
  }
}

async function readToEnd(
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
  } catch {
    // A stream that breaks off has ended; how the process ended tells the rest.
  } finally {
    reader.releaseLock();
  }
}
