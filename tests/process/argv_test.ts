import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { launchArguments, type LaunchOptions } from "../../lib/process/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";

const FIXED = [
  "--output-format",
  "stream-json",
  "--input-format",
  "stream-json",
  "--verbose",
  "--permission-prompt-tool",
  "stdio",
  "--replay-user-messages",
];
const TEXTS = ["model", "fallbackModel", "resume", "sessionId", "agent", "resumeSessionAt", "outputStyle", "debugFile"];
const LISTS = ["allowedTools", "disallowedTools", "tools", "addDirs", "settingSources", "args", "plugins", "betas"];
const SWITCHES = [
  ...["continue", "forkSession", "includePartialMessages", "includeHookEvents", "forwardSubagentText"],
  ...["allowDangerouslySkipPermissions", "strictMcpConfig", "persistSession"],
];
const NOT_BARE = '--settings={"env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}';

function refused(options: unknown, ...parts: string[]): void {
  const error = assertThrows(() => launchArguments(options as LaunchOptions), UsageError);
  for (const part of parts) assertStringIncludes(error.message, part);
}

Deno.test("launchArguments gives the fixed words and switches bare mode off", () => {
  assertEquals(launchArguments({}), [...FIXED, NOT_BARE]);
});

Deno.test("launchArguments gives each option its flag, and args come last", () => {
  const argv = launchArguments({
    model: "opus",
    fallbackModel: "sonnet",
    effort: "xhigh",
    thinking: { type: "adaptive", display: "summarized" },
    taskBudget: 20_000,
    betas: ["context-1m-2025-08-07", "other-2026-01-01"],
    agent: "reviewer",
    permissionMode: "acceptEdits",
    allowDangerouslySkipPermissions: true,
    allowedTools: ["Read", 'Bash(git commit -m "a, b")'],
    disallowedTools: ["WebFetch", "Bash(git push *)"],
    tools: ["Read", "Bash"],
    mcpServers: { one: { command: "run-one", args: ["-x"] } },
    strictMcpConfig: true,
    plugins: ["/plug in", "./other"],
    settings: { permissions: { deny: ["WebSearch"] } },
    settingSources: ["user", "project"],
    outputStyle: "Explanatory",
    resume: "a title",
    resumeSessionAt: "0f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
    forkSession: true,
    sessionId: "7F0C1C1E-9d2b-4c3e-8a55-2f1d3c4b5a69",
    persistSession: false,
    maxTurns: 3,
    maxBudgetUsd: 0.5,
    addDirs: ["/a b,c", "/d"],
    includePartialMessages: true,
    includeHookEvents: true,
    forwardSubagentText: true,
    debug: ["hooks", "!mcp"],
    debugFile: "/log.txt",
    args: ["--brief", "-p"],
  });
  assertEquals(argv, [
    ...FIXED,
    "--model=opus",
    "--fallback-model=sonnet",
    "--effort=xhigh",
    "--thinking=adaptive",
    "--thinking-display=summarized",
    "--task-budget=20000",
    "--betas=context-1m-2025-08-07,other-2026-01-01",
    "--agent=reviewer",
    "--permission-mode=acceptEdits",
    "--allow-dangerously-skip-permissions",
    "--allowedTools=Read",
    '--allowedTools=Bash(git commit -m "a, b")',
    "--disallowedTools=WebFetch",
    "--disallowedTools=Bash(git push *)",
    "--tools=Read",
    "--tools=Bash",
    '--mcp-config={"mcpServers":{"one":{"command":"run-one","args":["-x"]}}}',
    "--strict-mcp-config",
    "--plugin-dir=/plug in",
    "--plugin-dir=./other",
    '--settings={"permissions":{"deny":["WebSearch"]},"outputStyle":"Explanatory","env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
    "--setting-sources=user,project",
    "--resume=a title",
    "--resume-session-at=0f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69",
    "--fork-session",
    "--session-id=7F0C1C1E-9d2b-4c3e-8a55-2f1d3c4b5a69",
    "--no-session-persistence",
    "--max-turns=3",
    "--max-budget-usd=0.5",
    "--add-dir=/a b,c",
    "--add-dir=/d",
    "--include-partial-messages",
    "--include-hook-events",
    "--forward-subagent-text",
    "--debug=hooks,!mcp",
    "--debug-file=/log.txt",
    "--brief",
    "-p",
  ]);
});

