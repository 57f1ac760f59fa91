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
const NOT_BARE = '--settings={"env":{"CLAUDE_CODE_SIMPLE":"0"}}';

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
    permissionMode: "acceptEdits",
    allowedTools: ["Read", 'Bash(git commit -m "a, b")'],
    disallowedTools: ["WebFetch", "Bash(git push *)"],
    tools: ["Read", "Bash"],
    mcpServers: { one: { command: "run-one", args: ["-x"] } },
    settings: { permissions: { deny: ["WebSearch"] } },
    settingSources: ["user", "project"],
    resume: "a title",
    forkSession: true,
    sessionId: "7F0C1C1E-9d2b-4c3e-8a55-2f1d3c4b5a69",
    maxTurns: 3,
    maxBudgetUsd: 0.5,
    addDirs: ["/a b,c", "/d"],
    includePartialMessages: true,
    args: ["--debug", "-p"],
  });
  assertEquals(argv, [
    ...FIXED,
    "--model=opus",
    "--fallback-model=sonnet",
    "--permission-mode=acceptEdits",
    "--allowedTools=Read",
    '--allowedTools=Bash(git commit -m "a, b")',
    "--disallowedTools=WebFetch",
    "--disallowedTools=Bash(git push *)",
    "--tools=Read",
    "--tools=Bash",
    '--mcp-config={"mcpServers":{"one":{"command":"run-one","args":["-x"]}}}',
    '--settings={"permissions":{"deny":["WebSearch"]},"env":{"CLAUDE_CODE_SIMPLE":"0"}}',
    "--setting-sources=user,project",
    "--resume=a title",
    "--fork-session",
    "--session-id=7F0C1C1E-9d2b-4c3e-8a55-2f1d3c4b5a69",
    "--max-turns=3",
    "--max-budget-usd=0.5",
    "--add-dir=/a b,c",
    "--add-dir=/d",
    "--include-partial-messages",
    "--debug",
    "-p",
  ]);
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
    appendSystemPrompt: "be kind",
    agents: { a: {} },
    jsonSchema: { type: "object" },
    stopBlocks: 2,
  };
  assertEquals(launchArguments(options as LaunchOptions), [...FIXED, NOT_BARE]);
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
      env: { CLAUDE_CODE_SIMPLE: "0", A: "1" },
      permissions: { deny: ["WebFetch", torn], defaultMode: "plan", allow: ["Bash(echo (x) Bash *)"] },
    }),
  ]);
});

Deno.test("launchArguments reads settings that are given as JSON, and passes a path on", () => {
  assertEquals(
    launchArguments({ settings: '{"model":"x"}' }).at(-1),
    '--settings={"model":"x","env":{"CLAUDE_CODE_SIMPLE":"0"}}',
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
    '--settings={"env":{"CLAUDE_CODE_SIMPLE":"false"}}',
  );
  assertEquals(launchArguments({ args: ["--", "--bare"] }).slice(-2), ["--", "--bare"]);
});

Deno.test("launchArguments switches the shell texts of skills off where a gate stands, unless the settings say more", () => {
  assertEquals(
    launchArguments({ gated: true, settings: { model: "x" } }).at(-1),
    '--settings={"disableSkillShellExecution":true,"model":"x","env":{"CLAUDE_CODE_SIMPLE":"0"}}',
  );
  assertEquals(
    launchArguments({ gated: true, settings: { disableSkillShellExecution: false } }).at(-1),
    '--settings={"disableSkillShellExecution":false,"env":{"CLAUDE_CODE_SIMPLE":"0"}}',
  );
});

Deno.test("launchArguments refuses what contradicts itself", () => {
  const sessionId = "7f0c1c1e-9d2b-4c3e-8a55-2f1d3c4b5a69";
  refused({ resume: "s-1", continue: true }, '"resume"', '"continue"');
  refused({ sessionId, resume: "s-1" }, '"sessionId" with "resume"', '"forkSession"');
  refused({ sessionId, continue: true }, '"sessionId" with "continue"', '"forkSession"');
  refused({ forkSession: true }, '"forkSession" alone', '"resume"');
  refused({ sessionId: "s-1" }, '"s-1"', "UUID");
});

Deno.test("launchArguments refuses values of the wrong kind", () => {
  for (const name of ["model", "fallbackModel", "resume", "sessionId"]) {
    for (const value of ["", "  ", 1, null]) refused({ [name]: value }, `"${name}"`, "not empty");
  }
  for (const maxTurns of [0, -1, 1.5, NaN, "3", Infinity]) refused({ maxTurns }, '"maxTurns"', "above 0");
  for (const maxBudgetUsd of [0, -1, NaN, "3", Infinity]) refused({ maxBudgetUsd }, '"maxBudgetUsd"', "above 0");
  for (const name of ["allowedTools", "disallowedTools", "tools", "addDirs", "settingSources", "args"]) {
    refused({ [name]: "Read" }, `"${name}"`, '["Read"]');
    refused({ [name]: [1] }, `"${name}"`);
  }
  for (const name of ["continue", "forkSession", "includePartialMessages"]) refused({ [name]: "yes" }, `"${name}"`);
  refused({ allowedTools: [""] }, '"allowedTools"');
  refused({ tools: ["Read Bash"] }, '"Read Bash"', '"tools"');
  refused({ permissionMode: "delegate" }, '"delegate"', "bypassPermissions");
  refused({ settingSources: ["all"] }, '"all"', "user, project, local");
  refused({ mcpServers: [] }, '"mcpServers"');
  refused({ settings: 1 }, '"settings"');
  refused({ model: "a\0b" }, "NUL");
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
  assertEquals(launchArguments({ args: ["--model=b", "constructor"] }).slice(-2), ["--model=b", "constructor"]);
});

Deno.test("win-02: launchArguments keeps long values off the command line", () => {
  const server = (length: number) => ({ one: { command: "x".repeat(length) } });
  const argv = launchArguments({ systemPrompt: "x".repeat(40_000), mcpServers: server(5_000) } as LaunchOptions);
  assertEquals(argv.join(" ").length < 8_000, true);
  refused({ mcpServers: server(8_000) }, "8037 characters", '"--mcp-config=FILE"');
  refused({ settings: { x: "x".repeat(8_000) } }, '"--settings"', "write them to a file", 'its path in "settings"');
});
