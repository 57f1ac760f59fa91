import { FrameReader } from "../framing/mod.ts";
import type { FrameItem } from "../framing/mod.ts";
import type { Transport } from "../process/mod.ts";

/** How output is read. */
export interface ReadOutputOptions {
  /** The longest line, in bytes. */
  maxBytes: number;
  /** What a longer line does. */
  onLongLine: "fail" | "skip";
  /** Called for each item, in order. */
  onItem(item: FrameItem): void;
  /** Told of what `onItem` throws; reading goes on. */
  onFailure(error: unknown): void;
}

/**
 * Reads a transport's output to its end.
 *
 * @returns A promise that resolves when the output has ended; it never rejects.
 */
export async function readOutput(transport: Transport, options: ReadOutputOptions): Promise<void> {
  const { maxBytes, onLongLine } = options;
  const onItem = (item: FrameItem) => {
    try {
      options.onItem(item);
    } catch (error) {
      options.onFailure(error);
    }
  };
  const frames = new FrameReader({ maxBytes, onLongLine });
  await readToEnd(transport.output, (chunk) => frames.push(chunk).forEach(onItem));
  frames.finish().forEach(onItem);
}

/** Reads a transport's standard error to its end; never rejects. */
export async function readStderr(transport: Transport, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  await readToEnd(transport.stderr, onChunk);
}

async function readToEnd(stream: ReadableStream<Uint8Array>, onChunk: (chunk: Uint8Array) => void): Promise<void> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk(value);
    }
  } catch {
    // A stream that breaks off has ended; how the process ended tells the rest.
  } finally {
    reader.releaseLock();
  }
}
