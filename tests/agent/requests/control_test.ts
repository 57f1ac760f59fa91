import { assert, assertEquals, assertInstanceOf, assertMatch, assertStringIncludes } from "@std/assert";
import { ProcessError } from "../../../lib/process/mod.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { assistantText, canUseTool, controlRequest, controlSuccess, init } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

Deno.test(
  "ctl-01: a request of a kind that nobody knows is an error that names it, and the session goes on",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(controlRequest({ subtype: "some_future_thing", x: 1 }, "r-7"));
    assertEquals(await session.transport.nextLine(), {
      type: "control_response",
      response: {
        request_id: "r-7",
        subtype: "error",
        error: "Turnstream has no responder for this request: some_future_thing was not declared",
      },
    });
    const [note] = session.diagnostics("unhandled");
    assertStringIncludes(note?.message ?? "", "some_future_thing");
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "ctl-02: a dialogue that nobody declared is an error, not a person's refusal",
  guarded(async ({ open }) => {
    const session = await open();
    const request = { subtype: "request_user_dialog", dialog_kind: "kind_never_declared", payload: {} };
    const { subtype, error, response } = await session.ask(controlRequest(request, "r-8"));
    assertEquals(subtype, "error");
    assertEquals(response, undefined);
    assertMatch(error, /request_user_dialog of the kind "kind_never_declared" was not declared/);
    assertEquals(session.diagnostics("unhandled").length, 1);
  }),
);

Deno.test(
  "ctl-05: a withdrawn request gets no answer, its responder's signal fires",
  guarded(async ({ open, printed }) => {
    const decision = Promise.withResolvers<void>();
    let signal: AbortSignal | undefined;
    const session = await open({
      pipeline: onPermission(async (request, given) => {
        signal = given;
        await decision.promise;
        return request.allow();
      }),
    });
    const frame = canUseTool("Bash", { command: "ls" }, { requestId: "r-9" });
    session.push(frame);
    await session.barrier();
    assertEquals(signal?.aborted, false);
    session.cancel("r-9");
    await session.barrier();
    assert(signal?.aborted);
    assertEquals((signal.reason as DOMException).name, "AbortError");
    decision.resolve();
    await session.barrier();
    session.push(frame); // A delivery behind the withdrawal: still nothing.
    await session.barrier();
    assertEquals(session.responses("r-9"), []);
    assertEquals(session.diagnostics().map((note) => note.kind), ["cancelled"]);
    assertEquals(printed, []);
  }),
);

Deno.test(
  "control_cancel_request of an answered, an unknown or a twice withdrawn request changes nothing",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow()) });
    const frame = canUseTool("Bash", { command: "ls" }, { requestId: "r-1" });
    const first = await session.ask(frame);
    session.push({ type: "control_cancel_request", request_id: "r-1" });
    session.push({ type: "control_cancel_request", request_id: "nobody" });
    assertEquals(await session.ask(frame), first);
    assertEquals(session.diagnostics(), []);
  }),
);

Deno.test(
  "ctl-07: requests that wait when the process dies fail with one typed error",
  guarded(async ({ open }) => {
    const session = await open();
    const waiting = [session.agent.request("get_settings"), session.agent.setModel("opus")];
    const outcomes = Promise.all(waiting.map((each) => each.catch((error: unknown) => error)));
    await session.transport.nextLine(isRequest("set_model"));
    session.transport.exit(137);
    const [first, second] = await outcomes;
    await session.over;
    assertInstanceOf(first, ProcessError);
    assertEquals(first, second);
    assertEquals(first.code, 137);
    assertEquals(session.end, { error: first });
  }),
);

Deno.test(
  "ctl-08: a second delivery is answered again and not decided again, for the last thousand",
  guarded(async ({ open }) => {
    const asked = new Map<string, number>();
    const session = await open({
      pipeline: onPermission((request) => {
        const id = request.frame.request_id;
        asked.set(id, (asked.get(id) ?? 0) + 1);
        return request.allow({ n: asked.get(id) });
      }),
    });
    const frame = (id: string) => canUseTool("Bash", { command: "x" }, { requestId: id });
    const first = await session.ask(frame("d-1"));
    assertEquals(await session.ask(frame("d-1")), first);
    assertEquals(asked.get("d-1"), 1);
    for (let n = 2; n <= 1_500; n++) session.push(frame(`d-${n}`));
    await session.barrier();
    await session.ask(frame("d-1500"));
    await session.ask(frame("d-600"));
    assertEquals([asked.get("d-1500"), asked.get("d-600")], [1, 1]);
    session.forgotten.add("d-1");
    await session.ask(frame("d-1"));
    assertEquals(asked.get("d-1"), 2);
    assertEquals(session.responses("d-2").length, 1);
  }),
);

Deno.test(
  "control requests that are delivered twice while they wait are decided once and answered twice",
  guarded(async ({ open }) => {
    const decision = Promise.withResolvers<void>();
    let asked = 0;
    const session = await open({
      pipeline: onPermission(async (request) => {
        asked++;
        await decision.promise;
        return request.allow();
      }),
    });
    const frame = canUseTool("Bash", { command: "x" }, { requestId: "r-1" });
    session.push(frame);
    session.push(frame);
    await session.barrier();
    decision.resolve();
    await session.response("r-1");
    await session.response("r-1");
    assertEquals(asked, 1);
    assertEquals(session.events.filter((event) => event.type === "permission").length, 1);
  }),
);

