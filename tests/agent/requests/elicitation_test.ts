import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { type MonoTypeOperatorFunction, of, pipe, tap } from "rxjs";
import { isAdded } from "../../../lib/agent/brand.ts";
import type { AgentEvent, Answer, ElicitationRequest } from "../../../lib/agent/events.ts";
import type { ElicitationAnswer } from "../../../lib/protocol/control.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { controlRequest } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import { elicitation } from "./_asker.ts";

type Handler = (request: ElicitationRequest, signal: AbortSignal) => Answer<ElicitationAnswer>;

function answers(handler: Handler): MonoTypeOperatorFunction<AgentEvent> {
  return tap((event) => {
    if (isAdded("elicitation", event)) event.respondWith((signal) => handler(event, signal));
  });
}

const GIVEN: [string, Handler, object][] = [
  ["accept", (request) => request.accept({ colour: "red" }), { action: "accept", content: { colour: "red" } }],
  ["accept of a page", (request) => Promise.resolve(request.accept()), { action: "accept" }],
  ["decline", (request) => of(request.decline()), { action: "decline" }],
  ["cancel", (request) => request.cancel(), { action: "cancel" }],
];

for (const [what, handler, expected] of GIVEN) {
  Deno.test(
    `ElicitationRequest ${what} is written as it is`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: answers(handler) });
      const { subtype, response } = await session.ask(controlRequest(elicitation(), "e-1"));
      assertEquals([subtype, response], ["success", expected]);
      assertEquals(session.diagnostics(), []);
    }),
  );
}

Deno.test(
  "ElicitationRequest tells what the server asks, in camelCase",
  guarded(async ({ open }) => {
    let seen: ElicitationRequest | undefined;
    const session = await open({ pipeline: answers((request) => (seen = request).decline()) });
    const schema = { type: "object", properties: { colour: { type: "string" } } };
    const frame = controlRequest(
      elicitation({ mode: "form", requested_schema: schema, title: "T", display_name: "N", description: "D" }),
      "e-1",
    );
    await session.ask(frame);
    const { type, serverName, message, mode, requestedSchema, url, title, displayName, description } = seen!;
    assertEquals([type, serverName, message, mode, url], ["elicitation", "notes", "Which colour?", "form", undefined]);
    assertEquals([title, displayName, description], ["T", "N", "D"]);
    assertEquals(requestedSchema, schema);
    assertEquals(seen?.frame as unknown, frame);
    await session.ask(controlRequest(elicitation({ mode: "url", url: "http://a", elicitation_id: "x" }), "e-2"));
    assertEquals([seen?.mode, seen?.url, seen?.elicitationId], ["url", "http://a", "x"]);
  }),
);

Deno.test(
  "ElicitationRequest that nobody answers is an error that claims no human decision, and an unhandled diagnostic",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: answers(() => undefined) });
    const { subtype, error, response } = await session.ask(controlRequest(elicitation(), "e-1"));
    assertEquals([subtype, response], ["error", undefined]);
    assertMatch(error, /^Nobody answered the elicitation of notes/);
    assertEquals(session.diagnostics("unhandled").map(({ message }) => message), [
      "Nobody answered the elicitation of notes, so it got an error",
    ]);
  }),
);

Deno.test(
  "ElicitationRequest is answered by the first that gives something, and none is asked after it",
  guarded(async ({ open }) => {
    const order: string[] = [];
    const session = await open({
      pipeline: pipe(
        answers(async () => {
          await Promise.resolve();
          order.push("first");
          return undefined;
        }),
        answers((request) => {
          order.push("second");
          return request.accept({ a: 1 });
        }),
        answers((request) => {
          order.push("third");
          return request.decline();
        }),
      ),
    });
    const { response } = await session.ask(controlRequest(elicitation(), "e-1"));
    assertEquals(response, { action: "accept", content: { a: 1 } });
    assertEquals(order, ["first", "second"]);
  }),
);

