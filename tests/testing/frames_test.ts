import { assertEquals, assertNotEquals } from "@std/assert";
import * as frames from "../../lib/testing/frames/mod.ts";
import { parseFrame } from "../../lib/protocol/parse.ts";

Deno.test("frames are what the protocol says that they are", () => {
  const messages = [
    frames.assistantText("Hello"),
    frames.assistantThinking("Hm"),
    frames.assistantToolUse("Bash", { command: "ls" }),
    frames.toolResult("toolu_1", "a.txt"),
    frames.replay("hello"),
    frames.init(),
    frames.result(),
    frames.sessionState("idle"),
    frames.modeStatus("plan"),
    frames.taskStarted("t1"),
    frames.taskNotification("t1"),
    frames.backgroundTasks(["t1"]),
    frames.textDelta("Hel"),
  ];
  for (const frame of messages) assertEquals(parseFrame(frame), { kind: "message", message: frame });
  assertEquals(parseFrame(frames.canUseTool("Bash", {})).kind, "control_request");
  assertEquals(parseFrame(frames.hookCallback("h", { hook_event_name: "Stop" })).kind, "control_request");
  assertEquals(parseFrame(frames.controlRequest({ subtype: "some_future_thing" })).kind, "control_request");
  assertEquals(parseFrame(frames.controlCancel("r-1")).kind, "control_cancel_request");
  assertEquals(parseFrame(frames.controlSuccess("1", { pid: 1 })).kind, "control_response");
  assertEquals(parseFrame(frames.controlError("1", "No")).kind, "control_response");
});

Deno.test("frames carry what they are given, and an id of their own", () => {
  const options = { messageId: "msg_9", sessionId: "s-1", parentToolUseId: "toolu_0", agentId: "a-1", uuid: "u-1" };
  const { message, ...others } = frames.assistantToolUse("Read", { file_path: "a" }, { ...options, toolUseId: "t" });
  assertEquals(message.id, "msg_9");
  assertEquals(message.content, [{ type: "tool_use", id: "t", name: "Read", input: { file_path: "a" } }]);
  assertEquals(others, {
    type: "assistant",
    parent_tool_use_id: "toolu_0",
    agent_id: "a-1",
    session_id: "s-1",
    uuid: "u-1",
  });
  assertEquals(frames.canUseTool("Bash", {}, { requestId: "r-1", agent_id: "a-1" }), {
    type: "control_request",
    request_id: "r-1",
    request: {
      subtype: "can_use_tool",
      tool_name: "Bash",
      display_name: "Bash",
      input: {},
      tool_use_id: "toolu_1",
      agent_id: "a-1",
    },
  });
  assertEquals(frames.result({ is_error: true, total_cost_usd: 0.25 }).total_cost_usd, 0.25);
  assertNotEquals(frames.result().uuid, frames.result().uuid);
});
