import { assertMatch } from "@std/assert";
import { hasPseudoTerminal, PseudoTerminal } from "./_pseudo_terminal.ts";

const ignore = !hasPseudoTerminal();
if (ignore) console.log('Skipped: the tests at a real terminal need the program "script" of util-linux');

const PROGRAM = decodeURIComponent(new URL("_programs/ask.ts", import.meta.url).pathname);

/** Runs the program at a terminal, and then tells its exit code and how it left the terminal. */
function run(scene: string): PseudoTerminal {
  const program = [Deno.execPath(), "run", "--no-prompt", "--allow-run=claude", PROGRAM, scene];
  return new PseudoTerminal(`${program.map((word) => `'${word}'`).join(" ")}; echo "exit code $?"; stty -a`);
}

function assertRestored(text: string): void {
  for (const flag of ["icanon", "isig", "echo"]) assertMatch(text, new RegExp(`[ ;\\n]${flag}[ ;\\r]`));
}

Deno.test({
  name: "askPerson() at a real terminal: one key answers while the script goes on, and the terminal is restored",
  ignore,
  fn: async () => {
    await using terminal = run("two");
    await terminal.see("stop the turn ›");
    await terminal.see("tick");
    await terminal.see("tick");
    await terminal.type("y");
    await terminal.see('decision {"behavior":"allow","updatedInput":{"command":"one"}}');
    await terminal.see("stop the turn ›");
    await terminal.type("m");
    await terminal.see("no, because: ");
    await terminal.type("not tödäy\r");
    await terminal.see('decision {"behavior":"deny","message":"not tödäy"}');
    await terminal.see("script over");
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test({
  name: "askPerson() at a real terminal: a withdrawn request leaves nothing that keeps the script alive",
  ignore,
  fn: async () => {
    await using terminal = run("withdraw");
    await terminal.see("stop the turn ›");
    await terminal.see("withdrawn");
    await terminal.see("script over");
    await terminal.see("exit code 0");
    assertRestored(await terminal.rest());
  },
});

Deno.test({
  name: "askPerson() at a real terminal: Ctrl+C restores the terminal and raises SIGINT",
  ignore,
  fn: async () => {
    await using terminal = run("two");
    await terminal.see("stop the turn ›");
    await terminal.type("\x03");
    await terminal.see("→ stop");
    await terminal.see("exit code 130");
    assertRestored(await terminal.rest());
  },
});
