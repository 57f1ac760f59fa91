import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import { FrameReader, type Line, LineSplitter, LineTooLongError } from "../../lib/framing/mod.ts";
import { bytesOf, chunksOf, readAll, splitAll } from "./_bytes.ts";
import { workOf } from "./_work.ts";

const MIB = 1024 * 1024;
const SIZES = [1, 2, 3, 7, 64, 4096, 65_536, 10_000_000];

function line(text: string): Line {
  return { kind: "line", text };
}

Deno.test("LineSplitter gives a line of exactly the limit, and not one byte more, at every chunk size", () => {
  const bytes = bytesOf("12345\n123456\n12345\r\n123456\r\n12345");
  for (const size of SIZES) {
    assertEquals(splitAll(chunksOf(bytes, size), { maxBytes: 5, onLongLine: "skip" }), [
      line("12345"),
      { kind: "overlong", bytes: 6, head: "123456", ended: true },
      line("12345"),
      { kind: "overlong", bytes: 6, head: "123456", ended: true },
      { kind: "line", text: "12345", bytes: 5 },
    ]);
  }
});

Deno.test("LineSplitter counts bytes, not characters, against the limit", () => {
  const bytes = bytesOf("한글\n한글x\n");
  for (const size of SIZES) {
    assertEquals(splitAll(chunksOf(bytes, size), { maxBytes: 6, onLongLine: "skip" }), [
      line("한글"),
      { kind: "overlong", bytes: 7, head: "한글x", ended: true },
    ]);
  }
});

Deno.test("LineSplitter does not count a byte-order mark against the limit", () => {
  const bytes = bytesOf("\ufeffa\n");
  for (const size of SIZES) assertEquals(splitAll(chunksOf(bytes, size), { maxBytes: 1 }), [line("a")]);
});

Deno.test("LineSplitter counts what only begins like a byte-order mark against the limit", () => {
  for (const size of [1, 2]) {
    assertEquals(splitAll(chunksOf(new Uint8Array([0xef, 0xbb]), size), { maxBytes: 1 }), [
      { kind: "overlong", bytes: 2, head: "\ufffd", ended: false },
    ]);
  }
});

Deno.test("LineSplitter with skip tells the true size of a long line when it ends", () => {
  const bytes = bytesOf(`before\n${"x".repeat(200_000)}\r\nafter\n`);
  for (const size of SIZES) {
    assertEquals(splitAll(chunksOf(bytes, size), { maxBytes: 1000, onLongLine: "skip" }), [
      line("before"),
      { kind: "overlong", bytes: 200_000, head: "x".repeat(200), ended: true },
      line("after"),
    ]);
  }
});

Deno.test("LineSplitter with skip tells the size of a long line that the input's end cuts off", () => {
  for (const size of SIZES) {
    const chunks = chunksOf(bytesOf("x".repeat(70_000) + "\r"), size);
    assertEquals(splitAll(chunks, { maxBytes: 1000, onLongLine: "skip" }), [
      { kind: "overlong", bytes: 70_000, head: "x".repeat(200), ended: false },
    ]);
  }
});

Deno.test("LineSplitter with fail tells of a long line as soon as it has passed the limit, and only once", () => {
  const splitter = new LineSplitter({ maxBytes: 10 });
  assertEquals(splitter.push(bytesOf("ok\n0123456789")), [line("ok")]);
  assertEquals(splitter.push(bytesOf("a")), [{ kind: "overlong", bytes: 11, head: "0123456789a", ended: false }]);
  assertEquals(splitter.push(bytesOf("bc")), []);
  assertEquals(splitter.push(bytesOf("d\nnext\n")), [line("next")]);
  assertEquals(splitter.finish(), undefined);
});

Deno.test("LineSplitter with fail tells the true size where the line's end has come as well", () => {
  const splitter = new LineSplitter({ maxBytes: 10 });
  assertEquals(splitter.push(bytesOf("01234")), []);
  assertEquals(splitter.push(bytesOf("567890123\nok\n")), [
    { kind: "overlong", bytes: 14, head: "01234567890123", ended: true },
    line("ok"),
  ]);
});

Deno.test("LineSplitter cuts a head at 200 characters, and no character in two", () => {
  const heads = [`${"x".repeat(199)}😀 and more`, `${"x".repeat(198)}😀 and more`, "한".repeat(300)];
  const expected = ["x".repeat(199), `${"x".repeat(198)}😀`, "한".repeat(200)];
  for (const size of SIZES) {
    const lines = splitAll(chunksOf(bytesOf(heads.join("\n") + "\n"), size), { maxBytes: 50, onLongLine: "skip" });
    assertEquals(lines.map((item) => item.kind === "overlong" ? item.head : item), expected);
  }
});

Deno.test("LineSplitter neither decodes nor copies what follows the limit of a long line", () => {
  const splitter = new LineSplitter({ maxBytes: MIB, onLongLine: "skip" });
  const chunk = new Uint8Array(64 * 1024).fill(0x78);
  const work = workOf(() => {
    for (let count = 0; count < 1024; count++) splitter.push(chunk);
  });
  assert(work.decoded <= 1.2 * MIB, `${work.decoded} bytes were decoded`);
  assert(work.copied <= 1.2 * MIB, `${work.copied} bytes were copied`);
  const [long] = splitter.push(bytesOf("\n"));
  assertEquals(long, { kind: "overlong", bytes: 64 * MIB, head: "x".repeat(200), ended: true });
});