Deno.test("launchArguments gives each way of thinking its flags, and lists of names one flag", () => {
  const words = (options: LaunchOptions) => launchArguments(options).slice(FIXED.length).filter((w) => w !== NOT_BARE);
  assertEquals(words({ thinking: { type: "disabled" } }), ["--thinking=disabled"]);
  assertEquals(words({ thinking: { type: "enabled" } }), ["--thinking=enabled"]);
  assertEquals(words({ thinking: { type: "enabled", budgetTokens: 5_000, display: "omitted" } }), [
    "--max-thinking-tokens=5000",
    "--thinking-display=omitted",
  ]);
  assertEquals(words({ fallbackModel: ["a", "b"] }), ["--fallback-model=a,b"]);
  assertEquals(words({ fallbackModel: "a,b" }), ["--fallback-model=a,b"]);
  assertEquals(words({ fallbackModel: [], betas: [], plugins: [], debug: false, persistSession: true }), []);
  assertEquals(words({ debug: true }), ["--debug"]);
  assertEquals(words({ forwardSubagentText: false, allowDangerouslySkipPermissions: false }), []);
});

Deno.test("launchArguments keeps what looks like a flag a value", () => {
  const argv = launchArguments({
    model: "--dangerously-skip-permissions",
    resume: "--bare",
    disallowedTools: ["--bare"],
    addDirs: ["-p"],
  });
  assertEquals(argv.slice(FIXED.length), [
    "--model=--dangerously-skip-permissions",
    "--disallowedTools=--bare",
    NOT_BARE,
    "--resume=--bare",
    "--add-dir=-p",
  ]);
});

Deno.test("launchArguments gives empty lists their meaning", () => {
  const argv = launchArguments({ tools: [], settingSources: [], allowedTools: [], disallowedTools: [], addDirs: [] });
  assertEquals(argv.slice(FIXED.length), ["--tools=", NOT_BARE, "--setting-sources="]);
});

Deno.test("launchArguments leaves switches out that are off, and calls manual mode by its older name", () => {
  const argv = launchArguments({
    permissionMode: "manual",
    continue: true,
    forkSession: false,
    includePartialMessages: false,
  });
  assertEquals(argv.slice(FIXED.length), ["--permission-mode=default", NOT_BARE, "--continue"]);
  assertEquals(
    launchArguments({ permissionMode: "bypassPermissions" })[FIXED.length],
    "--permission-mode=bypassPermissions",
  );
});

Deno.test("launchArguments puts nothing on the command line that initialize carries", () => {
  const options = {
    systemPrompt: "be brief",
    title: "A title",
    skills: ["one"],
    planModeInstructions: "look",
    promptSuggestions: true,
    enableFileCheckpointing: true,
    validate: "all",
    appendSystemPrompt: "be kind",
    agents: { a: {} },
    jsonSchema: { type: "object" },
    stopBlocks: 2,
  };
  // The settings guard the cap against those of the user and the project.
  const settings = NOT_BARE.replace('"8"', '"2"');
  assertEquals(launchArguments(options as LaunchOptions), [...FIXED, settings]);
});

Deno.test("launchArguments puts a rule that a flag would tear into the settings, beside those that are there", () => {
  const torn = 'Bash(touch "f(1) a, b")';
  const argv = launchArguments({
    disallowedTools: ["Read", torn],
    allowedTools: ["Bash(echo (x) Bash *)"],
    settings: { env: { A: "1" }, permissions: { deny: ["WebFetch"], defaultMode: "plan" } },
  });
  assertEquals(argv.slice(FIXED.length), [
    "--disallowedTools=Read",
    "--settings=" + JSON.stringify({
      env: { CLAUDE_CODE_SIMPLE: "0", CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "8", A: "1" },
      permissions: { deny: ["WebFetch", torn], defaultMode: "plan", allow: ["Bash(echo (x) Bash *)"] },
    }),
  ]);
});

