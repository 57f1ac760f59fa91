import {
  type FrameItem,
  FrameReader,
  type Line,
  LineSplitter,
  type LineSplitterOptions,
} from "../../lib/framing/mod.ts";

const encoder = new TextEncoder();

export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Copies of the bytes in chunks of one size. */
export function chunksOf(bytes: Uint8Array, size: number): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

export function concat(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** What a frame reader makes of the chunks. Each chunk is wiped after it was taken, as its owner may do. */
export function readAll(chunks: Uint8Array[], options: LineSplitterOptions = {}): FrameItem[] {
  const reader = new FrameReader(options);
  const items: FrameItem[] = [];
  for (const chunk of chunks) {
    items.push(...reader.push(chunk));
    chunk.fill(0x0a);
  }
  return [...items, ...reader.finish()];
}

/** What a line splitter makes of the chunks, wiped as above. */
export function splitAll(chunks: Uint8Array[], options: LineSplitterOptions = {}): Line[] {
  const splitter = new LineSplitter(options);
  const lines: Line[] = [];
  for (const chunk of chunks) {
    lines.push(...splitter.push(chunk));
    chunk.fill(0x0a);
  }
  const last = splitter.finish();
  return last === undefined ? lines : [...lines, last];
}

/** The values of the frames; fails on any other item. */
export function valuesOf(items: FrameItem[]): unknown[] {
  return items.map((item) => {
    if (item.kind !== "frame") throw new Error(`Expected frames only, got ${JSON.stringify(item)}`);
    return item.value;
  });
}
