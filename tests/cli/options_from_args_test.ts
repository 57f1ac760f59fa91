import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { optionsFromArgs } from "../../lib/cli/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";

Deno.test("optionsFromArgs() reads every flag", () => {
  const { options, prompt, rest, help } = optionsFromArgs([
    "--model=sonnet",
    "--fallback-model=opus, haiku",
    "--effort",
    "low",
    "--thinking=disabled",
    "--agent=reviewer",
    "--fork-session",
    "--session-id=7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
    "--no-session-persistence",
    "--strict-mcp-config",
    "--plugin-dir=/p",
    "--plugin-dir",
    "/q",
    "--output-style=Learning",
    "--debug",
    "--debug-file=/log",
    "--permission-mode",
    "acceptEdits",
    "--cwd",
    "/srv/demo",
    "--resume",
    "007",
    "--continue",
    "--max-turns",
    "5",
    "--max-budget-usd=2.50",
    "--program",
    "/opt/claude",
    "--add-dir",
    "/a",
    "--add-dir=/b",
    "--system-prompt",
    "Be kind",
    "--append-system-prompt=- be brief",
    "--setting-sources",
    "user, project",
    "Fix",
    "the bug",
    "42",
    "--",
    "--own",
    "x",
  ]);
  assertEquals(options, {
    model: "sonnet",
    fallbackModel: ["opus", "haiku"],
    effort: "low",
    thinking: { type: "disabled" },
    agent: "reviewer",
    forkSession: true,
    sessionId: "7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
    persistSession: false,
    strictMcpConfig: true,
    plugins: ["/p", "/q"],
    outputStyle: "Learning",
    debug: true,
    debugFile: "/log",
    permissionMode: "acceptEdits",
    cwd: "/srv/demo",
    resume: "007",
    continue: true,
    maxTurns: 5,
    maxBudgetUsd: 2.5,
    program: "/opt/claude",
    addDirs: ["/a", "/b"],
    systemPrompt: "Be kind",
    appendSystemPrompt: "- be brief",
    settingSources: ["user", "project"],
  });
  assertEquals(prompt, "Fix the bug 42");
  assertEquals(rest, ["--own", "x"]);
  assertEquals(help, undefined);
});

Deno.test("optionsFromArgs() reads a budget of thinking for an older model", () => {
  assertEquals(optionsFromArgs(["--thinking=5000"]).options, { thinking: { type: "enabled", budgetTokens: 5_000 } });
  assertEquals(optionsFromArgs(["--thinking", "adaptive"]).options, { thinking: { type: "adaptive" } });
});

Deno.test("optionsFromArgs() sets nothing that was not given", () => {
  assertEquals(optionsFromArgs([]), { options: {}, prompt: undefined, rest: [], help: undefined });
});

Deno.test("optionsFromArgs() keeps a word as it was typed", () => {
  assertEquals(optionsFromArgs(["0x10", "1e3", "007"]).prompt, "0x10 1e3 007");
});

Deno.test("optionsFromArgs() the last of a repeated flag counts", () => {
  assertEquals(optionsFromArgs(["--model", "a", "--model", "b"]).options, { model: "b" });
});

Deno.test("optionsFromArgs() an empty list of setting sources keeps all of them out", () => {
  assertEquals(optionsFromArgs(["--setting-sources="]).options, { settingSources: [] });
  assertEquals(optionsFromArgs(["--setting-sources", ""]).options, { settingSources: [] });
});

Deno.test("optionsFromArgs() --help gives a list of all flags", () => {
  const { help } = optionsFromArgs(["--help"]);
  for (const flag of ["--model <name>", "--max-budget-usd <amount>", "--add-dir <path>", "--continue", "--help"]) {
    assertStringIncludes(help ?? "", flag);
  }
});

const MISTAKES: [string[], string][] = [
  [["--modle", "sonnet"], 'Remove the unknown flag "--modle", or use "--model"'],
  [["--max-turn=3"], 'Remove the unknown flag "--max-turn", or use "--max-turns"'],
  [["--budget", "3"], 'Remove the unknown flag "--budget", or use "--help" for a list'],
  [["--no-continue"], 'Remove the unknown flag "--no-continue", or use "--continue"'],
  [["--no-session-persistence=x"], 'Remove the unknown flag "--no-session-persistence"'],
  [["--no-session-persistenc"], 'or use "--no-session-persistence"'],
  [["--effort=huge"], 'Give "--effort" one of "low", "medium", "high", "xhigh", "max", not "huge"'],
  [["--thinking=on"], 'Give "--thinking" one of "adaptive", "disabled", not "on"'],
  [["--thinking=0"], 'Give "--thinking" a whole number from 1, not "0"'],
  [["--fallback-model=a,,b"], 'Give "--fallback-model" names with commas between, not "a,,b"'],
  [["--allowed-tools=Bash"], 'Remove the unknown flag "--allowed-tools"'],
  [["--no-model=x"], 'Remove the unknown flag "--no-model", or use "--model"'],
  [["--model.x=1"], 'Remove the unknown flag "--model.x", or use "--model"'],
  [["--dangerously-skip-permissions"], 'Remove the unknown flag "--dangerously-skip-permissions"'],
  [["-p", "hello"], 'Remove the unknown flag "-p"'],
  [["--__proto__=x"], 'Remove the unknown flag "--__proto__"'],
  [["--constructor", "x"], 'Remove the unknown flag "--constructor"'],
  [["--model"], 'Give "--model" a value: "--model <name>"'],
  [["--model", "--continue"], 'Give "--model" a value'],
  [["--model", ""], 'Give "--model" a value'],
  [["--setting-sources"], 'Give "--setting-sources" a value'],
  [["--max-turns", "many"], 'Give "--max-turns" a whole number from 1, not "many"'],
  [["--max-turns=0"], 'Give "--max-turns" a whole number from 1, not "0"'],
  [["--max-turns=1.5"], 'Give "--max-turns" a whole number from 1, not "1.5"'],
  [["--max-budget-usd=-1"], 'Give "--max-budget-usd" an amount above 0 such as "2.50", not "-1"'],
  [["--max-budget-usd=0"], 'Give "--max-budget-usd" an amount above 0'],
  [["--max-budget-usd=1e9"], 'Give "--max-budget-usd" an amount above 0'],
  [["--permission-mode=yolo"], 'Give "--permission-mode" one of "default", "manual", "acceptEdits"'],
  [["--setting-sources=user,projects"], 'Give "--setting-sources" one of "user", "project", "local", not "projects"'],
];

for (const [args, message] of MISTAKES) {
  Deno.test(`optionsFromArgs() refuses ${args.join(" ")}`, () => {
    assertThrows(() => optionsFromArgs(args), UsageError, message);
  });
}
