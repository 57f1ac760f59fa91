import { assertEquals } from "@std/assert";
import type { Key } from "../../../lib/cli/ask/keys.ts";
import { askKeys, askReducer, type AskState, askState, type Question } from "../../../lib/cli/ask/reducer.ts";

const QUESTION: Question = {
  label: "",
  toolName: "Bash",
  input: { command: "ls" },
  reason: undefined,
  subagentId: undefined,
  mode: "default",
  cwd: undefined,
  waiting: 0,
};

function text(letters: string): Key {
  return { kind: "text", text: letters };
}

function press(...keys: (string | Key)[]): AskState {
  return keys.map((key) => typeof key === "string" ? text(key) : key).reduce(askReducer, askState(QUESTION));
}

const enter: Key = { kind: "enter" };
const escape: Key = { kind: "escape" };
const backspace: Key = { kind: "backspace" };

Deno.test("askReducer() y allows, n refuses, s stops, in either case", () => {
  assertEquals(press("y").answer, { kind: "yes" });
  assertEquals(press("Y").answer, { kind: "yes" });
  assertEquals(press("n").answer, { kind: "no", message: "" });
  assertEquals(press("N").answer, { kind: "no", message: "" });
  assertEquals(press("s").answer, { kind: "stop" });
});

Deno.test("askReducer() Enter, Escape, Backspace, arrows and other letters choose nothing", () => {
  const state = press(enter, escape, backspace, { kind: "other" }, { kind: "erase_line" }, "x", " ", "j");
  assertEquals(state, askState(QUESTION));
});

Deno.test("askReducer() text of several letters chooses nothing", () => {
  assertEquals(press("yes", "yy", "no").answer, undefined);
});

Deno.test("askReducer() the first answer stays", () => {
  assertEquals(press("n", "y").answer, { kind: "no", message: "" });
});

Deno.test("askReducer() m takes a message until Enter", () => {
  assertEquals(press("m").step, "message");
  assertEquals(press("m", "y").answer, undefined);
  assertEquals(press("m", "u", "s", "e", " ä日", enter).answer, { kind: "no", message: "use ä日" });
});

Deno.test("askReducer() an empty message is a plain no", () => {
  assertEquals(press("m", "  ", enter).answer, { kind: "no", message: "" });
});

Deno.test("askReducer() Backspace takes one character as people count them", () => {
  assertEquals(press("m", "a👩‍💻", backspace).message, "a");
  assertEquals(press("m", "e\u0301", backspace).message, "");
  assertEquals(press("m", backspace).message, "");
});

Deno.test("askReducer() Ctrl+U empties the message, arrows leave it alone", () => {
  assertEquals(press("m", "abc", { kind: "other" }).message, "abc");
  assertEquals(press("m", "abc", { kind: "erase_line" }, "d").message, "d");
});

Deno.test("askReducer() Escape goes back to the choice and forgets the message", () => {
  assertEquals(press("m", "abc", escape), askState(QUESTION));
});

Deno.test("askReducer() a message has at most 2,000 characters and no half ones", () => {
  assertEquals(press("m", "a".repeat(5000)).message.length, 2000);
  assertEquals(press("m", "a".repeat(1999) + "😀").message, "a".repeat(1999) + "\ufffd");
});

Deno.test("askReducer() Ctrl+C interrupts and Ctrl+D refuses, in both steps", () => {
  assertEquals(press({ kind: "interrupt" }).answer, { kind: "interrupt" });
  assertEquals(press("m", "a", { kind: "interrupt" }).answer, { kind: "interrupt" });
  assertEquals(press({ kind: "end" }).answer, { kind: "no", message: "" });
  assertEquals(press("m", "a", { kind: "end" }).answer, { kind: "no", message: "" });
});

Deno.test("askReducer() v shows everything and answers nothing", () => {
  assertEquals(press("v"), { ...askState(QUESTION), full: true });
});

Deno.test("askKeys() keys that come together choose nothing, but Ctrl+C counts", () => {
  const start = askState(QUESTION);
  assertEquals(askKeys(start, [text("y"), enter]), start);
  assertEquals(askKeys(start, [enter, text("y")]), start);
  assertEquals(askKeys(start, [text("y"), { kind: "interrupt" }]).answer, { kind: "interrupt" });
});

Deno.test("askKeys() a paste into the message ends it at its line end, and the rest is dropped", () => {
  const state = askKeys(press("m"), [text("use pnpm"), enter, text("y")]);
  assertEquals(state.answer, { kind: "no", message: "use pnpm" });
});