Deno.test("launchArguments reads settings that are given as JSON, and passes a path on", () => {
  assertEquals(
    launchArguments({ settings: '{"model":"x"}' }).at(-1),
    '--settings={"model":"x","env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
  );
  assertEquals(launchArguments({ settings: "my settings.json" }).at(-1), "--settings=my settings.json");
  refused({ settings: '{"model":' }, '"settings"', "begins like JSON");
  for (
    const options of [
      { settings: '{"env":{"A":"sk-ant-secret-1"}' },
      { settings: { permissions: "sk-ant-secret-1" }, disallowedTools: ["Bash(a) b"] },
      { args: ["sk-ant-secret-1\0"] },
    ]
  ) {
    const { message, cause } = assertThrows(() => launchArguments(options as LaunchOptions), UsageError);
    assertEquals([message.includes("secret-1"), cause], [false, undefined]);
  }
  refused({ settings: "s.json", disallowedTools: ["Bash(a) b"] }, '"Bash(a) b"', '"s.json"', "settings as an object");
  refused({ settings: { permissions: ["x"] }, disallowedTools: ["Bash(a) b"] }, '"permissions" must be an object');
  refused(
    { settings: { permissions: { deny: "x" } }, disallowedTools: ["Bash(a) b"] },
    '"permissions.deny" must be a list',
  );
});

Deno.test("launchArguments refuses bare mode, in which no gate would hold", () => {
  for (const value of ["1", "true", "yes", 1, true, "on"]) {
    refused({ settings: { env: { CLAUDE_CODE_SIMPLE: value } } }, '"CLAUDE_CODE_SIMPLE"', "no gate would hold");
  }
  refused({ settings: '{"env":{"CLAUDE_CODE_SIMPLE":"1"}}' }, '"CLAUDE_CODE_SIMPLE"');
  refused({ args: ["--append-system-prompt", "--bare"] }, '"--bare"', "no gate would hold");
  assertEquals(
    launchArguments({ settings: { env: { CLAUDE_CODE_SIMPLE: "false" } } }).at(-1),
    '--settings={"env":{"CLAUDE_CODE_SIMPLE":"false","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
  );
  assertEquals(launchArguments({ args: ["--", "--bare"] }).slice(-2), ["--", "--bare"]);
});

Deno.test("launchArguments refuses variables in settings that the run stands on", () => {
  for (const name of ["CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS", "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"]) {
    refused({ settings: { env: { [name]: "2" } } }, `"${name}" in "settings"`);
    refused({ settings: JSON.stringify({ env: { [name]: "2" } }) }, `"${name}" in "settings"`);
  }
});

Deno.test("launchArguments refuses a flag in args that says the same as an option of initialize", () => {
  const cases: [Record<string, unknown>, string[]][] = [
    [{ systemPrompt: "A" }, ["--system-prompt=B", "--system-prompt-file=b.txt"]],
    [{ appendSystemPrompt: "A" }, ["--append-system-prompt=B", "--append-system-prompt-file=b.txt"]],
    [{ jsonSchema: { type: "object" } }, ["--json-schema={}"]],
    [{ agents: { a: { description: "d", prompt: "p" } } }, ["--agents={}"]],
    [{ title: "A" }, ["--name=B", "-n", "-nB"]],
    [{ resume: "A" }, ["-rB"]],
  ];
  for (const [options, words] of cases) {
    for (const word of words) refused({ ...options, args: [word] }, '"args" beside the option', "keep one of the two");
  }
  assertEquals(launchArguments({ args: ["--system-prompt=B", "-rB"] }).slice(-2), ["--system-prompt=B", "-rB"]);
});

Deno.test("launchArguments switches the shell texts of skills off where a gate stands, unless the settings say more", () => {
  assertEquals(
    launchArguments({ settings: { model: "x" } }, { gated: true }).at(-1),
    '--settings={"disableSkillShellExecution":true,"model":"x","env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
  );
  assertEquals(
    launchArguments({ settings: { disableSkillShellExecution: false } }, { gated: true }).at(-1),
    '--settings={"disableSkillShellExecution":false,"env":{"CLAUDE_CODE_SIMPLE":"0","CLAUDE_CODE_STOP_HOOK_BLOCK_CAP":"8"}}',
  );
});

