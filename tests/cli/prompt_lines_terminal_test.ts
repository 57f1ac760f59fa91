import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { hasPseudoTerminal, PseudoTerminal } from "./_pseudo_terminal.ts";

const ignore = !hasPseudoTerminal();
const PROGRAM = pathOf("chat.ts");

function pathOf(program: string): string {
  return decodeURIComponent(new URL(`_programs/${program}`, import.meta.url).pathname);
}

/** Runs a program at a terminal, and then tells its exit code and how it left the terminal. */
function run(...args: string[]): PseudoTerminal {
  const words = [Deno.execPath(), "run", "--no-prompt", ...args].map((word) => `'${word}'`);
  return new PseudoTerminal(`trap : INT; ${words.join(" ")}; echo "exit code $?"; stty -a`);
}

function chat({ quietMs = 0 } = {}): PseudoTerminal {
  return run(PROGRAM, String(quietMs));
}

/** Refuses without a word. Keys are pressed until they count, which none does right after a question is shown. */
async function refuse(terminal: PseudoTerminal): Promise<void> {
  const pressing = setInterval(() => terminal.type("m"), 250);
  try {
    await terminal.see("no, because: ");
  } finally {
    clearInterval(pressing);
  }
  await terminal.type("\x15\r");
  await terminal.see("→ no");
}

function assertRestored(text: string): void {
  for (const flag of ["icanon", "isig", "echo"]) assertMatch(text, new RegExp(`[ ;\\n]${flag}[ ;\\r]`));
}

Deno.test({
  name: "promptLines() at a real terminal: a prompt, a question answered with y, a second prompt, Ctrl+D",
  ignore,
  fn: async () => {
    await using terminal = chat();
    await terminal.see("prompt ›");
    await terminal.type("one\n");
    await terminal.see("│ one");
    await terminal.see("stop the turn ›");
    await terminal.type("y");
    await terminal.see('turn "one", 0 denied; prompt ›');
    await terminal.type("two\n");
    await terminal.see("│ two");
    await terminal.see("stop the turn ›");
    await terminal.type("n");
    await terminal.see('turn "two", 1 denied; prompt ›');
    await terminal.type("\x04");
    await terminal.see("script over");
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test({
  name: "promptLines() at a real terminal: what is typed ahead is kept, and a half typed line goes on",
  ignore,
  fn: async () => {
    await using terminal = chat({ quietMs: 100 });
    await terminal.see("prompt ›");
    await terminal.type("one\ny\nhalf");
    await terminal.see("│ one");
    await terminal.see("stop the turn ›");
    await refuse(terminal);
    await terminal.see('turn "one", 1 denied; prompt ›');
    await terminal.see("│ y");
    await terminal.see("stop the turn ›");
    await refuse(terminal);
    await terminal.see('turn "y", 1 denied; prompt ›');
    await terminal.see("half");
    await terminal.type(" done\n");
    await terminal.see("│ half done");
    await terminal.see("stop the turn ›");
    await refuse(terminal);
    await terminal.see('turn "half done", 1 denied; prompt ›');
    await terminal.type("\x04");
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test({
  name: "promptLines() at a real terminal: Ctrl+C at the question and while a prompt is awaited ends the script",
  ignore,
  fn: async () => {
    await using asked = chat();
    await asked.see("prompt ›");
    await asked.type("one\n");
    await asked.see("stop the turn ›");
    await asked.type("\x03");
    await asked.see("→ stop");
    await asked.see("exit code 130");
    assertRestored(await asked.rest());
    await using awaited = chat();
    await awaited.see("prompt ›");
    await awaited.type("ha");
    await awaited.see("ha");
    await awaited.type("\x03");
    await awaited.see("exit code 130");
    assertRestored(await awaited.rest());
  },
});

Deno.test({
  name: "promptLines() at a real terminal: the script ends by itself when the agent goes while a prompt is awaited",
  ignore,
  fn: async () => {
    await using terminal = chat();
    await terminal.see("prompt ›");
    await terminal.type("leave\n");
    await terminal.see("exited with code 3");
    await terminal.see("script over");
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test({
  name: "promptLines() at a real terminal: after Ctrl+D there is still a person to ask, and to read lines from",
  ignore,
  fn: async () => {
    await using terminal = run(pathOf("after_end.ts"));
    for (const round of [1, 2]) {
      await terminal.see(`line ${round} ›`);
      await terminal.type("\x04");
      await terminal.see("stop the turn ›");
      await terminal.type("y");
      await terminal.see("decision allow");
    }
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test("promptLines() at a pipe gives its lines, askPerson() denies, and an open pipe holds nobody", async () => {
  for (const [input, closes] of [["one\ntwo", true], ["one\nleave\n", false]] as const) {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-prompt", PROGRAM, "0"],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(input));
    if (closes) await writer.close();
    const { code, stdout, stderr } = await child.output();
    if (!closes) await writer.close().catch(() => {});
    const text = new TextDecoder().decode(stdout);
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assertStringIncludes(text, 'turn "one", 1 denied');
    assertStringIncludes(text, closes ? 'turn "two", 1 denied' : "exited with code 3");
    assertStringIncludes(text, "script over");
  }
});
