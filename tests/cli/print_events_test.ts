import { assert, assertEquals, assertFalse, assertRejects, assertThrows } from "@std/assert";
import { from, type Observable, Subject } from "rxjs";
import type { AgentEvent, DialogRequest, ElicitationRequest, RunEnd, TurnEnd } from "../../lib/agent/events.ts";
import type { Turn } from "../../lib/agent/turn.ts";
import { turn } from "../support/turn.ts";
import { printEvents, type PrintEventsOptions } from "../../lib/cli/mod.ts";
import type { ContentBlock } from "../../lib/protocol/content.ts";
import type { AssistantMessage, UserMessage } from "../../lib/protocol/messages.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { request } from "./request.ts";

function says(...content: ContentBlock[]): AssistantMessage {
  return { type: "assistant", message: { role: "assistant", content } };
}

function told(content: string | ContentBlock[]): UserMessage {
  return { type: "user", message: { role: "user", content } };
}

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}

function use(name: string, input: Record<string, unknown>): ContentBlock {
  return { type: "tool_use", id: "toolu_1", name, input };
}

function result(content: string | ContentBlock[], isError = false): ContentBlock {
  return { type: "tool_result", tool_use_id: "toolu_1", content, is_error: isError };
}

function turnEnd(fields: Partial<Turn>): TurnEnd {
  return { type: "turn_end", turn: turn(fields), continueWith: () => {} };
}

function runEnd(fields: Partial<RunEnd> = {}): RunEnd {
  return { type: "run_end", code: 0, signal: null, costUsd: 0, unsettled: [], ...fields };
}

async function printed(events: AgentEvent[], options: PrintEventsOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const source: Observable<AgentEvent> = from(events);
  await source.pipe(printEvents({ write: (line) => lines.push(line), color: false, ...options })).forEach(() => {});
  return lines;
}

Deno.test("printEvents() shows a session from its start to its end", async () => {
  const tool = { id: "toolu_1", name: "Bash", input: {}, result: "", isError: false, durationMs: 1 };
  const denial = { tool_name: "WebFetch", tool_use_id: "toolu_2", tool_input: {} };
  const init: AgentEvent = { type: "system", subtype: "init", model: "claude-opus-5-5", permissionMode: "default" };
  assertEquals(
    await printed([
      { type: "opening" },
      init,
      says(text("I will run the tests.\nThen I report.\n")),
      says(use("Bash", { command: "make test\nmake lint", description: "Test" })),
      request({ reason: "This command requires approval" }),
      told([result("ok 1\nok 2\nok 3\n")]),
      says(use("WebFetch", { url: "https://example.com", prompt: "p" })),
      told([result("No network here", true)]),
      told([text("Stop hook feedback:\nThe tests still fail")]),
      init,
      says(text("All green.")),
      turnEnd({ toolUses: [tool, tool, tool], denials: [denial], costUsd: 0.01234 }),
      { type: "diagnostic", kind: "warning", message: "Project settings are loaded" },
      runEnd({ costUsd: 0.02 }),
    ]),
    [
      "▶ claude-opus-5-5 · mode default",
      "I will run the tests.",
      "Then I report.",
      "  → Bash make test␊make lint",
      "  ? Bash asks for permission: This command requires approval",
      "  ✓ ok 1 (3 lines)",
      "  → WebFetch https://example.com",
      "  ✗ No network here",
      "↻ sent back to work: The tests still fail",
      "All green.",
      "■ turn 1 · success · 3 tools · 1 denied · $0.0123",
      "! warning: Project settings are loaded",
      "■ run ended · $0.0200 in all",
    ],
  );
});

Deno.test("printEvents() says denied where the CLI tells how a call was decided", async () => {
  const decided = (decision: string) => ({
    ...told([result("not today", true)]),
    tool_result_meta: [{ id: "toolu_1", permission_decision: { decision } }],
  });
  assertEquals(await printed([decided("reject"), decided("accept")]), ["  ✗ denied: not today", "  ✗ not today"]);
});

Deno.test("printEvents() shows how a turn failed, once", async () => {
  const failed = (errors: string[]): Partial<Turn> => ({
    outcome: "error",
    failed: true,
    result: { type: "result", subtype: "error_during_execution", is_error: true, errors },
  });
  assertEquals(await printed([turnEnd({ index: 2, ...failed(["Overloaded"]) })]), [
    "■ turn 3 · error · 0 tools · $0.0000",
    "  Overloaded",
  ]);
  assertEquals(await printed([says(text("Overloaded")), turnEnd(failed(["Overloaded"]))]), [
    "Overloaded",
    "■ turn 1 · error · 0 tools · $0.0000",
  ]);
});

