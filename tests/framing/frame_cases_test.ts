import { assert, assertEquals, assertFalse } from "@std/assert";
import { FrameReader, LineWriter } from "../../lib/framing/mod.ts";
import { serialiseFrame } from "../../lib/protocol/mod.ts";
import { bytesOf, chunksOf, concat, readAll, valuesOf } from "./_bytes.ts";

const RESULT =
  '{"type":"result","subtype":"success","is_error":false,"result":"done","num_turns":1,"total_cost_usd":0.01,"session_id":"s-1","uuid":"u-9"}';
const INIT =
  '{"type":"system","subtype":"init","session_id":"s-1","model":"m-1","cwd":"/w","tools":["Bash","Read"],"uuid":"u-0"}';
const RESULT_VALUE = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "done",
  num_turns: 1,
  total_cost_usd: 0.01,
  session_id: "s-1",
  uuid: "u-9",
};
const INIT_VALUE = {
  type: "system",
  subtype: "init",
  session_id: "s-1",
  model: "m-1",
  cwd: "/w",
  tools: ["Bash", "Read"],
  uuid: "u-0",
};

function assistant(text: string): { type: string; message: object; session_id: string } {
  const message = { id: "m1", role: "assistant", content: [{ type: "text", text }] };
  return { type: "assistant", message, session_id: "s-1" };
}

/** What a `LineWriter` puts on the wire for a frame. */
async function written(frame: object): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const writer = new LineWriter({
    write: (chunk) => Promise.resolve(parts.push(chunk)),
    close: () => Promise.resolve(),
  });
  await writer.write(serialiseFrame(frame));
  return concat(parts);
}

Deno.test("frame-01: a line in writes of 7 bytes is one frame", () => {
  assertEquals(valuesOf(readAll(chunksOf(bytesOf(RESULT + "\n"), 7))), [RESULT_VALUE]);
});

Deno.test("frame-02: U+2028, U+2029, U+0085, U+000B and U+000C end no line, raw or escaped", () => {
  const line =
    '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"TEXT"}]},"session_id":"s-1"}\n';
  const texts: [string, string][] = [
    ["a\u2028b\u2029c", "a\u2028b\u2029c"],
    ["a\u0085b", "a\u0085b"],
    ["a\\u2028b\\u2029c\\u0085d", "a\u2028b\u2029c\u0085d"],
    ["a\\u000bb\\u000cc\\fd", "a\u000bb\u000cc\u000cd"],
    ["a\\nb\\rc\\r\\nd", "a\nb\rc\r\nd"],
  ];
  for (const [raw, text] of texts) {
    const bytes = bytesOf(line.replace("TEXT", raw));
    for (const size of [1, 2, 3, 5, 65_536]) {
      assertEquals(valuesOf(readAll(chunksOf(bytes, size))), [assistant(text)]);
    }
  }
});

Deno.test("frame-02: a raw U+000B or U+000C, which JSON forbids in a string, makes its own line noise and no other", () => {
  for (const char of ["\u000b", "\u000c"]) {
    const items = readAll([bytesOf(`{"a":"x${char}y"}\n${RESULT}\n`)]);
    assertEquals(items.map((item) => item.kind === "noise" ? item.text : item.kind), [`{"a":"x${char}y"}`, "frame"]);
  }
});

Deno.test("frame-04: white space at the edges of chunks of 64 KiB stays", () => {
  const runs = Array.from({ length: 20_000 }, (_, index) => `w${index}    \t\t`).join("");
  const line = JSON.stringify(assistant(runs)).slice(0, -1).padEnd(199_999) + "}";
  const bytes = bytesOf(line + "\n");
  assert(bytes.length >= 200_000);
  // Moved through the line, so that every place of a run comes to lie at both edges.
  for (let shift = 0; shift < 16; shift++) {
    const chunks = [bytes.slice(0, 65_536 - shift), ...chunksOf(bytes.slice(65_536 - shift), 65_536)];
    assertEquals(valuesOf(readAll(chunks)), [assistant(runs)]);
  }
});

