import { assert, assertEquals, assertFalse } from "@std/assert";
import { childTransport, StderrTail } from "../../lib/process/mod.ts";
import { firstOutput, launchOf } from "./_programs.ts";

const encoder = new TextEncoder();

function tailOf(text: string, options?: ConstructorParameters<typeof StderrTail>[0], size = 1_000): StderrTail {
  const tail = new StderrTail(options);
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) tail.push(bytes.subarray(at, at + size));
  return tail;
}

Deno.test("err-02: 200,000 bytes on stderr are drained, the first line of stdout comes, the end is kept", async () => {
  const transport = childTransport(launchOf("loud_stderr.sh"));
  const tail = new StderrTail();
  const drained = (async () => {
    for await (const chunk of transport.stderr) tail.push(chunk);
  })();
  assertEquals(await firstOutput(transport), "first");
  await drained;
  assertEquals(await transport.exited, { code: 0, signal: null });
  assertEquals(tail.totalBytes, 200_000);
  assert(tail.text.length <= 16_384 && tail.text.length > 16_000);
  assert(tail.text.startsWith("0000"), "the text begins at the start of a line");
  assert(tail.text.endsWith(`${"1999".padStart(8, "0")} ${"".padStart(90, "0")}\n`));
});

Deno.test("StderrTail keeps a short text whole, cut inside of a character or not", () => {
  for (const size of [1, 2, 3, 7]) assertEquals(tailOf("한글 é 😀\n", {}, size).text, "한글 é 😀\n");
  assertEquals(new StderrTail().text, "");
});

Deno.test("StderrTail never shows half a secret, wherever the text is cut", () => {
  const key = "hunter2-" + "abcdefgh".repeat(8);
  const options = { limit: 200, env: { API_KEY: key } };
  for (let before = 4_500; before < 9_000; before += 17) {
    for (const separator of [" ", "\n"]) {
      const text = `${"x".repeat(before)}${separator}${key}${separator}${"y ".repeat((9_200 - before) / 2)}end`;
      const shown = tailOf(text, options).text;
      assertFalse(/hunter2|abcdefgh/.test(shown), shown);
      assert(shown.endsWith("end") && shown.length <= 200);
    }
  }
});

Deno.test("StderrTail masks keys that come in pieces and tokens in headers", () => {
  const text = "Bearer abc.def\nsk-ant-api03-secretsecret\nhunter2\n";
  assertEquals(tailOf(text, { env: { MY_TOKEN: "hunter2" } }, 5).text, "Bearer ***\n***\n***\n");
});

Deno.test("StderrTail takes out what a terminal would obey", () => {
  assertEquals(tailOf("\x1b[31mred\x1b[0m\x07\r\n\x1b]0;title\x07a\tb\x9b1m\n").text, "red\na\tb1m\n");
  assertEquals(tailOf("sk-ant-\x1b[1mapi03-secret", {}).text, "***");
});

Deno.test("StderrTail keeps the end of one endless line", () => {
  const { text, totalBytes } = tailOf("z".repeat(100_000), { limit: 50 });
  assertEquals([text, totalBytes], ["z".repeat(50), 100_000]);
});