Deno.test("printEvents() shows each problem once, and none of the CLI's notes to itself", async () => {
  const result = { type: "result", subtype: "error_during_execution", is_error: true } as const;
  const broken = turnEnd({
    outcome: "error",
    failed: true,
    text: "I will try.",
    result: { ...result, errors: ["[ede_diagnostic] result_type=user", "Overloaded", "Overloaded", "No credit"] },
  });
  assertEquals(
    await printed([says(text("I will try.")), broken, runEnd({ lastError: "Overloaded; Overloaded; No credit" })]),
    [
      "I will try.",
      "■ turn 1 · error · 0 tools · $0.0000",
      "  Overloaded",
      "  No credit",
      "■ run ended · $0.0000 in all",
    ],
  );
  const note = { ...result, errors: ["[ede_diagnostic] the turn was interrupted"] };
  const stopped = turnEnd({ outcome: "denied", failed: true, text: "I will try.", result: note });
  assertEquals(await printed([stopped, runEnd({ lastError: "error_during_execution" })]), [
    "■ turn 1 · denied · 0 tools · $0.0000",
    "■ run ended · $0.0000 in all",
  ]);
});

Deno.test("printEvents() does not repeat the agent's last sentence as the run's error", async () => {
  const result = { type: "result", subtype: "success", is_error: true, result: "I give up." } as const;
  const lines = ["I give up.", "■ turn 1 · error · 0 tools · $0.0000", "■ run ended · exit code 1 · $0.0000 in all"];
  const end = turnEnd({ outcome: "error", failed: true, text: "I give up.", result });
  const last = runEnd({ code: 1, lastError: "I give up." });
  assertEquals(await printed([says(text("I give up.")), end, last]), lines);
  assertEquals(await printed([says(text("I give up.")), last]), [lines[0]!, lines[2]!]);
});

Deno.test("printEvents() tells which limit ended a turn", async () => {
  const result = { type: "result", subtype: "error_max_turns", is_error: true } as const;
  assertEquals(await printed([turnEnd({ outcome: "limit", failed: true, result })]), [
    "■ turn 1 · limit · 0 tools · $0.0000",
    "  error_max_turns",
  ]);
});

Deno.test("printEvents() shows an interrupted turn, one of the CLI's own and a tiny cost", async () => {
  assertEquals(await printed([turnEnd({ outcome: "interrupted", unsolicited: true, costUsd: 0.00001 })]), [
    "■ turn 1 · interrupted · 0 tools · under $0.0001 · started by the CLI itself",
  ]);
});

Deno.test("printEvents() shows how a run went wrong", async () => {
  assertEquals(
    await printed([
      runEnd({ code: 1, unsettled: ["t1"], lastError: "Overloaded" }),
      runEnd({ code: null, signal: "SIGKILL" }),
    ]),
    [
      "■ run ended · exit code 1 · $0.0000 in all",
      "  1 task had not ended",
      "  Overloaded",
      "■ run ended · ended by SIGKILL · $0.0000 in all",
    ],
  );
});

Deno.test("printEvents() sets subagents off", async () => {
  assertEquals(
    await printed([
      { type: "system", subtype: "task_started", task_id: "t", task_type: "local_agent", subagent_type: "Explore" },
      { type: "system", subtype: "task_started", task_id: "b", task_type: "local_bash" },
      { ...says(use("Read", { file_path: "/a" })), parent_tool_use_id: "toolu_0" },
      { ...told([text("Look around"), result("x")]), parent_tool_use_id: "toolu_0" },
      { type: "system", subtype: "task_notification", task_id: "t", status: "completed", summary: "Found it" },
    ]),
    ["  ⇢ subagent Explore", "      → Read /a", "      ✓ x", "  ⇠ task completed: Found it"],
  );
});

Deno.test("printEvents() lets nothing steer the terminal, wherever the agent puts it", async () => {
  const evil = "a\x1b[2J\u202eb\rc\x9b";
  const lines = await printed([
    says(text(evil), use(evil, { [evil]: evil })),
    told([result(evil, true), result([text(evil)])]),
    told(`Stop hook feedback:\n${evil}`),
    request({ toolName: evil, reason: evil }),
    { type: "diagnostic", kind: "noise", message: evil },
    { type: "system", subtype: "init", model: evil },
    turnEnd({
      failed: true,
      outcome: "error",
      result: { type: "result", subtype: "success", is_error: true, result: evil },
    }),
    runEnd({ lastError: `${evil}!` }),
  ]);
  assertEquals(lines.length, 11);
  for (const line of lines) assertFalse(/[\p{Cc}\p{Cf}]/u.test(line), JSON.stringify(line));
});

Deno.test("printEvents() survives messages of unexpected shape", async () => {
  const lines = await printed([
    { type: "assistant", message: { role: "assistant", content: "plain" } } as unknown as AgentEvent,
    { type: "assistant", message: { role: "assistant" } } as unknown as AgentEvent,
    {
      type: "assistant",
      message: { role: "assistant", content: [null, { type: "brand_new" }] },
    } as unknown as AgentEvent,
    { type: "user", message: { role: "user", content: [{ type: "tool_result", tool_use_id: "t" }] } } as AgentEvent,
    { type: "user" } as unknown as AgentEvent,
    { type: "rate_limit_event" } as unknown as AgentEvent,
    { type: "unknown", of: "brand_new", raw: {} },
    says({ type: "tool_use", id: "t", name: "X", input: null as unknown as Record<string, unknown> }),
  ]);
  assertEquals(lines, ["plain", "  ✓", "  → X"]);
});

