import { assertEquals, assertRejects } from "@std/assert";
import { NEVER } from "rxjs";
import type { Agent } from "../../../lib/agent/agent.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

interface Call {
  /** What the script does. */
  call: (agent: Agent) => Promise<unknown>;
  /** What is written. */
  request: Record<string, unknown>;
  /** What the CLI answers. */
  answer?: Record<string, unknown>;
  /** What the script gets. */
  gives?: unknown;
}

const CONTEXT = {
  categories: [],
  totalTokens: 1,
  maxTokens: 2,
  percentage: 50,
  model: "m",
  isAutoCompactEnabled: true,
};
const MODEL = { value: "default", displayName: "Default", description: "The default" };
const COMMAND = { name: "compact", description: "Clears", argumentHint: "" };
const USAGE = {
  session: {
    total_cost_usd: 0,
    total_api_duration_ms: 0,
    total_duration_ms: 0,
    total_lines_added: 0,
    total_lines_removed: 0,
    model_usage: {},
  },
  subscription_type: null,
  rate_limits_available: false,
  rate_limits: null,
  behaviors: null,
};
const RULES = { rules: [], workspaceDirectories: [], originalCwd: "/p", managedOnly: false };
const HOOKS = { events: [], hooks: [], eventCatalog: [], policy: {} };
const PLUGINS = { commands: [COMMAND], agents: [], plugins: [], mcpServers: [], error_count: 0 };
const PAGE = { uri: "ui://kit/page", text: "<p>hi</p>" };

