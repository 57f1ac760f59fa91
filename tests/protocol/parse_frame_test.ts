import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { parseFrame } from "../../lib/protocol/mod.ts";
import { sampleFrame, SAMPLES } from "./_samples.ts";

Deno.test("parseFrame() tells control frames and signs of life, and gives the frame itself", () => {
  const request = { type: "control_request", request_id: "r-1", request: { subtype: "some_future_thing", x: 1 } };
  const success = { type: "control_response", response: { subtype: "success", request_id: "r-1" } };
  const error = { type: "control_response", response: { subtype: "error", request_id: "r-1", error: "no" } };
  const cancel = { type: "control_cancel_request", request_id: "r-1" };
  for (const validate of ["control", "all"] as const) {
    for (const frame of [request, success, error, cancel]) {
      assertEquals(parseFrame(frame, { validate }) as unknown, { kind: frame.type, frame });
    }
    assertEquals(parseFrame({ type: "keep_alive" }, { validate }), { kind: "keep_alive" });
  }
});

Deno.test("parseFrame() calls a control frame that does not fit noise, and says what is wrong", () => {
  const frames: [object, string][] = [
    [{ type: "control_request", request: { subtype: "x" } }, "a malformed control_request (request_id: "],
    [{ type: "control_request", request_id: "r-1" }, "a malformed control_request (request: "],
    [
      { type: "control_response", response: { subtype: "success" } },
      "a malformed control_response (response.request_id: ",
    ],
    [{ type: "control_cancel_request" }, "a malformed control_cancel_request (request_id: "],
  ];
  for (const [frame, reason] of frames) {
    const parsed = parseFrame(frame);
    assert(parsed.kind === "noise" && parsed.reason.startsWith(reason), JSON.stringify(parsed));
  }
});

Deno.test("fwd-05: JSON that is no frame is noise with a reason, and never an error", () => {
  for (const value of [5, null, [1], "x", true, undefined, () => {}]) {
    assertEquals(parseFrame(value), { kind: "noise", reason: "a JSON value that is not an object" });
  }
  for (const value of [{ notype: 1 }, {}, { type: 5 }, { type: null }]) {
    assertEquals(parseFrame(value), { kind: "noise", reason: "a JSON object without a type" });
  }
  const hostile = {
    get type(): string {
      throw new Error("no");
    },
  };
  for (const validate of ["control", "all"] as const) assertEquals(parseFrame(hostile, { validate }).kind, "noise");
});

Deno.test("parseFrame() looks at a message's few needed fields, and at all of them where that is wanted", () => {
  for (const [kind, { frame, wrong }] of Object.entries(SAMPLES)) {
    const fits = sampleFrame(kind, frame);
    for (const validate of ["control", "all"] as const) {
      const parsed = parseFrame(fits, { validate });
      assertStrictEquals(parsed.kind === "message" ? parsed.message as unknown : undefined, fits, kind);
    }
    const parsed = parseFrame(sampleFrame(kind, { ...frame, ...wrong }), { validate: "all" });
    assert(parsed.kind === "message" && parsed.message.type === "unknown" && parsed.message.issues !== undefined, kind);
  }
});

Deno.test("parseFrame() lets a message pass unchecked whose fields nothing reads by itself", () => {
  const odd = sampleFrame("rate_limit_event", { rate_limit_info: "none" });
  const parsed = parseFrame(odd);
  assertStrictEquals(parsed.kind === "message" ? parsed.message as unknown : undefined, odd);
});

Deno.test("parseFrame() wraps a message without the fields that everything reads", () => {
  const frames: [Record<string, unknown>, string][] = [
    [
      sampleFrame("assistant", { message: { role: "assistant", content: "text" } }),
      "message.content: expected an array",
    ],
    [sampleFrame("assistant", {}), "message.content: expected an array"],
    [sampleFrame("user", { message: { role: "user", content: [5] } }), "message.content: expected blocks with a type"],
    [sampleFrame("result", {}), "subtype: expected a string"],
    [sampleFrame("stream_event", { event: {} }), "event: expected an object with a type"],
    [sampleFrame("system/task_started", {}), "task_id: expected a string"],
    [sampleFrame("system/background_tasks_changed", { tasks: {} }), "tasks: expected an array"],
  ];
  for (const [raw, issue] of frames) {
    const parsed = parseFrame(raw);
    assert(parsed.kind === "message" && parsed.message.type === "unknown");
    assertEquals(parsed.message.issues, [issue]);
    assertStrictEquals(parsed.message.raw, raw);
  }
});