Deno.test("printEvents() cuts what sums up and never a text", async () => {
  const long = "x".repeat(1000);
  const lines = await printed([says(text(long), use("Bash", { command: long }))], { width: 60 });
  assertEquals(lines[0], long);
  assertEquals(lines[1], `  → Bash ${"x".repeat(39)}…`);
});

Deno.test("printEvents() shows reasons, errors and warnings up to their end, broken between words", async () => {
  const reason = `No policy allowed the tool Bash, so it was not run: ${
    "reasons and ".repeat(8)
  }add it to allowTools()`;
  const end = "add it to allowTools()";
  const shown = [
    told([result(reason, true)]),
    request({ reason }),
    { type: "diagnostic", kind: "warning", message: reason } as const,
    told([text(`Stop hook feedback:\n${reason}`)]),
    runEnd({ lastError: reason }),
  ];
  for (const event of shown) {
    const lines = await printed([event], { width: 60 });
    assert(lines.length > 2, lines.join("\n"));
    for (const line of lines) assert(line.length <= 60, line);
    const words = lines.map((line) => line.trim()).join(" ");
    assert(words.endsWith(end), words);
    assert(words.includes("so it was not run: reasons and reasons and reasons"), words);
  }
  const denied = {
    ...told([result("Why not? ".repeat(12).trim(), true)]),
    tool_result_meta: [{ id: "toolu_1", permission_decision: { decision: "reject" } }],
    parent_tool_use_id: "toolu_0",
  };
  assertEquals(await printed([denied], { width: 60 }), [
    "      ✗ denied: Why not? Why not? Why not? Why not? Why not? Why",
    "        not? Why not? Why not? Why not? Why not? Why",
    "        not? Why not?",
  ]);
});

Deno.test("printEvents() cuts a reason that never ends", async () => {
  const lines = await printed([told([result("no ".repeat(100_000), true)])], { width: 60 });
  assertEquals(lines.length, 6);
  assert(lines.at(-1)?.endsWith("…"), lines.at(-1));
});

Deno.test("printEvents() puts the label before every line", async () => {
  assertEquals(await printed([says(text("a\nb"))], { label: "[web]" }), ["[web] a", "[web] b"]);
});

Deno.test("printEvents() has colours when told to", async () => {
  const [line] = await printed([told([result("no", true)])], { color: true });
  assertEquals(line, "\x1b[31m  ✗\x1b[39m no");
});

Deno.test("printEvents() passes every event on, in order, each printed before it goes on", async () => {
  const log: string[] = [];
  const events: AgentEvent[] = [{ type: "opening" }, says(text("hi")), runEnd()];
  const passed: AgentEvent[] = [];
  await from(events).pipe(printEvents({ color: false, write: (line) => log.push(line) })).forEach((event) => {
    passed.push(event);
    log.push(event.type);
  });
  assertEquals(log, ["opening", "hi", "assistant", "■ run ended · $0.0000 in all", "run_end"]);
  assert(passed.every((event, index) => event === events[index]));
});

Deno.test("printEvents() passes an error on, and unsubscribes from its source", async () => {
  const source = new Subject<AgentEvent>();
  const failing = source.pipe(printEvents({ write: () => {} })).forEach(() => {});
  source.error(new Error("It broke"));
  await assertRejects(() => failing, Error, "It broke");
  const other = new Subject<AgentEvent>();
  other.pipe(printEvents({ write: () => {} })).subscribe().unsubscribe();
  assertFalse(other.observed);
});

Deno.test("printEvents() errors when writing fails", async () => {
  const write = () => {
    throw new Error("The disk is full");
  };
  await assertRejects(() => printed([says(text("hi"))], { write }), Error, "The disk is full");
});

Deno.test("printEvents() two subscriptions keep apart what they know", async () => {
  const lines: string[] = [];
  const init: AgentEvent = { type: "system", subtype: "init", model: "m" };
  const twice = from([init, init]).pipe(printEvents({ color: false, write: (line) => lines.push(line) }));
  await twice.forEach(() => {});
  await twice.forEach(() => {});
  assertEquals(lines, ["▶ m", "▶ m"]);
});

Deno.test("printEvents() refuses a width that is too small", () => {
  assertThrows(() => printEvents({ width: 10 }), UsageError, 'Give "width" a number of at least 40, not 10');
});

Deno.test("printEvents() shows what a server asks and which dialog is shown, on one line each", async () => {
  const asked = {
    type: "elicitation",
    serverName: "notes",
    message: "Which\ncolour\u001b[2J?",
  } as unknown as ElicitationRequest;
  const shown = { type: "dialog", kind: "refusal_fallback_prompt" } as unknown as DialogRequest;
  assertEquals(await printed([asked, shown]), [
    "  ? notes asks: Which\u240acolour\u241b[2J?",
    "  ? the agent shows the dialog refusal_fallback_prompt",
  ]);
});
