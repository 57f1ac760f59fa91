import {
  assert,
  assertEquals,
  AssertionError,
  assertNotEquals,
  assertRejects,
  assertStrictEquals,
  assertThrows,
  equal,
} from "../offline_std/assert/mod.ts";
import { parseArgs, unicodeWidth } from "../offline_std/cli/mod.ts";
import { TextLineStream } from "../offline_std/streams/mod.ts";

Deno.test("assertEquals() compares all the way down, in sets and maps whatever their order", () => {
  assertEquals({ a: [1, { b: new Set([[1, 2], [1, 3]]) }] }, { a: [1, { b: new Set([[1, 3], [1, 2]]) }] });
  assertEquals(
    new Map<unknown, unknown>([[{ k: 1 }, "a"], ["x", "b"]]),
    new Map<unknown, unknown>([["x", "b"], [{ k: 1 }, "a"]]),
  );
  for (
    const [a, b] of [[{ a: undefined }, {}], [[1, 2], [1, 2, 3]], [new Date(1), new Date(2)], [/a/, /a/g], [1n, 1]]
  ) {
    assert(!equal(a, b));
    assertNotEquals<unknown>(a, b);
  }
});

Deno.test("assertEquals() shows what differs", () => {
  assertThrows(() => assertEquals({ a: 1, b: 2 }, { a: 1, b: 3 }), AssertionError, "-     b: 2,\n+     b: 3,");
  assertThrows(() => assertStrictEquals<unknown>({}, {}), AssertionError, "same structure");
});

Deno.test("assertThrows() and assertRejects() return what was thrown, and fail where nothing was", async () => {
  const error = assertThrows(() => assertThrows(() => 1), AssertionError, "Expected function to throw.");
  assert(error instanceof AssertionError);
  await assertRejects(() => assertRejects(() => Promise.resolve()), AssertionError, "Expected function to reject.");
  await assertRejects(
    () => assertRejects(() => Promise.reject(new RangeError("far")), TypeError),
    AssertionError,
    `Expected error to be instance of "TypeError", but was "RangeError".`,
  );
});

Deno.test("parseArgs() reads flags, values, lists, negations and the rest", () => {
  const args = parseArgs(["-v", "--model=opus", "--dir", "a", "--dir", "b", "--no-color", "ask", "7", "--", "--x"], {
    boolean: ["verbose", "color"],
    string: ["model", "cwd"],
    collect: ["dir"],
    negatable: ["color"],
    alias: { verbose: "v" },
    default: { color: true, model: "sonnet" },
    "--": true,
  });
  const expected = {
    verbose: true,
    v: true,
    color: false,
    model: "opus",
    dir: ["a", "b"],
    _: ["ask", 7],
    "--": ["--x"],
  };
  assertEquals<unknown>(args, expected);
});

Deno.test("parseArgs() stops early, asks about what it does not know, and never reaches a shared prototype", () => {
  assertEquals(parseArgs(["--a", "b", "c", "--d"], { stopEarly: true }), { a: "b", _: ["c", "--d"] });
  const asked: unknown[] = [];
  const unknown = (...args: unknown[]) => asked.push(args) < 0;
  assertEquals(parseArgs(["--x=1", "y", "--ok"], { boolean: ["ok"], unknown }), { ok: true, _: [] });
  assertEquals(asked, [["--x=1", "x", "1"], ["y"]]);
  parseArgs(["--__proto__.reached", "1", "--constructor.prototype.reached", "1"]);
  assert(!("reached" in {}));
});

Deno.test("unicodeWidth() counts columns", () => {
  const widths: [string, number][] = [["abc", 3], ["中文", 4], ["é", 1], ["e\u0301", 1], ["👩", 2], ["\t\x1b", 0], [
    "ﾊ",
    1,
  ]];
  for (const [text, width] of widths) assertEquals(unicodeWidth(text), width, JSON.stringify(text));
});

Deno.test("TextLineStream finds lines whatever the chunks", async () => {
  const text = "a\r\nb\n\nc\rd\r\r\ne";
  for (let size = 1; size <= text.length; size++) {
    const chunks = Array.from(
      { length: Math.ceil(text.length / size) },
      (_, i) => text.slice(i * size, (i + 1) * size),
    );
    assertEquals(await linesOf(chunks, {}), ["a", "b", "", "c\rd\r", "e"], `chunks of ${size}`);
    assertEquals(await linesOf(chunks, { allowCR: true }), ["a", "b", "", "c", "d", "", "e"], `chunks of ${size}`);
  }
});

function linesOf(chunks: string[], options: { allowCR?: boolean }): Promise<string[]> {
  return Array.fromAsync(ReadableStream.from(chunks).pipeThrough(new TextLineStream(options)));
}
