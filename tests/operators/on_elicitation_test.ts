import { assertEquals, assertThrows } from "@std/assert";
import { of, pipe } from "rxjs";
import { onDialog } from "../../lib/operators/on_dialog.ts";
import { onElicitation } from "../../lib/operators/on_elicitation.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { controlRequest } from "../../lib/testing/frames/mod.ts";
import { guarded } from "../agent/requests/mod.ts";
import { passesOn } from "./_policy.ts";

const QUESTION = { subtype: "elicitation", mcp_server_name: "shop", message: "Which size?", mode: "form" };
const DIALOG = { subtype: "request_user_dialog", dialog_kind: "choice", payload: { of: ["a", "b"] } };

Deno.test("onElicitation() passes every event on", () => passesOn(() => onElicitation(() => undefined)));

Deno.test("onDialog() passes every event on", () => passesOn(() => onDialog("choice", () => undefined)));

Deno.test(
  "onElicitation() answers what servers ask, or leaves it to the next",
  guarded(async ({ open }) => {
    const asked: string[] = [];
    const session = await open({
      pipeline: pipe(
        onElicitation((request) => {
          asked.push(`${request.serverName}: ${request.message}`);
          return request.serverName === "shop" ? of(request.accept({ size: "L" })) : undefined;
        }),
        onElicitation((request) => Promise.resolve(request.decline())),
      ),
    });
    const first = await session.ask(controlRequest(QUESTION, "e-1"));
    assertEquals(first.response, { action: "accept", content: { size: "L" } });
    const second = await session.ask(controlRequest({ ...QUESTION, mcp_server_name: "bank" }, "e-2"));
    assertEquals(second.response, { action: "decline" });
    assertEquals(asked, ["shop: Which size?", "bank: Which size?"]);
  }),
);

Deno.test(
  "onElicitation() that answers nothing, or throws, is an error and no answer of a person",
  guarded(async ({ open, printed }) => {
    const silent = await open({ pipeline: onElicitation(() => undefined) });
    assertEquals((await silent.ask(controlRequest(QUESTION, "e-1"))).subtype, "error");
    const broken = await open({
      pipeline: onElicitation(() => {
        throw new Error("No paper");
      }),
    });
    assertEquals((await broken.ask(controlRequest(QUESTION, "e-1"))).subtype, "error");
    assertEquals(printed.filter((line) => line.includes("No paper")).length, 1);
  }),
);

Deno.test(
  "onDialog() declares its kinds and answers those, and others are an error",
  guarded(async ({ start }) => {
    const session = start({
      pipeline: pipe(
        onDialog("choice", (request) => request.complete(request.payload.of)),
        onDialog(["other", "third"], (request) => request.cancel()),
      ),
    });
    const { request } = await session.handshake();
    assertEquals(request?.supportedDialogKinds, ["choice", "other", "third"]);
    const answers = [];
    for (const dialog_kind of ["choice", "third"]) {
      answers.push((await session.ask(controlRequest({ ...DIALOG, dialog_kind }, session.nextId()))).response);
    }
    assertEquals(answers, [{ behavior: "completed", result: ["a", "b"] }, { behavior: "cancelled" }]);
    const unknown = await session.ask(controlRequest({ ...DIALOG, dialog_kind: "fourth" }, "d-1"));
    assertEquals(unknown.subtype, "error");
  }),
);

Deno.test("onElicitation(), onDialog() without what they need are refused", () => {
  assertThrows(() => onElicitation(undefined as never), UsageError, "onElicitation without a function");
  assertThrows(() => onDialog("choice", undefined as never), UsageError, "onDialog without a function");
  for (const kinds of [[], "", [""], [5], undefined]) {
    assertThrows(() => onDialog(kinds as never, () => undefined), UsageError, "onDialog without a kind");
  }
});