const CALLS: Record<string, Call> = {
  "setPermissionMode()": {
    call: (agent) => agent.setPermissionMode("plan"),
    request: { subtype: "set_permission_mode", mode: "plan" },
    answer: { mode: "plan" },
  },
  "setPermissionMode() manual": {
    call: (agent) => agent.setPermissionMode("manual"),
    request: { subtype: "set_permission_mode", mode: "default" },
  },
  "setModel()": {
    call: (agent) => agent.setModel("haiku"),
    request: { subtype: "set_model", model: "haiku" },
    answer: { model: "claude-haiku" },
  },
  "setModel() null": { call: (agent) => agent.setModel(null), request: { subtype: "set_model", model: null } },
  "setMaxThinkingTokens()": {
    call: (agent) => agent.setMaxThinkingTokens(2000),
    request: { subtype: "set_max_thinking_tokens", max_thinking_tokens: 2000 },
  },
  "renameSession()": {
    call: (agent) => agent.renameSession("Birds"),
    request: { subtype: "rename_session", title: "Birds" },
  },
  "generateTitle()": {
    call: (agent) => agent.generateTitle("about birds", { persist: false }),
    request: { subtype: "generate_session_title", description: "about birds", persist: false },
    answer: { title: "Birds" },
    gives: "Birds",
  },
  "sideQuestion()": {
    call: (agent) => agent.sideQuestion("Why?"),
    request: { subtype: "side_question", question: "Why?" },
    answer: { response: "So.", synthetic: false },
    gives: { response: "So.", synthetic: false },
  },
  "rewindFiles()": {
    call: (agent) => agent.rewindFiles("u-1", { dryRun: true }),
    request: { subtype: "rewind_files", user_message_id: "u-1", dry_run: true },
    answer: { canRewind: true, filesChanged: ["a"], insertions: 1, deletions: 0 },
    gives: { canRewind: true, filesChanged: ["a"], insertions: 1, deletions: 0 },
  },
  "endSession()": {
    call: (agent) => agent.endSession("done"),
    request: { subtype: "end_session", reason: "done" },
  },
  "stopTask()": { call: (agent) => agent.stopTask("t"), request: { subtype: "stop_task", task_id: "t" } },
  "backgroundTasks()": {
    call: (agent) => agent.backgroundTasks(),
    request: { subtype: "background_tasks" },
    answer: {},
  },
  "backgroundTasks() of one": {
    call: (agent) => agent.backgroundTasks("toolu_1"),
    request: { subtype: "background_tasks", tool_use_id: "toolu_1" },
    answer: { backgrounded: false },
    gives: false,
  },
  "taskOutput()": {
    call: (agent) => agent.taskOutput("t"),
    request: { subtype: "get_task_output", task_id: "t" },
    answer: { output: "x", total_bytes: 1, truncated: false },
    gives: { output: "x", total_bytes: 1, truncated: false },
  },
  "mcpStatus()": {
    call: (agent) => agent.mcpStatus(),
    request: { subtype: "mcp_status" },
    answer: { mcpServers: [{ name: "kit", status: "pending" }] },
    gives: [{ name: "kit", status: "pending" }],
  },
  "mcpReconnect()": {
    call: (agent) => agent.mcpReconnect("kit"),
    request: { subtype: "mcp_reconnect", serverName: "kit" },
  },
  "mcpToggle()": {
    call: (agent) => agent.mcpToggle("kit", false),
    request: { subtype: "mcp_toggle", serverName: "kit", enabled: false },
  },
  "setMcpServers()": {
    call: (agent) => agent.setMcpServers({ kit: { command: "kit" } }),
    request: { subtype: "mcp_set_servers", servers: { kit: { command: "kit" } } },
    answer: { added: ["kit"], removed: [], errors: {} },
    gives: { added: ["kit"], removed: [], errors: {} },
  },
  "mcpCall()": {
    call: (agent) => agent.mcpCall("mcp__kit__echo", { text: "hi" }),
    request: { subtype: "mcp_call", tool: "mcp__kit__echo", arguments: { text: "hi" } },
    answer: { content: "hi" },
    gives: { content: "hi" },
  },
  "mcpReadResource()": {
    call: (agent) => agent.mcpReadResource("kit", "ui://kit/page"),
    request: { subtype: "mcp_read_resource", serverName: "kit", uri: "ui://kit/page" },
    answer: { contents: [PAGE] },
    gives: [PAGE],
  },
  "settings()": {
    call: (agent) => agent.settings(),
    request: { subtype: "get_settings" },
    answer: { effective: {}, sources: [], applied: { model: "m" } },
    gives: { effective: {}, sources: [], applied: { model: "m" } },
  },
  "applyFlagSettings()": {
    call: (agent) => agent.applyFlagSettings({ permissions: { allow: ["Read"] } }),
    request: { subtype: "apply_flag_settings", settings: { permissions: { allow: ["Read"] } } },
  },
  "updateSettings()": {
    call: (agent) => agent.updateSettings("userSettings", { effortLevel: "high" }),
    request: { subtype: "update_settings", source: "userSettings", settings: { effortLevel: "high" } },
  },
  "permissionRules()": {
    call: (agent) => agent.permissionRules(),
    request: { subtype: "list_permission_rules" },
    answer: { state: RULES },
    gives: RULES,
  },
  "hooksListing()": {
    call: (agent) => agent.hooksListing(),
    request: { subtype: "get_hooks_listing" },
    answer: HOOKS,
    gives: HOOKS,
  },
  "reloadSkills()": {
    call: (agent) => agent.reloadSkills(),
    request: { subtype: "reload_skills" },
    answer: { skills: [COMMAND] },
    gives: [COMMAND],
  },
  "reloadPlugins()": {
    call: (agent) => agent.reloadPlugins({ holdOnCacheImpact: true, refuseIfBusy: true }),
    request: { subtype: "reload_plugins", hold_on_cache_impact: true, refuse_if_busy: true },
    answer: PLUGINS,
    gives: PLUGINS,
  },
  "reloadOutputStyles()": {
    call: (agent) => agent.reloadOutputStyles(),
    request: { subtype: "reload_output_styles" },
    answer: { available_output_styles: ["default"] },
    gives: ["default"],
  },
  "contextUsage()": {
    call: (agent) => agent.contextUsage({ detail: "summary" }),
    request: { subtype: "get_context_usage", detail: "summary" },
    answer: CONTEXT,
    gives: CONTEXT,
  },
  "usage()": {
    call: (agent) => agent.usage({ skipBehaviors: true }),
    request: { subtype: "get_usage", skip_behaviors: true },
    answer: USAGE,
    gives: USAGE,
  },
  "sessionCost()": {
    call: (agent) => agent.sessionCost(),
    request: { subtype: "get_session_cost" },
    answer: { text: "$0" },
    gives: "$0",
  },
  "models()": {
    call: (agent) => agent.models(),
    request: { subtype: "list_models" },
    answer: { models: [MODEL] },
    gives: [MODEL],
  },
  "binaryVersion()": {
    call: (agent) => agent.binaryVersion(),
    request: { subtype: "get_binary_version" },
    answer: { version: "2.1.332" },
    gives: { version: "2.1.332" },
  },
  "readFile()": {
    call: (agent) => agent.readFile("/a", { maxBytes: 2, encoding: "base64" }),
    request: { subtype: "read_file", path: "/a", max_bytes: 2, encoding: "base64" },
    answer: { contents: "b24=", absPath: "/a", truncated: true, encoding: "base64" },
    gives: { contents: "b24=", absPath: "/a", truncated: true, encoding: "base64" },
  },
  "fileSuggestions()": {
    call: (agent) => agent.fileSuggestions("a"),
    request: { subtype: "file_suggestions", query: "a" },
    answer: { suggestions: [{ path: "a.txt" }] },
    gives: [{ path: "a.txt" }],
  },
  "seedReadState()": {
    call: (agent) => agent.seedReadState("/a", 5),
    request: { subtype: "seed_read_state", path: "/a", mtime: 5 },
  },
  "registerRepoRoot()": {
    call: (agent) => agent.registerRepoRoot("/r", { reloadClaudeMd: true, reloadPlugins: false, reloadSkills: true }),
    request: {
      subtype: "register_repo_root",
      directory: "/r",
      reload_claude_md: true,
      reload_plugins: false,
      reload_skills: true,
    },
  },
};

