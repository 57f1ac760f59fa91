import { assert, assertEquals, assertFalse, assertRejects, assertStringIncludes } from "@std/assert";
import { askPerson } from "../../lib/cli/mod.ts";
import { LineIterator } from "../../lib/cli/lines/line_source.ts";
import { TerminalLines } from "../../lib/cli/lines/terminal_lines.ts";
import { FakeTerminal, settled } from "./_fake_terminal.ts";
import { request } from "./request.ts";

function linesAt(terminal: FakeTerminal): LineIterator {
  return new LineIterator(new TerminalLines(terminal));
}

function never(): AbortSignal {
  return new AbortController().signal;
}

async function next(lines: LineIterator): Promise<string | undefined> {
  return (await lines.next()).value;
}

/** Lets the question be shown, and then be answered. */
async function readyToAnswer(terminal: FakeTerminal): Promise<void> {
  await settled();
  terminal.pass(300);
  terminal.pass(300);
}

function assertAtRest(terminal: FakeTerminal): void {
  assertEquals([terminal.reading, terminal.timers], [undefined, 0]);
}

Deno.test("promptLines() at a terminal reads only while a line is wanted", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  assertAtRest(terminal);
  const first = next(lines);
  assertEquals(terminal.reading, "lines");
  terminal.type("\n");
  assertEquals(terminal.reading, "lines", "A blank line is no prompt");
  terminal.type("one\n");
  assertAtRest(terminal);
  assertEquals(await first, "one");
  assertEquals(terminal.written, "", "The terminal echoes by itself");
});

Deno.test("promptLines() at a terminal keeps what comes together for the next prompts", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const first = next(lines);
  terminal.type("one\ntwo\n");
  assertEquals([await first, await next(lines)], ["one", "two"]);
  assertAtRest(terminal);
});

Deno.test("promptLines() at a terminal ends at the end of input, and can be begun anew", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const last = next(lines);
  terminal.end();
  assertEquals(await last, undefined);
  assertEquals(await next(lines), undefined);
  assertAtRest(terminal);
  const others = next(linesAt(terminal));
  terminal.type("again\n");
  assertEquals(await others, "again");
});

Deno.test("promptLines() at a terminal takes no keys once its reader has left, also while a line is awaited", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const awaited = next(lines);
  await lines.return();
  assertAtRest(terminal);
  assertEquals(await awaited, undefined);
});

Deno.test("promptLines() gives the keyboard to a question, and goes on with the line that was half typed", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const awaited = next(lines);
  const answer = askPerson({ terminal, color: false })(request(), never());
  await settled();
  assertEquals(terminal.reading, "keys");
  terminal.type("hello wo"); // What the terminal kept when it gave its lines up.
  await readyToAnswer(terminal);
  assert(terminal.written.startsWith("\r\x1b[K? The agent wants to use Bash\n"), terminal.written);
  terminal.type("y");
  assertEquals((await answer)?.behavior, "allow");
  await settled();
  assertEquals(terminal.reading, "keys");
  assert(terminal.written.endsWith("  → yes\n\r\x1b[Khello wo"), terminal.written);
  terminal.type("x");
  terminal.type("\x7f");
  terminal.type("rld\r");
  assert(terminal.written.endsWith("hello wox\b \brld\n"), terminal.written);
  assertEquals(await awaited, "hello world");
  assertAtRest(terminal);
});

Deno.test("promptLines() keeps what was typed while a turn ran, and none of it answers a question", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const first = next(lines);
  terminal.type("one\n");
  await first;
  const answer = askPerson({ terminal })(request(), never());
  await settled();
  terminal.type("y\nnext");
  await readyToAnswer(terminal);
  terminal.type("n");
  assertEquals((await answer)?.behavior, "deny");
  assertAtRest(terminal);
  assert(terminal.written.endsWith("\r\x1b[Knext"), "What was half typed is shown again");
  assertEquals(await next(lines), "y");
  const last = next(lines);
  terminal.type(" one\r");
  assertEquals(await last, "next one");
});

