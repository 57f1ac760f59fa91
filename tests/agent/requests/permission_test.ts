import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { EMPTY, generate, map, NEVER, of, pipe, tap, throwError } from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import type { AgentEvent, PermissionRequest } from "../../../lib/agent/events.ts";
import { onPermission, type PermissionHandler } from "../../../lib/operators/on_permission.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const allow: PermissionHandler = (request) => request.allow();

Deno.test(
  "perm-01: a plain allow echoes the original input",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission(allow) });
    const input = { command: "git add -A", description: "stage" };
    session.push(canUseTool("Bash", input, { requestId: "r-1" }));
    const line = await session.transport.nextLine();
    assertEquals(
      JSON.stringify(line),
      '{"type":"control_response","response":{"request_id":"r-1","subtype":"success",' +
        '"response":{"behavior":"allow","updatedInput":{"command":"git add -A","description":"stage"}}}}',
    );
  }),
);

Deno.test(
  "perm-02: a deny with no text still has a message, and is written once",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.deny("")) });
    const { behavior, message } = await session.permission("Write", { file_path: "/etc/x", content: "" });
    assertEquals(behavior, "deny");
    assertStringIncludes(message, "Write");
  }),
);

Deno.test(
  "onPermission() deny is written with its message, and with interrupt where wanted",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: onPermission((request) => request.deny("Not today", { interrupt: request.toolName === "Write" })),
    });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    assertEquals(await session.transport.nextLine(), {
      type: "control_response",
      response: {
        subtype: "success",
        request_id: "r-1",
        response: { behavior: "deny", message: "Not today" },
      },
    });
    assertEquals(await session.permission("Write", { file_path: "/a" }), {
      behavior: "deny",
      message: "Not today",
      interrupt: true,
    });
    await session.finish({
      subtype: "error_during_execution",
      is_error: true,
      terminal_reason: "aborted_tools",
      errors: ["[ede_diagnostic] x"],
    });
    assertEquals(session.turns().map((turn) => turn.outcome), ["denied"]);
  }),
);

Deno.test(
  "onPermission() nobody's decision is a deny that names the tool",
  guarded(async ({ open }) => {
    const session = await open();
    const nobody = { behavior: "deny", message: "No policy allowed the tool Bash, so it was not run" };
    assertEquals(await session.permission("Bash", { command: "make" }), nobody);
    const asked = await open({ pipeline: onPermission(() => undefined) });
    assertEquals(await asked.permission("Bash", { command: "make" }), nobody);
  }),
);

Deno.test(
  "perm-07: two requests are handled at once, each answer under its own id",
  guarded(async ({ open }) => {
    const gate = Promise.withResolvers<void>();
    const seen: (string | undefined)[] = [];
    const session = await open({
      pipeline: onPermission(async (request) => {
        seen.push(request.subagentId);
        if (request.subagentId === "a-1") await gate.promise;
        return request.allow();
      }),
    });
    const slow = canUseTool("Bash", { command: "a" }, { requestId: "r-5", agent_id: "a-1", tool_use_id: "toolu_5" });
    const quick = canUseTool("Bash", { command: "b" }, { requestId: "r-6", tool_use_id: "toolu_6" });
    session.push(slow);
    session.push(quick);
    const first = await session.transport.nextLine();
    assertEquals(first.response?.request_id, "r-6");
    assertEquals(first.response?.response, { behavior: "allow", updatedInput: { command: "b" } });
    gate.resolve();
    const second = await session.transport.nextLine();
    assertEquals(second.response?.request_id, "r-5");
    assertEquals(second.response?.response, { behavior: "allow", updatedInput: { command: "a" } });
    assertEquals(seen, ["a-1", undefined]);
    const ids = session.events.flatMap((event) => event.type === "permission" ? [event.toolUseId] : []);
    assertEquals(ids, ["toolu_5", "toolu_6"]);
  }),
);

Deno.test(
  "perm-08: a policy that throws is a deny that says so, a diagnostic, and the session lives",
  guarded(async ({ open, printed }) => {
    const boom = new Error("boom");
    const session = await open({
      pipeline: onPermission((request) => {
        if (request.toolName === "Bash") throw boom;
        return request.allow();
      }),
    });
    assertEquals(await session.permission("Bash", { command: "x" }), {
      behavior: "deny",
      message: "The policy for the tool Bash failed, so it was not run",
    });
    const [note] = session.diagnostics("responder_failed");
    assertStringIncludes(note?.message ?? "", "boom");
    assertEquals(note?.cause, boom);
    assertEquals(printed, ["turnstream: A policy failed on Bash, so the call was denied: boom"]);
    assertEquals((await session.permission("Read", { file_path: "/a" })).behavior, "allow");
  }),
);

const hostile = Object.assign(Object.create(null), { toString: () => assert(false) });
const failures: [string, PermissionHandler][] = [
  ["throws", () => {
    throw new Error("x");
  }],
  ["throws undefined", () => {
    throw undefined;
  }],
  ["throws what cannot be shown", () => {
    throw hostile;
  }],
  ["throws an error whose message cannot be read", () => {
    throw Object.defineProperty(new Error(), "message", { get: () => assert(false) });
  }],
  ["rejects", () => Promise.reject(new Error("x"))],
  ["rejects with what cannot be shown", () => Promise.reject(hostile)],
  ["errors", () => throwError(() => new Error("x"))],
  ["has a then that throws", () => Object.defineProperty({}, "then", { get: () => assert(false) }) as never],
  ["is a thenable that throws", () => ({ then: () => assert(false) }) as never],
  ["resolves to an observable", () => Promise.resolve(of(1)) as never],
  ["gives a function", () => (() => {}) as never],
];
for (const [what, handler] of failures) {
  Deno.test(
    `onPermission() one that ${what} denies, and none after it is asked`,
    guarded(async ({ open }) => {
      let asked = 0;
      const later: PermissionHandler = (request) => {
        asked++;
        return request.allow();
      };
      const session = await open({ pipeline: pipe(onPermission(handler), onPermission(later)) });
      assertEquals((await session.permission("Bash", { command: "x" })).behavior, "deny");
      assertEquals(asked, 0);
      assertEquals(session.diagnostics("responder_failed").length, 1);
      await session.barrier();
    }),
  );
}