Deno.test("launchArguments refuses what contradicts itself", () => {
  const sessionId = "7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69";
  refused({ resume: "s-1", continue: true }, '"resume"', '"continue"');
  refused({ sessionId, resume: "s-1" }, '"sessionId" with "resume"', '"forkSession"');
  refused({ sessionId, continue: true }, '"sessionId" with "continue"', '"forkSession"');
  refused({ forkSession: true }, '"forkSession" alone', '"resume"');
  refused({ sessionId: "s-1" }, '"s-1"', "UUID");
  refused({ resumeSessionAt: sessionId }, '"resumeSessionAt" alone', '"resume"');
  refused({ resumeSessionAt: sessionId, continue: true }, '"resumeSessionAt" alone', '"resume"');
  refused({ resume: "s-1", resumeSessionAt: "m-1" }, '"m-1" as "resumeSessionAt"', "UUID");
  refused({ outputStyle: "Concise", settings: "s.json" }, '"outputStyle" beside the settings file "s.json"');
  refused({ outputStyle: "Concise", settings: { outputStyle: "Learning" } }, '"outputStyle" beside', "keep one");
});

Deno.test("launchArguments refuses values of the wrong kind", () => {
  for (const name of TEXTS) {
    for (const value of ["", "  ", 1, null]) refused({ [name]: value }, `"${name}"`, "not empty");
  }
  for (const maxTurns of [0, -1, 1.5, NaN, "3", Infinity]) refused({ maxTurns }, '"maxTurns"', "above 0");
  for (const taskBudget of [0, -1, 1.5, NaN, "3"]) refused({ taskBudget }, '"taskBudget"', "above 0");
  for (const maxBudgetUsd of [0, -1, NaN, "3", Infinity]) refused({ maxBudgetUsd }, '"maxBudgetUsd"', "above 0");
  for (const name of LISTS) {
    refused({ [name]: "Read" }, `"${name}"`, '["Read"]');
    refused({ [name]: [1] }, `"${name}"`);
  }
  for (const name of SWITCHES) refused({ [name]: "yes" }, `"${name}"`);
  refused({ allowedTools: [""] }, '"allowedTools"');
  refused({ tools: ["Read Bash"] }, '"Read Bash"', '"tools"');
  refused({ permissionMode: "delegate" }, '"delegate"', "bypassPermissions");
  refused({ settingSources: ["all"] }, '"all"', "user, project, local");
  refused({ mcpServers: [] }, '"mcpServers"');
  refused({ effort: "huge" }, '"huge" as "effort"', "low, medium, high, xhigh, max");
  refused({ betas: ["a b"] }, '"a b" in "betas"', "commas");
  refused({ fallbackModel: ["a,b"] }, '"a,b" in "fallbackModel"', "commas");
  refused({ debug: "hooks" }, '"hooks" as "debug"', '["hooks", "mcp"]');
  refused({ debug: [] }, '"debug"');
  refused({ debug: ["a b"] }, '"a b" in "debug"');
  refused({ settings: 1 }, '"settings"');
  refused({ model: "a\0b" }, "NUL");
});

Deno.test("launchArguments refuses ways of thinking that the CLI does not have", () => {
  refused({ thinking: "disabled" }, '"disabled" as "thinking"', '{ type: "disabled" }');
  refused({ thinking: {} }, '"thinking.type"', "adaptive, enabled, disabled");
  refused({ thinking: { type: "on" } }, '"on" as "thinking.type"', "adaptive, enabled, disabled");
  refused({ thinking: { type: "enabled", budgetTokens: 0 } }, '"thinking.budgetTokens"', "above 0");
  refused({ thinking: { type: "adaptive", budgetTokens: 5 } }, "budgetTokens", '"adaptive"', '{ type: "enabled" }');
  refused({ thinking: { type: "adaptive", display: "full" } }, '"full" as "thinking.display"', "summarized, omitted");
  refused({ thinking: { type: "disabled", display: "omitted" } }, "nothing to show");
  refused({ thinking: { type: "enabled", budget: 5 } }, '"budget"', "budgetTokens");
});