Deno.test("promptLines() gets no key that was meant for a question, or for the one before it", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const awaited = next(lines);
  const ask = askPerson({ terminal });
  const answers = [ask(request(), never()), ask(request(), never())];
  await settled();
  terminal.pass(300);
  terminal.type("y");
  terminal.pass(300);
  terminal.type("y");
  await settled();
  terminal.type("y");
  await readyToAnswer(terminal);
  terminal.type("y");
  assertEquals((await Promise.all(answers)).map((answer) => answer?.behavior), ["allow", "allow"]);
  await settled();
  assertEquals(terminal.reading, "lines");
  terminal.type("mine\n");
  assertEquals(await awaited, "mine");
});

Deno.test("promptLines() takes a line that was ended while a question was on its way", async () => {
  const terminal = new FakeTerminal();
  const controller = new AbortController();
  const awaited = next(linesAt(terminal));
  const answer = askPerson({ terminal })(request(), controller.signal);
  await settled();
  terminal.type("ready\r");
  controller.abort();
  assertEquals([await answer, await awaited], [undefined, "ready"]);
  assertAtRest(terminal);
});

Deno.test("promptLines() Ctrl+C at a question drops what was typed; the wait for a line goes on", async () => {
  const terminal = new FakeTerminal();
  const awaited = next(linesAt(terminal));
  const answer = askPerson({ terminal })(request(), never());
  await settled();
  terminal.type("half");
  await readyToAnswer(terminal);
  terminal.type("\x03");
  assert((await answer)?.behavior === "deny");
  await settled();
  assertEquals([terminal.interrupts, terminal.reading], [1, "lines"]);
  terminal.type("whole\n");
  assertEquals(await awaited, "whole");
});

Deno.test("promptLines() Ctrl+C at a line that goes on gives the terminal back before it raises SIGINT", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const awaited = next(lines);
  const answer = askPerson({ terminal })(request(), never());
  await settled();
  terminal.type("half");
  await readyToAnswer(terminal);
  terminal.type("y");
  await answer;
  await settled();
  let reading: string | undefined = "";
  terminal.interrupt = () => reading = terminal.reading;
  terminal.type("\x03");
  assertEquals([reading, terminal.reading], [undefined, "lines"]);
  await lines.return();
  assertEquals(await awaited, undefined);
  assertAtRest(terminal);
});

Deno.test("promptLines() at one terminal serves one reader after another", async () => {
  const terminal = new FakeTerminal();
  const [one, other] = [linesAt(terminal), linesAt(terminal)];
  const awaited = [next(one), next(other)];
  terminal.type("first\nsecond\n");
  assertEquals(await Promise.all(awaited), ["first", "second"]);
  const again = [next(one), next(other)];
  await one.return();
  terminal.type("third\n");
  assertEquals(await Promise.all(again), [undefined, "third"]);
  assertAtRest(terminal);
});

Deno.test("promptLines() fails when the terminal cannot be read, and stops nobody else", async () => {
  const terminal = new FakeTerminal();
  const { openLines } = terminal;
  terminal.openLines = () => {
    throw new Error("The terminal is gone");
  };
  await assertRejects(() => next(linesAt(terminal)), Error, "The terminal is gone");
  terminal.openLines = openLines;
  const awaited = next(linesAt(terminal));
  terminal.type("back\n");
  assertEquals(await awaited, "back");
});

Deno.test("askPerson() drops what was typed ahead where nobody reads lines any more", async () => {
  const terminal = new FakeTerminal();
  const lines = linesAt(terminal);
  const awaited = next(lines);
  await lines.return();
  await awaited;
  const answer = askPerson({ terminal, color: false })(request(), never());
  await settled();
  terminal.type("lost");
  await readyToAnswer(terminal);
  terminal.type("y");
  await answer;
  assertFalse(terminal.written.includes("lost"));
  assertStringIncludes(terminal.written, "→ yes");
});
