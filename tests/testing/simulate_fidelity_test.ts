import { assertEquals } from "@std/assert";
import { Host, type Line } from "./_host.ts";

/** What transcripts/permission-deny.ndjson holds from `init` on, without ids, times, costs and lists. */
const PERMISSION_DENY: Line[] = [
  { type: "system", subtype: "init", cwd: "/srv/demo", permissionMode: "default", claude_code_version: "2.1.332" },
  {
    type: "assistant",
    message: {
      type: "message",
      role: "assistant",
      model: "claude-opus-5-5",
      content: [{ type: "tool_use", name: "Bash", input: { command: "touch orig.txt", description: "x" } }],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 12, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
    },
    parent_tool_use_id: null,
  },
  {
    type: "control_request",
    request: {
      subtype: "can_use_tool",
      tool_name: "Bash",
      display_name: "Bash",
      input: { command: "touch orig.txt", description: "x" },
      description: "x",
    },
  },
  {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", content: "not today", is_error: true }] },
    parent_tool_use_id: null,
    tool_use_result: "Error: not today",
    tool_result_meta: [
      { non_execution_kind: "permission-rule", permission_decision: { decision: "reject", source: "user_reject" } },
    ],
  },
  {
    type: "assistant",
    message: { role: "assistant", content: [{ type: "text", text: "z" }], stop_reason: null },
    parent_tool_use_id: null,
  },
  {
    stop_reason: "end_turn",
    usage: { input_tokens: 24, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 40 },
    permission_denials: [{ tool_name: "Bash", tool_input: { command: "touch orig.txt", description: "x" } }],
    terminal_reason: "completed",
    is_error: false,
    num_turns: 2,
    subtype: "success",
    result: "z",
    type: "result",
    queued_turn_count: 0,
    result_index: 0,
  },
];

/** The same of transcripts/hook-stop-block.ndjson. */
const STOP_BLOCK: Line[] = [
  { type: "system", subtype: "init" },
  { type: "assistant", message: { content: [{ type: "text", text: "Done.0" }] }, parent_tool_use_id: null },
  {
    type: "control_request",
    request: {
      subtype: "hook_callback",
      callback_id: "h",
      input: {
        cwd: "/srv/demo",
        permission_mode: "default",
        hook_event_name: "Stop",
        stop_hook_active: false,
        last_assistant_message: "Done.0",
        background_tasks: [],
        session_crons: [],
      },
    },
  },
  {
    type: "user",
    message: { role: "user", content: [{ type: "text", text: "Stop hook feedback:\nKEEP GOING PLEASE" }] },
    parent_tool_use_id: null,
    isSynthetic: true,
  },
  { type: "system", subtype: "notification", key: "stop-hook-error", priority: "immediate" },
  { type: "assistant", message: { content: [{ type: "text", text: "Done.1" }] }, parent_tool_use_id: null },
  {
    type: "control_request",
    request: {
      subtype: "hook_callback",
      callback_id: "h",
      input: { hook_event_name: "Stop", stop_hook_active: true, last_assistant_message: "Done.1" },
    },
  },
  {
    stop_reason: "end_turn",
    usage: { input_tokens: 24, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 40 },
    permission_denials: [],
    terminal_reason: "completed",
    is_error: false,
    num_turns: 2,
    subtype: "success",
    result: "Done.1",
    type: "result",
    queued_turn_count: 0,
    result_index: 0,
  },
];

Deno.test("simulate() emits the frames that were recorded of a denied tool", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.tool("Bash", { command: "touch orig.txt", description: "x" });
    await cli.end({ text: "z" });
  });
  await host.prompt("please do the demo task");
  await host.answer(await host.until("can_use_tool"), { behavior: "deny", message: "not today" });
  await host.finish();
  assertEquals(host.seen.map((line, index) => pick(line, PERMISSION_DENY[index])), PERMISSION_DENY);
});

Deno.test("simulate() emits the frames that were recorded of a Stop hook that blocks once", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    for (let count = 0;; count++) {
      await cli.text(`Done.${count}`);
      if (!(await cli.end()).continued) return;
    }
  });
  await host.initialize({ Stop: [{ hookCallbackIds: ["h"] }] });
  host.seen.length = 0;
  await host.prompt("hi");
  await host.answer(await host.until("hook_callback"), { decision: "block", reason: "KEEP GOING PLEASE" });
  await host.answer(await host.until("hook_callback"), {});
  await host.finish();
  assertEquals(host.seen.map((line, index) => pick(line, STOP_BLOCK[index])), STOP_BLOCK);
});

/** Reduces a value to the keys that another one has; arrays keep their length. */
function pick(value: unknown, shape: unknown): Line {
  if (Array.isArray(value) && Array.isArray(shape)) {
    return value.map((item, index) => pick(item, shape[index]));
  }
  if (!isRecord(value) || !isRecord(shape)) return value as Line;
  const keys = Object.keys(shape).filter((key) => key in value);
  return Object.fromEntries(keys.map((key) => [key, pick(value[key], shape[key])]));
}

function isRecord(value: unknown): value is Line {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
