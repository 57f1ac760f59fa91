import { assertEquals } from "@std/assert";
import { promptLines } from "../../lib/cli/prompt_lines.ts";

function bytes(...chunks: string[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from(chunks).pipeThrough(new TextEncoderStream());
}

Deno.test("promptLines() gives a line each, however the bytes are cut", async () => {
  assertEquals(await Array.fromAsync(promptLines(bytes("on", "e\r\n\n  \ntwo\nthr", "ee"))), ["one", "two", "three"]);
});

Deno.test("promptLines() gives nothing for an empty input", async () => {
  assertEquals(await Array.fromAsync(promptLines(bytes())), []);
});

Deno.test("promptLines() lets go of the input when its reader leaves", async () => {
  const cancelled = Promise.withResolvers<void>();
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("again\n")),
    cancel: () => cancelled.resolve(),
  });
  for await (const line of promptLines(input)) {
    assertEquals(line, "again");
    break;
  }
  await cancelled.promise;
});
