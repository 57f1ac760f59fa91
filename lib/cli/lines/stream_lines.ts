import { TextLineStream } from "@std/streams/text-line-stream";
import type { LineSource } from "./line_source.ts";

/** The lines of a stream of bytes, blank ones left out. */
export function streamLines(input: ReadableStream<Uint8Array<ArrayBuffer>>): LineSource {
  const reader = input
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new TextLineStream({ allowCR: false }))
    .pipeThrough(
      new TransformStream<string, string>({
        transform(line, controller) {
          if (line.trim() !== "") controller.enqueue(line);
        },
      }),
    )
    .getReader();
  return {
    next: async () => (await reader.read()).value,
    stop: () => reader.cancel(),
  };
}
