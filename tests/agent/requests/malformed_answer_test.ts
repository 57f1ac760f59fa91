import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { NEVER, tap } from "rxjs";
import { isAdded } from "../../../lib/agent/brand.ts";
import { ControlError } from "../../../lib/agent/errors.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { controlRequest, init } from "../../../lib/testing/frames/mod.ts";
import { elicitation } from "./_asker.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

const MALFORMED: [string, Record<string, unknown>][] = [
  ["a list as its body", { subtype: "success", response: [1] }],
  ["a text as its body", { subtype: "success", response: "done" }],
  ["an error without a text", { subtype: "error" }],
  ["an error that is no text", { subtype: "error", error: { message: "No" } }],
  ["an unknown kind", { subtype: "perhaps" }],
];

for (const [what, response] of MALFORMED) {
  Deno.test(
    `request() answered with ${what} fails at once as malformed, and the run goes on`,
    guarded(async ({ open }) => {
      const session = await open();
      const failed = assertRejects(() => session.agent.request("new_thing"), ControlError, "malformed");
      const { request_id } = await session.transport.nextLine(isRequest("new_thing"));
      const frame = { type: "control_response", response: { ...response, request_id } };
      session.push(frame);
      const { kind, subtype, answer } = await failed;
      assertEquals([kind, subtype, answer], ["malformed", "new_thing", frame]);
      assertEquals(session.diagnostics("noise").length, 1);
      await session.finish();
      assertEquals(session.end, "completed");
    }),
  );
}

Deno.test(
  "request() checks and writes its fields as JSON has them, as they are when it is called",
  guarded(async ({ open }) => {
    const session = await open();
    const { agent, transport } = session;
    const bare = { toJSON: () => ({ env: { CLAUDE_CODE_SIMPLE: "1" } }) };
    await assertRejects(() => agent.request("apply_flag_settings", { settings: bare }), UsageError, "calls no hook");
    await assertRejects(() => agent.applyFlagSettings(bare), UsageError, "calls no hook");
    await assertRejects(() => agent.request("new_thing", { big: 1n }), UsageError, "cannot be written as JSON");
    await assertRejects(() => agent.request("new_thing", { toJSON: () => 5 }), UsageError, "no object");
    await assertRejects(() => agent.request(1n as never), UsageError, "give its name");
    const settings: Record<string, unknown> = { model: "haiku" };
    const applied = agent.applyFlagSettings(settings);
    settings.env = { CLAUDE_CODE_SIMPLE: "1" };
    const line = await transport.nextLine(isRequest("apply_flag_settings"));
    assertEquals(line.request?.settings, { model: "haiku" });
    transport.answer(line);
    await applied;
  }),
);

Deno.test(
  "RequestOptions.onProgress that is asynchronous and fails is a diagnostic, and no stray rejection",
  guarded(async ({ open }) => {
    const session = await open();
    const asked = session.agent.request("new_thing", {}, { onProgress: () => Promise.reject(new Error("Full")) });
    const line = await session.transport.nextLine(isRequest("new_thing"));
    session.push({ type: "system", subtype: "control_request_progress", request_id: line.request_id, status: "x" });
    session.transport.answer(line);
    await asked;
    await session.settled();
    const [note] = session.diagnostics("responder_failed");
    assertStringIncludes(note?.message ?? "", "A callback for the progress of a control request failed");
  }),
);

Deno.test(
  "a question that is open when all is done is answered before the input is closed",
  guarded(async ({ open }) => {
    let aborted = false;
    const session = await open({
      pipeline: tap((event) => {
        if (!isAdded("elicitation", event)) return;
        event.respondWith((signal) => {
          signal.addEventListener("abort", () => aborted = true);
          return NEVER;
        });
      }),
    });
    session.push(init());
    session.push(controlRequest(elicitation(), "e-1"));
    await session.finish();
    const [line] = session.responses("e-1");
    assertEquals([line?.response?.subtype, aborted, session.end], ["error", true, "completed"]);
    assertStringIncludes(String(line?.response?.error), "is ending");
  }),
);
