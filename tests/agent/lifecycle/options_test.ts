import { assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { claude } from "../../../lib/agent/claude.ts";
import { connect } from "../../../lib/agent/connect.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import { scriptTransport } from "../../../lib/testing/script_transport.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { serve } from "./_far_end.ts";
import { Processes, session, Watch } from "./_session.ts";

const WRONG: [string, object, string][] = [
  ["an unknown option", { modle: "sonnet" }, "modle"],
  ["an unknown limit", { limits: { initialiseMs: 1 } }, "initialiseMs"],
  ["a limit of 0", { limits: { graceMs: 0 } }, "Cannot use limits.graceMs of 0: give a number of milliseconds above 0"],
  [
    "a negative limit",
    { limits: { hookMs: -1 } },
    "Cannot use limits.hookMs of -1: give a number of milliseconds above 0",
  ],
  ["a limit that is no number", { limits: { controlMs: "60s" } }, 'Cannot use limits.controlMs of "60s"'],
  [
    "a size that is a text",
    { limits: { readAheadBytes: "32MiB" } },
    'Cannot use limits.readAheadBytes of "32MiB": give a number of bytes above 0',
  ],
  ["limits that are no object", { limits: 5 }, 'Cannot use 5 as "limits": give an object, such as { hookMs: 120_000 }'],
  ["limits that are null", { limits: null }, 'Cannot use null as "limits": give an object'],
  ["limits that are a list", { limits: [] }, 'Cannot use [] as "limits": give an object'],
  [
    "a limit beside the others",
    { stallMs: 5 },
    'Cannot use the option "stallMs": it is one of the limits, write { limits: { stallMs: … } }',
  ],
  ["a transport that is a number", { transport: 5 }, "Cannot use this transport: give simulate(…)"],
  ["a limit of NaN", { limits: { settleMs: NaN } }, "Cannot use limits.settleMs of NaN"],
  ["another onLongLine", { limits: { onLongLine: "cut" } }, '"cut": it must be "fail" or "skip"'],
  ["stopBlocks 0", { stopBlocks: 0 }, 'Cannot use 0 as "stopBlocks": give a whole number above 0'],
  ["half a stopBlocks", { stopBlocks: 1.5 }, 'Cannot use 1.5 as "stopBlocks"'],
  ["another validate", { validate: "some" }, 'Cannot use "some" as "validate": the ways are control, all'],
  ["a replayUserMessages that is a text", { replayUserMessages: "yes" }, 'Cannot use "yes" as "replayUserMessages"'],
  ["a systemPrompt that is no text", { systemPrompt: ["x"] }, 'Cannot use ["x"] as "systemPrompt": give a text'],
  ["an appendSystemPrompt that is no text", { appendSystemPrompt: 1 }, 'Cannot use 1 as "appendSystemPrompt"'],
  ["an empty title", { title: "" }, 'Cannot use "" as "title"'],
  ["a planModeInstructions that is no text", { planModeInstructions: 1 }, 'Cannot use 1 as "planModeInstructions"'],
  ["a promptSuggestions that is a text", { promptSuggestions: "on" }, 'Cannot use "on" as "promptSuggestions"'],
  ["skills that are no list", { skills: "all" }, 'Cannot use "all" as "skills": give a list'],
  ["agents that are a list", { agents: [] }, 'as "agents": give an object with one entry an agent'],
  ["an agent without a name", { agents: { "": { description: "d", prompt: "p" } } }, "empty name"],
  ["an agent that is a text", { agents: { one: "p" } }, 'Cannot use "agents["one"]": give an object'],
  ["an agent without description", { agents: { one: { prompt: "p" } } }, 'agents["one"]": give its "description"'],
  ["an agent without prompt", { agents: { one: { description: "d", prompt: "" } } }, 'give its "prompt"'],
  [
    "an agent whose tools are a text",
    { agents: { one: { description: "d", prompt: "p", tools: "Read" } } },
    'Cannot use "Read" as "agents["one"].tools": give a list',
  ],
  ["a jsonSchema of no object", { jsonSchema: { type: "string" } }, 'at "jsonSchema": its results are given as'],
  [
    "a name from elsewhere",
    { canUseTool: () => {} },
    'Cannot use the option "canUseTool": use the operator onPermission',
  ],
  ["another name from elsewhere", { maxThinkingTokens: 1 }, '{ type: "enabled", budgetTokens: … }'],
  ["a launch option of the wrong kind", { effort: "huge" }, 'Cannot use "huge" as "effort"'],
  ["a transport that is none", { transport: {} }, "Cannot use this transport: give simulate(…), a Transport"],
];

for (const [what, options, message] of WRONG) {
  quietTest(`claude() refuses ${what}, at once`, () => {
    assertThrows(() => claude("hello", options as ClaudeOptions), UsageError, message);
  });

  quietTest(`connect() rejects for ${what}`, async () => {
    const error = await connect(options as ClaudeOptions).then(() => undefined, (error) => error);
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, message);
  });
}