const gives: [string, PermissionHandler][] = [
  ["a value", allow],
  ["a promise", (request) => Promise.resolve(request.allow())],
  ["a thenable", (request) => ({ then: (ok: (v: unknown) => void) => ok(request.allow()) }) as never],
  ["an observable's first value", (request) => of(request.allow(), request.deny("no"))],
  [
    "the first value of an observable without end",
    (request) => generate(0, () => true, () => 0).pipe(map(() => request.allow())),
  ],
];
for (const [what, handler] of gives) {
  Deno.test(
    `respondWith() takes ${what}; the first answer wins and none is evaluated after`,
    guarded(async ({ open }) => {
      const order: string[] = [];
      const note = (name: string, handler: PermissionHandler): PermissionHandler => (...given) => {
        order.push(name);
        return handler(...given);
      };
      const session = await open({
        pipeline: pipe(
          onPermission(note("undefined", () => undefined)),
          onPermission(note("promise", () => Promise.resolve(undefined))),
          onPermission(note("empty", () => EMPTY)),
          onPermission(note("wins", handler)),
          onPermission(note("late", (request) => request.deny("late"))),
        ),
      });
      assertEquals((await session.permission("Bash", { command: "x" })).behavior, "allow");
      assertEquals(order, ["undefined", "promise", "empty", "wins"]);
    }),
  );
}

Deno.test(
  "respondWith() nothing is evaluated before the event has passed the whole pipeline",
  guarded(async ({ open }) => {
    const order: string[] = [];
    const look = (name: string) => tap<AgentEvent>((event) => event.type === "permission" && order.push(name));
    const session = await open({
      pipeline: pipe(
        look("before"),
        onPermission((request) => {
          order.push("evaluated");
          return request.allow();
        }),
        look("after"),
      ),
    });
    await session.permission("Bash", { command: "x" });
    assertEquals(order, ["before", "after", "evaluated"]);
  }),
);

Deno.test(
  "respondWith() takes values directly, and throws once the event has passed",
  guarded(async ({ open }) => {
    let kept: PermissionRequest | undefined;
    const session = await open({
      pipeline: tap((event) => {
        if (event.type !== "permission") return;
        kept = event;
        event.respondWith(event.deny("directly"));
      }),
    });
    assertEquals((await session.permission("Bash", { command: "x" })).message, "directly");
    const late = kept;
    assert(late !== undefined);
    assertThrows(() => late.respondWith(late.allow()), UsageError, "has passed the whole pipeline");
  }),
);

Deno.test(
  "respondWith() a promise that loses may reject without harm",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: tap((event) => {
        if (event.type !== "permission") return;
        event.respondWith(event.allow());
        event.respondWith(Promise.reject(new Error("nobody looks")));
      }),
    });
    assertEquals((await session.permission("Bash", { command: "x" })).behavior, "allow");
    assertEquals(session.diagnostics(), []);
  }),
);

for (const [what, never] of [["promise", new Promise<never>(() => {})], ["observable", NEVER]] as const) {
  Deno.test(
    `permissionMs an answer as ${what} that never comes is a deny when the time is up, and the signal fires`,
    guarded(async ({ open }) => {
      let signal: AbortSignal | undefined;
      let asked = 0;
      const session = await open({
        options: { limits: { permissionMs: 1_000 } },
        pipeline: pipe(
          onPermission((_request, given) => {
            signal = given;
            return never;
          }),
          onPermission((request) => {
            asked++;
            return request.allow();
          }),
        ),
      });
      const frame = canUseTool("Bash", { command: "x" }, { requestId: "r-1" });
      session.push(frame);
      await session.barrier();
      session.clock.advance(999);
      assertEquals(signal?.aborted, false);
      assertEquals(session.responses("r-1"), []);
      session.clock.advance(1);
      assertEquals(signal?.aborted, true);
      const { response } = await session.response("r-1");
      assertEquals(response, {
        behavior: "deny",
        message: "Nobody decided about the tool Bash in time, so it was not run",
      });
      assertEquals(asked, 0);
      const [note] = session.diagnostics("responder_failed");
      assertMatch(note?.message ?? "", /limits\.permissionMs/);
    }),
  );
}

Deno.test(
  "permissionMs unset lets a decision take any time, and a timer that is answered is called off",
  guarded(async ({ open }) => {
    const decision = Promise.withResolvers<void>();
    const session = await open({
      pipeline: onPermission((request) => decision.promise.then(() => request.allow())),
    });
    session.push(canUseTool("Bash", { command: "x" }, { requestId: "r-1" }));
    await session.barrier();
    session.clock.advance(10_000_000);
    assertEquals(session.responses("r-1"), []);
    decision.resolve();
    assertEquals((await session.response("r-1")).response.behavior, "allow");
  }),
);

Deno.test(
  "onPermission() an observable that is not wanted any more is unsubscribed",
  guarded(async ({ open }) => {
    let left = false;
    const session = await open({
      pipeline: onPermission(() => NEVER.pipe(tap({ unsubscribe: () => left = true }))),
    });
    session.push(canUseTool("Bash", { command: "x" }, { requestId: "r-1" }));
    await session.barrier();
    session.cancel("r-1");
    await session.barrier();
    assert(left);
  }),
);