for (const [name, { call, request, answer, gives }] of Object.entries(CALLS)) {
  Deno.test(
    `${name} writes its request and gives its answer`,
    guarded(async ({ open }) => {
      const session = await open();
      const given = call(session.agent);
      const line = await session.transport.nextLine(isRequest(request.subtype));
      assertEquals(line, { type: "control_request", request_id: "turnstream-2", request } as typeof line);
      session.transport.answer(line, answer);
      assertEquals(await given, gives);
    }),
  );
}

const WRONG: [string, (agent: Agent) => Promise<unknown>, string][] = [
  ["setPermissionMode()", (agent) => agent.setPermissionMode("yolo" as never), '"mode" is wrong'],
  ["setModel()", (agent) => agent.setModel(5 as never), '"model" is wrong'],
  ["setModel() empty", (agent) => agent.setModel(""), "a text that is not empty"],
  ["setMaxThinkingTokens()", (agent) => agent.setMaxThinkingTokens(-1), '"max_thinking_tokens" is wrong'],
  ["renameSession()", (agent) => agent.renameSession(undefined as never), '"title" is wrong'],
  ["stopTask()", (agent) => agent.stopTask({} as never), '"task_id" is wrong'],
  ["mcpToggle()", (agent) => agent.mcpToggle("kit", "yes" as never), '"enabled" is wrong'],
  ["setMcpServers()", (agent) => agent.setMcpServers("kit" as never), '"servers" is wrong'],
  [
    "setMcpServers() sdk",
    (agent) => agent.setMcpServers({ kit: { type: "sdk" } }),
    'the MCP server "kit" of type "sdk"',
  ],
  ["mcpCall()", (agent) => agent.mcpCall("t", [] as never), '"arguments" is wrong'],
  ["applyFlagSettings()", (agent) => agent.applyFlagSettings("x" as never), '"settings" is wrong'],
  ["seedReadState()", (agent) => agent.seedReadState("/a", "now" as never), '"mtime" is wrong'],
  ["cancelMessage()", (agent) => agent.cancelMessage(5 as never), '"message_uuid" is wrong'],
  ["interrupt()", (agent) => agent.interrupt({ cancelQueued: 1 as never }), "give true or false"],
  ["request()", (agent) => agent.request("rename_session", {} as never), "can make the CLI deaf"],
  ["request() of a list", (agent) => agent.request("future", [] as never), "give its fields as an object"],
  ["request() without a name", (agent) => agent.request("" as string), "give its name"],
];

for (const [name, call, message] of WRONG) {
  Deno.test(
    `${name} with a wrong argument is refused, and nothing is written`,
    guarded(async ({ open }) => {
      const session = await open();
      const before = session.transport.lines.length;
      await assertRejects(() => call(session.agent), UsageError, message);
      await session.settled();
      assertEquals(session.transport.lines.length, before);
    }),
  );
}

Deno.test(
  "supportedCommands(), supportedAgents(), supportedModels(), outputStyles() and accountInfo() tell what initialize told",
  guarded(async ({ start }) => {
    const session = start({ prompts: NEVER });
    await session.settled();
    const told = Promise.all([
      session.agent.supportedCommands(),
      session.agent.supportedAgents(),
      session.agent.supportedModels(),
      session.agent.outputStyles(),
      session.agent.accountInfo(),
    ]);
    await session.handshake({
      commands: [COMMAND],
      agents: [{ name: "helper", description: "Helps" }],
      output_style: "default",
      available_output_styles: ["default", "Learning"],
      models: [MODEL],
      account: { apiKeySource: "none" },
    });
    assertEquals(await told, [
      [COMMAND],
      [{ name: "helper", description: "Helps" }],
      [MODEL],
      ["default", "Learning"],
      { apiKeySource: "none" },
    ]);
    assertEquals(session.transport.lines.length, 1);
  }),
);