const BROKEN: [string, Handler, RegExp][] = [
  ["throws", () => {
    throw new Error("boom");
  }, /it failed: boom/],
  ["rejects", () => Promise.reject(new Error("boom")), /it failed: boom/],
  ["gives another action", () => ({ action: "yes" }) as unknown as ElicitationAnswer, /request\.accept\(content\)/],
  [
    "gives content that is no object",
    (request) => request.accept("red" as never),
    /is not an answer to an elicitation/,
  ],
];

for (const [what, handler, expected] of BROKEN) {
  Deno.test(
    `ElicitationRequest whose responder ${what} is an error and a responder_failed diagnostic`,
    guarded(async ({ open, printed }) => {
      const session = await open({ pipeline: answers(handler) });
      const { subtype, error } = await session.ask(controlRequest(elicitation(), "e-1"));
      assertEquals([subtype, error], [
        "error",
        "The responder of the elicitation of notes failed, so nobody was asked",
      ]);
      assertMatch(session.diagnostics("responder_failed")[0]?.message ?? "", expected);
      assertEquals(printed.length, 1);
    }),
  );
}

Deno.test(
  "ElicitationRequest whose responder is late is an error at limits.permissionMs, and its signal fires",
  guarded(async ({ open, printed }) => {
    let signal: AbortSignal | undefined;
    const session = await open({
      options: { limits: { permissionMs: 40 } },
      pipeline: answers((_request, given) => {
        signal = given;
        return new Promise(() => {});
      }),
    });
    session.push(controlRequest(elicitation(), "e-1"));
    await session.barrier();
    session.clock.advance(40);
    assertEquals((await session.response("e-1")).subtype, "error");
    assert(signal?.aborted);
    assertStringIncludes(printed[0]!, "limits.permissionMs");
  }),
);

Deno.test(
  "ElicitationRequest that is withdrawn gets no answer, its responder's signal fires",
  guarded(async ({ open }) => {
    let signal: AbortSignal | undefined;
    const decision = Promise.withResolvers<void>();
    const session = await open({
      pipeline: answers(async (request, given) => {
        signal = given;
        await decision.promise;
        return request.accept();
      }),
    });
    session.push(controlRequest(elicitation(), "e-1"));
    await session.barrier();
    session.cancel("e-1");
    await session.barrier();
    assert(signal?.aborted);
    decision.resolve();
    await session.settled();
    assertEquals(session.responses("e-1"), []);
    assertEquals(session.diagnostics().map(({ kind }) => kind), ["cancelled"]);
  }),
);

Deno.test(
  "ElicitationRequest that is delivered twice is asked once and answered twice",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({
      pipeline: answers((request) => {
        asked++;
        return request.decline();
      }),
    });
    const frame = controlRequest(elicitation(), "e-1");
    await session.ask(frame);
    session.push(frame);
    await session.barrier();
    assertEquals([asked, session.responses("e-1").length], [1, 2]);
  }),
);

Deno.test(
  "ElicitationRequest that lacks its message is an error and reaches nobody",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({ pipeline: answers(() => void asked++) });
    const { error } = await session.ask(controlRequest({ subtype: "elicitation", mcp_server_name: "notes" }, "e-1"));
    assertMatch(error, /lacks what belongs to it/);
    assertEquals([asked, session.diagnostics("unhandled").length], [0, 1]);
  }),
);

Deno.test(
  "ElicitationRequest that waits when the agent is left gets an error that says so",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: answers(() => new Promise(() => {})) });
    session.push(controlRequest(elicitation(), "e-1"));
    await session.barrier();
    session.leave();
    const { subtype, error } = await session.response("e-1");
    assertEquals(subtype, "error");
    assertStringIncludes(error, "is ending");
  }),
);

Deno.test(
  "ElicitationRequest.respondWith() throws once the event has passed",
  guarded(async ({ open }) => {
    let seen: ElicitationRequest | undefined;
    const session = await open({ pipeline: answers((request) => (seen = request).decline()) });
    await session.ask(controlRequest(elicitation(), "e-1"));
    assertThrows(() => seen?.respondWith({ action: "decline" }), UsageError, "has passed the whole pipeline");
  }),
);
