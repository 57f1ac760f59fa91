import { type Clock, whenQuiet } from "../process/mod.ts";

/** When output counts as ended that does not end by itself, although the far end has gone. */
export interface Drain {
  /** Resolves when the far end has gone. */
  readonly exited: Promise<unknown>;
  /** Resolves when nobody waits for the end any more. */
  readonly over: Promise<unknown>;
  /** How long nothing may come after that, in milliseconds. */
  readonly ms: number;
  /** What measures the time. */
  readonly clock: Clock;
  /** Told when the end is not waited for any longer: what comes after is lost. */
  onGivenUp(): void;
}

/** Takes the next bytes; a promise stops the reading until it has resolved. */
type OnChunk = (chunk: Uint8Array) => Promise<void> | undefined | void;

/**
 * Reads until the end, or until nothing has come for so long after the far end has gone: who waits for the end of a
 * stream that somebody forgot to close would wait for ever.
 *
 * @param read Reads, and stops at its signal if it can.
 * @param options Who takes what is read, and how long the end is waited for.
 * @returns A promise that rejects with what reading fails with.
 */
export function readDrained(
  read: (onChunk: OnChunk, signal: AbortSignal) => Promise<void>,
  { onChunk, drain }: { onChunk: OnChunk; drain?: Drain | undefined },
): Promise<void> {
  const giveUp = new AbortController();
  // Asynchronous, so that what throws, where somebody has taken the stream, is what rejects.
  const begin = async (take: OnChunk) => await read(take, giveUp.signal);
  if (drain === undefined) return begin(onChunk);
  let came = false;
  let waits = false;
  let ended = false;
  let stopWatch = () => {};
  const take: OnChunk = (chunk) => {
    giveUp.signal.throwIfAborted();
    came = true;
    const wait = onChunk(chunk);
    waits = wait !== undefined;
    return wait?.finally(() => waits = false);
  };
  return new Promise((resolve, reject) => {
    const stirred = (): boolean => {
      const active = came || waits;
      came = false;
      return active;
    };
    const onQuiet = (): void => {
      drain.onGivenUp();
      resolve();
      giveUp.abort(new Error("Cannot take more output: nothing had come for long after the exit"));
    };
    const watch = (): void => {
      if (!ended) stopWatch = whenQuiet(drain.ms, { clock: drain.clock, stirred, onQuiet });
    };
    const end = (): void => {
      ended = true;
      stopWatch();
    };
    drain.over.then(end);
    drain.exited.then(watch, () => {});
    begin(take).finally(end).then(resolve, reject);
  });
}

/** Reads a stream to its end, or until the signal fires: then the stream is cancelled. */
export async function readStream(
  stream: ReadableStream<Uint8Array>,
  { onChunk, signal }: { onChunk: OnChunk; signal: AbortSignal },
): Promise<void> {
  const reader = stream.getReader();
  signal.addEventListener("abort", () => void reader.cancel(signal.reason).catch(() => {}));
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
