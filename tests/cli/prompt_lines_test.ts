import { assert, assertEquals, assertRejects } from "@std/assert";
import { claude } from "../../lib/agent/mod.ts";
import { promptLines } from "../../lib/cli/prompt_lines.ts";
import { simulate } from "../../lib/testing/mod.ts";

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

Deno.test("promptLines() lets go of the input at once, also while a line is awaited", async () => {
  const cancelled = Promise.withResolvers<void>();
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: () => cancelled.resolve() });
  const lines = promptLines(input);
  const awaited = lines.next();
  assertEquals(await lines.return?.(), { done: true, value: undefined });
  assertEquals(await awaited, { done: true, value: undefined });
  assertEquals(await lines.next(), { done: true, value: undefined });
  await cancelled.promise;
});

Deno.test("promptLines() gives an iterator, which claude() knows to be readable once", () => {
  const lines = promptLines(bytes("one\n"));
  assert(lines[Symbol.asyncIterator]() === lines);
});

Deno.test("promptLines() fails as its input does", async () => {
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (it) => it.error(new Error("The disk is gone")) });
  await assertRejects(() => promptLines(input).next(), Error, "The disk is gone");
});

Deno.test("promptLines() lets a run end whose agent goes while a line is awaited", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end({ text: "Good night" });
    cli.exit(3);
  });
  const cancelled = Promise.withResolvers<void>();
  const input = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("hello\n")),
    cancel: () => cancelled.resolve(),
  });
  await assertRejects(() => claude(promptLines(input), { transport }).forEach(() => {}), Error, "exited with code 3");
  await cancelled.promise;
});
