import { hasPseudoTerminal, PseudoTerminal } from "./_pseudo_terminal.ts";

const ignore = !hasPseudoTerminal();
if (ignore) console.log('Skipped: the tests at a real terminal need the program "script" of util-linux');

const PROGRAM = decodeURIComponent(new URL("_programs/ask_forms.ts", import.meta.url).pathname);

Deno.test({
  name: "askPerson() at a real terminal: questions, a plan, and always for a rule",
  ignore,
  fn: async () => {
    const program = [Deno.execPath(), "run", "--no-prompt", "--allow-run=claude", PROGRAM];
    await using terminal = new PseudoTerminal(program.map((word) => `'${word}'`).join(" "));
    await terminal.see("1: Red (Warm)");
    await terminal.see(" › ");
    await terminal.type("2");
    await terminal.see("(2 of 3)");
    await terminal.see(" › ");
    await terminal.type("1");
    await terminal.see("Enter take 1");
    await terminal.type("2");
    await terminal.see("Enter take 1, 2");
    await terminal.type("\r");
    await terminal.see("(3 of 3)");
    await terminal.see(" › ");
    await terminal.type("o");
    await terminal.see("answer: ");
    await terminal.type("nöthing\r");
    await terminal.see('"answers":{"Which colour?":"Blue","Which ones?":"Red, Blue","What else?":"nöthing"}');
    await terminal.see("# Tidy up");
    await terminal.see(" › ");
    await terminal.type("e");
    await terminal.see('[{"type":"setMode","mode":"acceptEdits","destination":"session"}]');
    await terminal.see(" › ");
    await terminal.type("a");
    await terminal.see("2: Bash(make *)");
    await terminal.see(" › ");
    await terminal.type("2");
    await terminal.see('decision {"behavior":"deny","message":"always Bash(make *)"}');
    await terminal.see("script over");
    await terminal.rest();
  },
});