Deno.test("launchArguments refuses MCP servers that the CLI would leave out without a word, and shows no key", () => {
  const secret = "sk-ant-secret-1";
  const wrong: [unknown, string][] = [
    [{ "": { command: "x" } }, "it is empty"],
    [{ workspace: { command: "x" } }, '"workspace"'],
    [{ "claude-in-chrome": { command: "x" } }, '"claude-in-chrome"'],
    [{ one: "run-one" }, 'mcpServers["one"]'],
    [{ one: {} }, '"command"'],
    [{ one: { command: "" } }, '"command"'],
    [{ one: { command: "x", args: "-x" } }, 'mcpServers["one"].args'],
    [{ one: { command: "x", env: { KEY: 1, OTHER: secret } } }, 'mcpServers["one"].env'],
    [{ one: { type: "htpp", url: "http://h/", headers: { a: secret } } }, "stdio, http, sse, ws, sdk"],
    [{ one: { type: "http", headers: { a: secret } } }, '"url"'],
    [{ one: { url: "http://h/" } }, '{ type: "http" }'],
    [{ one: { type: "sse", url: "http://h/", headers: [secret] } }, 'mcpServers["one"].headers'],
  ];
  for (const [mcpServers, part] of wrong) {
    const { message } = assertThrows(() => launchArguments({ mcpServers } as LaunchOptions), UsageError);
    assertStringIncludes(message, part);
    assertEquals(message.includes(secret), false);
  }
  const mcpServers = {
    a: { command: "x", args: ["-y"], env: { A: "1" } },
    b: { type: "http", url: "http://h/", headers: {} },
    c: { type: "sdk", name: "c" },
  };
  assertEquals(
    launchArguments({ mcpServers }).find((word) => word.startsWith("--mcp-config")),
    `--mcp-config=${JSON.stringify({ mcpServers })}`,
  );
});

Deno.test("launchArguments refuses in args what Turnstream speaks through, and what an option says too", () => {
  for (
    const flag of [
      "--output-format",
      "--input-format",
      "--permission-prompt-tool",
      "--permission-prompts",
      "--bg",
      "--cloud",
    ]
  ) {
    refused({ args: [flag, "text"] }, `"${flag}"`);
    refused({ args: [`${flag}=text`] }, `"${flag}"`);
  }
  refused({ args: ["--settings={}"] }, '"--settings"', 'option "settings"');
  refused({ args: ["--allowed-tools", "Read"] }, 'option "allowedTools"');
  refused({ args: ["--disallowedTools=Read"] }, 'option "disallowedTools"');
  refused({ model: "a", args: ["--model=b"] }, '"--model"', '"model"');
  refused({ resume: "a", args: ["-r", "b"] }, '"-r"', '"resume"');
  refused({ thinking: { type: "disabled" }, args: ["--max-thinking-tokens", "5"] }, '"thinking"');
  refused({ debug: true, args: ["-d"] }, '"-d"', '"debug"');
  refused({ permissionMode: "plan", args: ["--dangerously-skip-permissions"] }, '"permissionMode"');
  assertEquals(launchArguments({ args: ["--model=b", "constructor"] }).slice(-2), ["--model=b", "constructor"]);
});

Deno.test("win-02: launchArguments keeps long values off the command line", () => {
  const server = (length: number) => ({ one: { command: "x".repeat(length) } });
  const argv = launchArguments({ systemPrompt: "x".repeat(40_000), mcpServers: server(5_000) } as LaunchOptions);
  assertEquals(argv.join(" ").length < 8_000, true);
  refused({ mcpServers: server(8_000) }, "8037 characters", '"--mcp-config=FILE"');
  refused({ settings: { x: "x".repeat(8_000) } }, '"--settings"', "write them to a file", 'its path in "settings"');
});
