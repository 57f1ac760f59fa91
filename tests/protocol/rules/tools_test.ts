import { assert, assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { parseRule, READING_TOOLS, toolFacts, TOOLS } from "../../../lib/protocol/rules/mod.ts";
import { allows, call, denies } from "./_rules.ts";

// `init.tools` of the two versions, written down from the real binaries.
const NEW = "Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode " +
  "ExitWorktree ListAgents Monitor NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop WebFetch " +
  "WebSearch Workflow Write";
const OLD = "Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode " +
  "ExitWorktree NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskOutput " +
  "TaskStop TaskUpdate WebFetch WebSearch Workflow Write";
const ALL = [...new Set(`${NEW} ${OLD} Grep Glob`.split(" "))];

Deno.test("TOOLS knows every tool of both versions", () => {
  assertEquals(ALL.filter((tool) => toolFacts(tool) === undefined), []);
  assertEquals(toolFacts("constructor"), undefined);
  assertEquals(toolFacts("__proto__"), undefined);
});

Deno.test("which tools a bare name denies", () => {
  const denied = (rule: string) => ALL.filter((tool) => denies(rule, call(tool)) !== undefined).sort();
  assertEquals(denied("Bash"), ["Bash", "Monitor"]);
  assertEquals(denied("Bash(*)"), ["Bash", "Monitor"]);
  assertEquals(denied("Edit"), ["Edit", "NotebookEdit", "Write"]);
  assertEquals(denied("Read"), ["Glob", "Grep", "Read"]);
  assertEquals(denied("Write"), ["Write"]);
  assertEquals(denied("Monitor"), ["Monitor"]);
  assertEquals(denied("Agent"), ["Task"]);
  assertEquals(denied("Task"), ["Task"]);
  assertEquals(denied("TaskStop"), ["TaskStop"]);
  assertEquals(denied("KillShell"), ["TaskStop"]);
  assertEquals(denied("*"), [...ALL].sort());
  assertEquals(denied("Cron*"), ["CronCreate", "CronDelete", "CronList"]);
});

Deno.test("a bare name allows that tool and no other", () => {
  const allowed = (rule: string) => ALL.filter((tool) => allows(rule, call(tool, { command: "ls" }))).sort();
  assertEquals(allowed("Bash"), ["Bash"]);
  assertEquals(allowed("Edit"), ["Edit"]);
  assertEquals(allowed("Read"), ["Read"]);
  assertEquals(allowed("Agent"), ["Task"]);
  assertEquals(allowed("*"), [...ALL].sort());
  assertEquals(allowed("Bash(ls *)"), ["Bash", "Monitor"]);
  assertEquals(allowed("Monitor(ls *)"), ["Monitor"]);
});

Deno.test("names of MCP servers and globs", () => {
  const tools = ["mcp__git__log", "mcp__git__push", "mcp__github__log", "mcp__git", "Bash"];
  const both = (rule: string) => {
    const allowed = tools.filter((tool) => allows(rule, call(tool)));
    assertEquals(tools.filter((tool) => denies(rule, call(tool)) !== undefined), allowed);
    return allowed;
  };
  assertEquals(both("mcp__git"), ["mcp__git__log", "mcp__git__push", "mcp__git"]);
  assertEquals(both("mcp__git__*"), ["mcp__git__log", "mcp__git__push"]);
  assertEquals(both("mcp__git__log"), ["mcp__git__log"]);
  assertEquals(both("mcp__*"), ["mcp__git__log", "mcp__git__push", "mcp__github__log", "mcp__git"]);
  assertEquals(both("mcp__*__log"), ["mcp__git__log", "mcp__github__log"]);
  assertEquals(both("mcp__git__lo"), []);
});

Deno.test("a rule for an MCP server does not allow what may be another server's tool", () => {
  // The tool `x__log` of the server `git`, or `log` of a server `git__x`: 2.1.197 allows it by `mcp__git`, 2.1.332 does not.
  const odd = call("mcp__git__x__log");
  const rules = [
    "mcp__git",
    "mcp__git__*",
    "mcp__git__x*",
    "mcp__git__x__*",
    "mcp__git__x__log",
    "mcp__git*",
    "mcp__*",
    "*",
  ];
  assertEquals(rules.map((rule) => allows(rule, odd)), [false, false, false, true, true, true, true, true]);
  assertEquals(rules.filter((rule) => denies(rule, odd) === undefined), []);
});

Deno.test("PowerShell takes no rule with parentheses", () => {
  assertThrows(() => parseRule("PowerShell(ls *)"), UsageError, '"PowerShell" takes no parentheses');
  assertEquals(allows("Bash(ls *)", call("PowerShell", { command: "ls" })), false);
  assertEquals(allows("PowerShell", call("PowerShell", { command: "ls" })), true);
});

Deno.test("READING_TOOLS change nothing", () => {
  for (const tool of READING_TOOLS) {
    const facts = toolFacts(tool);
    assert(facts !== undefined && !facts.edits && !facts.shell, tool);
  }
  const reads = Object.keys(TOOLS).filter((tool) => TOOLS[tool]!.reads && tool !== "SendUserFile");
  assertEquals(reads.filter((tool) => !READING_TOOLS.includes(tool)), []);
  assertEquals(
    ["WebFetch", "WebSearch", "Agent", "Skill", "Workflow"].filter((tool) => READING_TOOLS.includes(tool)),
    [],
  );
});

Deno.test("rules that name one value", () => {
  assertEquals(allows("Agent(Explore)", call("Task", { subagent_type: "Explore" })), true);
  assertEquals(allows("Task(Explore)", call("Agent", { subagent_type: "Explore" })), true);
  assertEquals(allows("Agent(Explore)", call("Agent", { subagent_type: "explore" })), false);
  assertEquals(allows("Agent(Explore)", call("Agent", {})), false);
  assertEquals(denies("Agent(Explore)", call("Task", { subagent_type: "explore" })) !== undefined, true);
  assertEquals(denies("Agent(Explore)", call("Task", { subagent_type: "other" })), undefined);
  assertEquals(denies("Agent(general-purpose)", call("Task", {})) !== undefined, true);
  assertEquals(denies("Agent(Explore)", call("Task", { subagent_type: 5 })) !== undefined, true);
  assertEquals(denies("Skill(deploy)", call("Skill", { skill: "/Deploy" })) !== undefined, true);
});

Deno.test("rules that name a host", () => {
  const page = (url: unknown) => call("WebFetch", { url });
  const covered = [
    "https://example.com",
    "http://example.com:8080/x",
    "https://example.com/@a/b",
    "https://EXAMPLE.com/",
  ];
  const hidden = [
    "https://example.com.",
    "https://example.com@evil.com",
    "https://user@example.com/",
    "https://evil.com/example.com",
    "https://evil.com/?https://example.com",
    "https://evil.com#example.com",
    "https://notexample.com",
    "https://example.com.evil.com",
    "https://evil.com\\@example.com",
    "https://example.com\\.evil.com",
    "https://exam\u200Bple.com.evil.com",
    "file://example.com/etc/passwd",
    "ftp://example.com/",
    "javascript:alert(1)",
    "example.com",
    " https://example.com",
    "https://example.com\n",
    "//example.com",
    "",
    5,
    undefined,
  ];
  assertEquals(covered.filter((url) => !allows("WebFetch(domain:example.com)", page(url))), []);
  assertEquals(hidden.filter((url) => allows("WebFetch(domain:example.com)", page(url))), []);
  // The CLI takes a host for itself alone, where it allows; a deny covers what is below it too.
  assertEquals(allows("WebFetch(domain:example.com)", page("https://docs.example.com/")), false);
  assertEquals(denies("WebFetch(domain:example.com)", page("https://docs.example.com/")) !== undefined, true);
  const denied = [
    ...covered,
    "https://example.com.",
    "https://user:x@example.com/",
    "example.com/x",
    " HTTPS://example.com",
    5,
  ];
  assertEquals(denied.filter((url) => denies("WebFetch(domain:example.com)", page(url)) === undefined), []);
  assertEquals(denies("WebFetch(domain:example.com)", page("https://other.com/example.com")), undefined);
  assertEquals(allows("WebFetch(domain:*.example.com)", page("https://a.example.com")), true);
  assertEquals(allows("WebFetch(domain:*.example.com)", page("https://example.com")), false);
  assertEquals(allows("WebFetch(domain:b\u00FCcher.de)", page("https://xn--bcher-kva.de/")), true);
  assertEquals(
    denies("WebFetch(domain:example.com)", call("mcp__web__get", { url: "https://example.com" })) !== undefined,
    true,
  );
  assertEquals(denies("WebFetch(domain:example.com)", call("Read", { url: "https://example.com" })), undefined);
});