quietTest("one transport object serves one agent: the second is refused with the cure", async () => {
  const { cli, watch } = session("hello");
  await serve(cli);
  await watch.complete();
  const error = await new Watch(claude("hello", { transport: cli })).error();
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, "Cannot start a second agent on the same transport");
  assertStringIncludes(error.message, "{ transport: () => … }");
});

quietTest("a factory that gives the same transport twice is refused too", async () => {
  const cli = scriptTransport();
  const events = claude("hello", { transport: () => cli });
  const first = new Watch(events);
  cli.exit(1);
  await first.error();
  const error = await new Watch(events).error();
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, "Give a function that makes a fresh one");
});

for (
  const [what, transport] of [
    ["a promise", () => Promise.resolve(scriptTransport())],
    ["nothing", () => undefined],
    ["null", () => null],
    ["half a transport", () => ({ write: () => Promise.resolve() })],
    ["a transport without stderr", () => ({ write: () => Promise.resolve(), output: new ReadableStream() })],
  ] as [string, () => unknown][]
) {
  quietTest(`a transport function that gives ${what} is a UsageError of the stream`, async () => {
    const error = await new Watch(claude("hello", { transport: transport as never })).error();
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "at once, not a promise of it");
  });
}

quietTest("a transport function that throws: its error is the stream's", async () => {
  const broken = new Error("no such recording");
  const transport = () => {
    throw broken;
  };
  assertEquals(await new Watch(claude("hello", { transport })).error(), broken);
});

quietTest("the options of the launch reach the transport, with the gates' own rules", async () => {
  const processes = new Processes();
  const watch = new Watch(claude("hello", {
    transport: processes.transport,
    program: ["/opt/claude", "--debug"],
    cwd: "/srv",
    model: "sonnet",
    clearEnv: true,
  }));
  const cli = await processes.at(0);
  await serve(cli);
  await watch.complete();
  assertEquals([cli.launch?.program, cli.launch?.cwd, cli.launch?.clearEnv], [
    ["/opt/claude", "--debug"],
    "/srv",
    true,
  ]);
  assertEquals(cli.launch?.args.includes("--model=sonnet"), true);
  assertEquals(cli.launch?.env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS, "1");
});

quietTest("the options that need the environment reach the transport, and plugins are left to it", async () => {
  const processes = new Processes();
  const watch = new Watch(claude("hello", {
    transport: processes.transport,
    enableFileCheckpointing: true,
    plugins: ["/no/such/folder"],
    allowDangerouslySkipPermissions: true,
  }));
  const cli = await processes.at(0);
  await serve(cli);
  await watch.complete();
  assertEquals(cli.launch?.env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING, "1");
  assertEquals(cli.launch?.args.includes("--plugin-dir=/no/such/folder"), true);
});