const malformed: [string, object][] = [
  ["no request", {}],
  ["a request without a subtype", { request: {} }],
  ["a subtype that is no text", { request: { subtype: 5 } }],
  ["a request that is a list", { request: [] }],
];
for (const [what, rest] of malformed) {
  Deno.test(
    `control_request with ${what} gets an error under its id`,
    guarded(async ({ open }) => {
      const session = await open();
      const { subtype, error } = await session.ask({ type: "control_request", request_id: "r-1", ...rest } as never);
      assertEquals(subtype, "error");
      assertMatch(error, /cannot read this control request/);
      assertEquals(session.diagnostics("noise").length, 1);
    }),
  );
}

const strange: [string, object][] = [
  ["no input", { tool_name: "Bash", tool_use_id: "t" }],
  ["an input that is a list", { tool_name: "Bash", tool_use_id: "t", input: [] }],
  ["an input that is null", { tool_name: "Bash", tool_use_id: "t", input: null }],
  ["no tool_name", { input: {}, tool_use_id: "t" }],
  ["an empty tool_name", { tool_name: "", input: {}, tool_use_id: "t" }],
  ["a tool_name that is an object", { tool_name: { toString: 1 }, input: {}, tool_use_id: "t" }],
  ["no tool_use_id", { tool_name: "Bash", input: {} }],
  ["an agent_id that is no text", { tool_name: "Bash", input: {}, tool_use_id: "t", agent_id: 5 }],
];
for (const [what, fields] of strange) {
  Deno.test(
    `can_use_tool with ${what} is denied and reaches nobody`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: onPermission((request) => request.allow()) });
      const { response } = await session.ask(controlRequest({ subtype: "can_use_tool", ...fields }, "r-1"));
      assertEquals(response, {
        behavior: "deny",
        message: "The permission request has no tool_name, input or tool_use_id, so it was denied",
      });
      assertEquals(session.events.filter((event) => event.type === "permission"), []);
      assertEquals(session.diagnostics("unhandled").length, 1);
    }),
  );
}

Deno.test(
  "frame-05: two values on a line are one note with their text, and the result still arrives",
  guarded(async ({ open }) => {
    const session = await open();
    session.transport.push('{"type":"keep_alive"} {"type":"keep_alive"}\n');
    await session.finish({ result: "done", total_cost_usd: 0.01 });
    const notes = session.diagnostics("noise");
    assertEquals(notes.map((note) => note.cause), ['{"type":"keep_alive"} {"type":"keep_alive"}']);
    assertEquals(session.turns().map((turn) => turn.text), ["done"]);
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "fwd-01: a known message is itself, an unknown one is wrapped, and the result still arrives",
  guarded(async ({ open }) => {
    const session = await open();
    const limits = { status: "allowed", resetsAt: 1771606800, rateLimitType: "five_hour" };
    const known = { type: "rate_limit_event", rate_limit_info: limits, uuid: "u", session_id: "s-1" };
    const unknown = { type: "brand_new_2027", x: [1] };
    [init(), assistantText("hi"), known, unknown].forEach((frame) => session.push(frame));
    await session.finish();
    const types = session.events.map((event) => event.type);
    assertEquals(types.slice(types.indexOf("system")), [
      "system",
      "assistant",
      "rate_limit_event",
      "unknown",
      "result",
      "turn_end",
      "run_end",
    ]);
    assertEquals(session.events.find((event) => event.type === "rate_limit_event") as object, known);
    assertEquals(session.events.find((event) => event.type === "unknown") as object, {
      type: "unknown",
      of: "brand_new_2027",
      raw: unknown,
    });
  }),
);

Deno.test(
  "fwd-05: JSON that is no frame is a note with its text, no event and no error",
  guarded(async ({ open }) => {
    const session = await open();
    const before = session.events.length;
    const lines = ["5", "null", "[1]", '"x"', '{"notype":1}'];
    session.transport.push(lines.map((line) => `${line}\n`).join(""));
    await session.barrier();
    const notes = session.diagnostics("noise");
    assertEquals(notes.map((note) => note.cause), lines);
    // Besides the notes there is the one of the barrier.
    assertEquals(session.events.length, before + lines.length + 1);
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "control_response our own answers, echoed, are no news; an answer to nobody's request is",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow()) });
    await session.ask(canUseTool("Bash", { command: "x" }, { requestId: "r-1" }));
    session.push(controlSuccess("r-1", { behavior: "allow", updatedInput: {} }));
    await session.barrier();
    assertEquals(session.diagnostics(), []);
    session.push(controlSuccess("nobody"));
    await session.barrier();
    assertEquals(session.diagnostics().map((note) => note.kind), ["noise"]);
  }),
);

Deno.test(
  "bp-01: requests are answered though the consumer does not come to its messages",
  guarded(async ({ open }) => {
    let handled = 0;
    const session = await open({
      pipeline: onHook("PostToolUse", () => {
        handled++;
        return undefined;
      }),
    });
    // The far end goes on only when it has its answer, as the CLI does.
    for (let n = 0; n < 500; n++) {
      session.push(assistantText(`line ${n}`));
      assertEquals(await session.hook("PostToolUse", { tool_name: "Bash", tool_input: {} }), {});
    }
    assertEquals(handled, 500);
    await session.finish({ result: "done" });
    assertEquals(session.events.filter((event) => event.type === "assistant").length, 500);
    assertEquals(session.turns().map((turn) => turn.text), ["done"]);
  }),
);
