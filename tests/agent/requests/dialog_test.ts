import { assertEquals, assertMatch } from "@std/assert";
import { isAdded } from "../../../lib/agent/brand.ts";
import type { Answer, DialogRequest } from "../../../lib/agent/events.ts";
import type { DialogAnswer } from "../../../lib/protocol/control.ts";
import { controlRequest } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import { dialog, registers } from "./_asker.ts";

function shows(kinds: string[], handler: (request: DialogRequest) => Answer<DialogAnswer>) {
  return registers({ kind: "dialog", name: "onDialog()", dialogKinds: kinds }, (event) => {
    if (isAdded("dialog", event)) event.respondWith(() => handler(event));
  });
}

Deno.test(
  "a dialog kind that is registered is declared in initialize, each once",
  guarded(async ({ start }) => {
    const session = start({ pipeline: shows(["refusal_fallback_prompt", "refusal_fallback_prompt"], () => undefined) });
    const line = await session.handshake();
    assertEquals(line.request?.supportedDialogKinds, ["refusal_fallback_prompt"]);
  }),
);

Deno.test(
  "without a dialog kind initialize declares none",
  guarded(async ({ start }) => {
    const session = start();
    assertEquals("supportedDialogKinds" in ((await session.handshake()).request ?? {}), false);
  }),
);

Deno.test(
  "DialogRequest is answered with what was chosen",
  guarded(async ({ open }) => {
    let seen: DialogRequest | undefined;
    const session = await open({
      pipeline: shows(["pick"], (request) => (seen = request).complete({ choice: 2 })),
    });
    const { response } = await session.ask(controlRequest(dialog("pick", { tool_use_id: "toolu_1" }), "d-1"));
    assertEquals(response, { behavior: "completed", result: { choice: 2 } });
    assertEquals([seen?.type, seen?.kind, seen?.toolUseId], ["dialog", "pick", "toolu_1"]);
    assertEquals(seen?.payload, { a: 1 });
  }),
);

Deno.test(
  "DialogRequest that is dismissed is written as cancelled",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: shows(["pick"], (request) => request.cancel()) });
    assertEquals((await session.ask(controlRequest(dialog("pick"), "d-1"))).response, { behavior: "cancelled" });
  }),
);

Deno.test(
  "DialogRequest of a declared kind that nobody answers is an error, not a person's refusal",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: shows(["pick"], () => undefined) });
    const { subtype, error } = await session.ask(controlRequest(dialog("pick"), "d-1"));
    assertEquals(subtype, "error");
    assertMatch(error, /^Nobody answered the dialog pick/);
    assertEquals(session.diagnostics("unhandled").length, 1);
  }),
);

Deno.test(
  "ctl-02: a dialog of another kind than the declared one reaches nobody and is an error",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({ pipeline: shows(["pick"], () => void asked++) });
    const { subtype, error, response } = await session.ask(controlRequest(dialog("kind_never_declared"), "r-8"));
    assertEquals([subtype, response, asked], ["error", undefined, 0]);
    assertMatch(error, /"kind_never_declared" was not declared/);
    assertEquals(session.diagnostics("unhandled").length, 1);
    assertEquals(session.events.some(({ type }) => type === "dialog"), false);
  }),
);

Deno.test(
  "DialogRequest with a wrong answer is an error and a responder_failed diagnostic",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: shows(["pick"], () => ({ behavior: "yes" }) as never) });
    assertEquals((await session.ask(controlRequest(dialog("pick"), "d-1"))).subtype, "error");
    assertMatch(session.diagnostics("responder_failed")[0]?.message ?? "", /request\.complete\(result\)/);
    assertEquals(printed.length, 1);
  }),
);

Deno.test(
  "DialogRequest without a payload is an error and reaches nobody",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({ pipeline: shows(["pick"], () => void asked++) });
    const { error } = await session.ask(controlRequest(dialog("pick", { payload: [] }), "d-1"));
    assertMatch(error, /lacks what belongs to it/);
    assertEquals(asked, 0);
  }),
);