Deno.test("LineSplitter goes on with short lines behind one of many megabytes, whether it was kept or too long", () => {
  for (const maxBytes of [6 * MIB, 12 * MIB]) {
    const long = "é".repeat(5 * MIB);
    const splitter = new LineSplitter({ maxBytes, onLongLine: "skip" });
    const texts: string[] = [];
    for (let round = 0; round < 2; round++) {
      for (const chunk of chunksOf(bytesOf(`before ${round}\n${long}\r\nafter é ${round}\nnext`), 100_000)) {
        for (const each of splitter.push(chunk)) {
          if (each.kind === "line") texts.push(each.text === long ? "long" : each.text);
          else texts.push(`${each.bytes} ${each.head === "é".repeat(200)}`);
        }
      }
    }
    const told = maxBytes > 10 * MIB ? "long" : `${10 * MIB} true`;
    assertEquals(texts, ["before 0", told, "after é 0", "nextbefore 1", told, "after é 1"]);
    assertEquals(splitter.finish(), { kind: "line", text: "next", bytes: 4 });
  }
});

Deno.test("huge-01: a line of 3 MiB at a limit of 1 MiB fails at once, or is skipped and told", () => {
  const init = { type: "system", subtype: "init", session_id: "s-1" };
  const long = { type: "user", message: { content: [{ type: "tool_result", content: "y".repeat(3 * MIB) }] } };
  const rest = [{ type: "assistant", message: { id: "m1" } }, { type: "result", subtype: "success" }];
  const text = [init, long, ...rest].map((frame) => JSON.stringify(frame)).join("\n") + "\n";
  const size = JSON.stringify(long).length;

  const skipped = readAll(chunksOf(bytesOf(text), 65_536), { maxBytes: MIB, onLongLine: "skip" });
  assertEquals(skipped.map((item) => item.kind === "frame" ? item.value : item.kind), [init, "overlong", ...rest]);
  const [, item] = skipped;
  assert(item?.kind === "overlong");
  assertInstanceOf(item.error, LineTooLongError);
  assertEquals([item.error.bytes, item.error.limit, item.error.ended], [size, MIB, true]);
  assertEquals(item.error.head, JSON.stringify(long).slice(0, 200));

  const reader = new FrameReader({ maxBytes: MIB });
  let read = 0;
  for (const chunk of chunksOf(bytesOf(text), 65_536)) {
    read += chunk.length;
    const told = reader.push(chunk).find((item) => item.kind === "overlong");
    if (told === undefined) continue;
    assert(read <= MIB + 2 * 65_536, `${read} bytes were read before the line was told`);
    assert(told.bytes > MIB && told.bytes <= read, `a size of ${told.bytes} was told`);
    assertEquals([told.error.bytes, told.error.limit, told.error.ended], [told.bytes, MIB, false]);
    assertEquals(told.head, JSON.stringify(long).slice(0, 200));
    return;
  }
  throw new Error("The long line was never told");
});

Deno.test("huge-02: the error of a line of 5000 bytes at a limit of 1000 tells both numbers", () => {
  for (const onLongLine of ["fail", "skip"] as const) {
    for (const size of [1, 7, 999, 1000, 1001, 4999, 5001]) {
      const items = readAll(chunksOf(bytesOf("z".repeat(5000) + "\n"), size), { maxBytes: 1000, onLongLine });
      assertEquals(items.length, 1);
      const [item] = items;
      assert(item?.kind === "overlong");
      assertEquals(item.error.limit, 1000);
      if (onLongLine === "skip" || size > 5000) assertEquals(item.error.bytes, 5000);
      else assert(item.error.bytes >= 1001 && item.error.bytes <= 5000, `${item.error.bytes} bytes`);
    }
  }
});

Deno.test("huge-04: a line of 32 MiB in chunks of 64 KiB is parsed, with work in proportion to its length", () => {
  const perByte = [16 * MIB, 32 * MIB].map((length) => {
    const chunks = chunksOf(bytesOf(JSON.stringify({ type: "assistant", text: "a".repeat(length) }) + "\n"), 65_536);
    let values: unknown[] = [];
    const work = workOf(() => {
      values = readAll(chunks).map((item) => item.kind === "frame" ? item.value : item.kind);
    });
    const [value] = values as { type: string; text: string }[];
    assertEquals([values.length, value?.type, value?.text.length], [1, "assistant", length]);
    assert(value?.text === "a".repeat(length), "the text came back changed");
    return (work.copied + work.decoded + work.searched) / length;
  });
  for (const each of perByte) assert(each < 4, `each byte was handled ${each} times`);
});

Deno.test("huge-04: a long line of many-byte characters, or in chunks of 7 bytes, costs work in proportion too", () => {
  const text = JSON.stringify({ type: "assistant", text: "한글😀é".repeat(100_000) });
  const bytes = bytesOf(text + "\n");
  for (const size of [7, 1000, 5000, 65_536]) {
    const chunks = chunksOf(bytes, size);
    let value: unknown;
    const work = workOf(() => {
      [value] = readAll(chunks).map((item) => item.kind === "frame" ? item.value : item.kind);
    });
    assertEquals(JSON.stringify(value) === text, true);
    const each = (work.copied + work.decoded + work.searched) / bytes.length;
    assert(each < 6, `each byte was handled ${each} times in chunks of ${size}`);
    assert(work.decoderCalls <= bytes.length / 4096 + 10, `${work.decoderCalls} decoder calls in chunks of ${size}`);
  }
});

Deno.test("FrameReader decodes by blocks: small frames do not cost a decoder call each", () => {
  const bytes = bytesOf(`{"type":"keep_alive"}\n`.repeat(10_000));
  const chunks = chunksOf(bytes, 65_536);
  let count = 0;
  const work = workOf(() => count = readAll(chunks).length);
  assertEquals(count, 10_000);
  assert(work.decoderCalls <= 2 * chunks.length, `${work.decoderCalls} decoder calls for ${chunks.length} chunks`);
});
