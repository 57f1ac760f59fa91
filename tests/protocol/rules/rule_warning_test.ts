import { assertEquals, assertMatch } from "@std/assert";
import { parseRule, ruleWarning } from "../../../lib/protocol/rules/mod.ts";
import { allows, bash } from "./_rules.ts";

const NEVER: [string, string][] = [
  ["Bash(npm run *)", "npm run build"],
  ["Bash(deno task *)", "deno task ok"],
  ["Bash(python *)", "python x.py"],
  ["Bash(python3 x.py *)", "python3 x.py a"],
  ["Bash(sed -n *)", "sed -n 1p a"],
  ["Bash(npx *)", "npx x"],
  ["Bash(git config *)", "git config a"],
  ["Bash(git -C lib *)", "git -C lib log"],
  ["Bash(docker run *)", "docker run x"],
  ["Bash(gh pr *)", "gh pr view"],
];
for (const [rule, command] of NEVER) {
  Deno.test(`ruleWarning() ${rule} matches nothing, and that is said`, () => {
    assertEquals([allows(rule, bash(command)), allows(rule, bash(rule.slice(5, -3)))], [false, false]);
    const warning = ruleWarning(parseRule(rule), "allow") ?? "";
    assertMatch(
      warning,
      /^The rule "Bash\(.* \*\)" matches no command: .*; write the rest of it out instead of the \*/,
    );
    assertEquals(ruleWarning(parseRule(rule), "deny"), undefined);
  });
}

Deno.test("ruleWarning() says what to write instead", () => {
  assertEquals(
    ruleWarning(parseRule("Bash(npm run *)"), "allow"),
    'The rule "Bash(npm run *)" matches no command: what "npm run" runs can do anything, so a rule must name it; ' +
      'write the rest of it out instead of the *, such as "Bash(npm run build)"',
  );
  assertEquals(
    ruleWarning(parseRule("Bash(python *)"), "allow"),
    'The rule "Bash(python *)" matches no command: "python" runs or interprets what it is given, so a rule must say ' +
      "the whole command; write the rest of it out instead of the *",
  );
});

const MATCHING: [string, string][] = [
  ["Bash(npm *)", "npm test"],
  ["Bash(npm run build *)", "npm run build --silent"],
  ["Bash(npm run build)", "npm run build"],
  ["Bash(python x.py)", "python x.py"],
  ["Bash(git *)", "git status"],
  ["Bash(git -C lib log *)", "git -C lib log -1"],
  ["Bash(deno test *)", "deno test"],
  ["Bash(uniq *)", "uniq a"],
  ["Bash(my-own-program *)", "my-own-program x"],
  ["Bash(find *)", "find lib"],
];
Deno.test("ruleWarning() is silent about rules that match something", () => {
  for (const [rule, command] of MATCHING) {
    assertEquals([allows(rule, bash(command)), ruleWarning(parseRule(rule), "allow")], [true, undefined], rule);
  }
});

Deno.test("ruleWarning() names the nearest tool for a name that no known version has", () => {
  const nearest: [string, string | undefined][] = [
    ["WebFech", "WebFetch"],
    ["Bsh", "Bash"],
    ["NotebookEdits", "NotebookEdit"],
    ["KilShell", "KillShell"],
    ["Terminal", undefined],
    ["constructor", undefined],
  ];
  for (const [name, meant] of nearest) {
    const hint = meant === undefined
      ? 'a tool of an MCP server is called "mcp__server__tool"'
      : `the nearest is "${meant}"`;
    const expected = `Check the rule "${name}": no known version has a tool of the name "${name}"; ${hint}`;
    assertEquals(ruleWarning(parseRule(name), "deny"), expected);
    assertEquals(ruleWarning(parseRule(name), "allow"), expected);
  }
});

Deno.test("ruleWarning() knows tools, their other names, servers and globs", () => {
  // `init.tools` of the two versions, and names that only stand in their binaries.
  const names =
    "Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode " +
    "ExitWorktree ListAgents Monitor NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop WebFetch " +
    "WebSearch Workflow Write TaskCreate TaskGet TaskList TaskOutput TaskUpdate Grep Glob LS KillShell BashOutput Agent " +
    "MultiEdit TodoWrite ListMcpResourcesTool ReadMcpResourceTool LSP RemoteTrigger Artifact REPL SendUserMessage " +
    "mcp__server mcp__server__tool mcp__* Web* * Bash(*) Edit(src/**) Agent(Explore)";
  for (const name of names.split(" ")) {
    assertEquals([ruleWarning(parseRule(name), "allow"), ruleWarning(parseRule(name), "deny")], [undefined, undefined]);
  }
});