Deno.test("frame-05: two values on a line are one noise with their text, and the result still arrives", () => {
  const items = readAll([bytesOf(`{"type":"keep_alive"} {"type":"keep_alive"}\n${RESULT}\n`)]);
  assertEquals(items.map((item) => item.kind), ["noise", "frame"]);
  const [noise, frame] = items;
  assert(noise?.kind === "noise" && frame?.kind === "frame");
  assertEquals(noise.text, '{"type":"keep_alive"} {"type":"keep_alive"}');
  assertEquals(frame.value, RESULT_VALUE);
});

Deno.test("frame-07: a 0x0D before the line end is dropped, and a last line without an end counts", () => {
  const bytes = bytesOf(`${INIT}\r\n${RESULT}`);
  for (const size of [1, 7, INIT.length, INIT.length + 1, bytes.length]) {
    assertEquals(readAll(chunksOf(bytes, size)), [
      { kind: "frame", value: INIT_VALUE },
      { kind: "frame", value: RESULT_VALUE },
    ]);
  }
});

Deno.test("frame-08: whole lines of a write are delivered without waiting for the rest of the last one", () => {
  const hello = JSON.stringify(assistant("hello"));
  const fourth = JSON.stringify(assistant("later"));
  const reader = new FrameReader();
  assertEquals(valuesOf(reader.push(bytesOf(`${INIT}\n${hello}\n${RESULT}\n${fourth.slice(0, 40)}`))), [
    INIT_VALUE,
    assistant("hello"),
    RESULT_VALUE,
  ]);
  assertEquals(valuesOf(reader.push(bytesOf(`${fourth.slice(40)}\n`))), [assistant("later")]);
  assertEquals(reader.finish(), []);
});

Deno.test("utf8-01: a text is the same wherever its bytes are split, and holds no U+FFFD", () => {
  const text = "한글 中文 é 😀";
  const bytes = bytesOf(RESULT.replace("done", text) + "\n");
  for (let at = 0; at <= bytes.length; at++) {
    const values = valuesOf(readAll([bytes.slice(0, at), bytes.slice(at)]));
    assertEquals(values, [{ ...RESULT_VALUE, result: text }]);
    assertFalse(JSON.stringify(values).includes("\ufffd"));
  }
  for (let size = 1; size <= 9; size++) {
    assertEquals(valuesOf(readAll(chunksOf(bytes, size))), [{ ...RESULT_VALUE, result: text }]);
  }
});

Deno.test("utf8-01: the same in blocks that are too large to be collected", () => {
  const text = "한글 中文 é 😀".repeat(400);
  const bytes = bytesOf(RESULT.replace("done", text) + "\n");
  for (let at = 4096; at < 4096 + 40; at++) {
    const values = valuesOf(readAll([bytes.slice(0, at), bytes.slice(at)]));
    assertEquals(values, [{ ...RESULT_VALUE, result: text }]);
  }
});

Deno.test("utf8-02: a line goes out as valid UTF-8, ends in exactly one 0x0A and has no byte-order mark", async () => {
  const text = "😀 and 読";
  const bytes = await written({ type: "user", message: { role: "user", content: text } });
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
  assert(hex.includes("22 f0 9f 98 80 20 61 6e 64 20 e8 aa ad 22"), hex);
  assertEquals(hex.slice(0, 5), "7b 22");
  assertEquals(bytes.indexOf(0x0a), bytes.length - 1);
  const decoded = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  assertEquals(JSON.parse(decoded), { type: "user", message: { role: "user", content: text } });
});

Deno.test("utf8-04: a frame with an escape of a lone surrogate is delivered, and can be written and read again", async () => {
  const line =
    '{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"text","text":"x\\ud83d"}]},"session_id":"s-1"}\n';
  const values = valuesOf(readAll([bytesOf(line)]));
  assertEquals(values, [assistant("x\ud83d")]);
  assertEquals(valuesOf(readAll([await written(values[0] as object)])), [assistant("x\ufffd")]);
});

Deno.test("utf8-05: a lone surrogate goes out as U+FFFD, in a prompt, a tool result and a key", async () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const frames = [
    { type: "user", message: { role: "user", content: "a\ud800b" } },
    { type: "control_response", response: { response: { content: [{ type: "text", text: "a\ud800b" }] } } },
    { type: "control_response", response: { response: { "a\ud800b": 1 } } },
  ];
  for (const frame of frames) {
    const line = decoder.decode(await written(frame));
    assert(line.includes('"a\ufffdb"'), line);
    assertFalse(/\\ud[89a-f]/i.test(line), line);
  }
});
