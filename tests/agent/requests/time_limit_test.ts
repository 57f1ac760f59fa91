import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { NEVER, pipe } from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const STOPPED = {
  subtype: "error_during_execution",
  is_error: true,
  terminal_reason: "aborted_tools",
  errors: ["[ede_diagnostic] x"],
};

Deno.test(
  "perm-04: a handler that never answers is denied at its limit, again each time the CLI asks",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: onPermission(() => NEVER, { timeoutMs: 1_000 }) });
    for (let times = 1; times <= 3; times++) {
      const frame = canUseTool("Bash", { command: "make" }, { requestId: `r-${times}` });
      session.push(frame);
      await session.barrier();
      session.clock.advance(999);
      assertEquals(session.responses(`r-${times}`), []);
      session.clock.advance(1);
      assertEquals((await session.response(`r-${times}`)).response, {
        behavior: "deny",
        message: "Nobody decided about the tool Bash in time, so it was not run",
      });
    }
    assertEquals(session.diagnostics("responder_failed").length, 3);
    assertStringIncludes(printed[0]!, "onPermission() gave no decision about Bash within its timeoutMs of 1000");
  }),
);

Deno.test(
  "perm-04: with onTimeout stop the deny ends the turn, which is denied",
  guarded(async ({ open, printed }) => {
    const session = await open({
      pipeline: onPermission(() => NEVER, { timeoutMs: 1_000, onTimeout: "stop" }),
    });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await session.barrier();
    session.clock.advance(1_000);
    const { response } = await session.response("r-1");
    assertEquals([response.behavior, response.interrupt], ["deny", true]);
    await session.finish(STOPPED);
    assertEquals(session.turns().map(({ outcome }) => outcome), ["denied"]);
    assertEquals(printed.length, 1);
  }),
);

Deno.test(
  "onPermission() at its limit fires the signal, and asks no responder behind",
  guarded(async ({ open }) => {
    let signal: AbortSignal | undefined;
    let asked = 0;
    const session = await open({
      pipeline: pipe(
        onPermission((_request, given) => {
          signal = given;
          return NEVER;
        }, { timeoutMs: 50 }),
        onPermission((request) => {
          asked++;
          return request.allow();
        }),
      ),
    });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await session.barrier();
    assertEquals(signal?.aborted, false);
    session.clock.advance(50);
    assertEquals((await session.response("r-1")).response.behavior, "deny");
    assertEquals([signal?.aborted, asked], [true, 0]);
  }),
);

Deno.test(
  "onPermission() a limit is each handler's own: one in time leaves no timer, the next has its whole time",
  guarded(async ({ open }) => {
    const first = Promise.withResolvers<undefined>();
    const session = await open({
      pipeline: pipe(
        onPermission(() => first.promise, { timeoutMs: 100 }),
        onPermission((request) => request.allow(), { timeoutMs: 100 }),
      ),
    });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await session.barrier();
    assertEquals(session.clock.waiting, 1);
    session.clock.advance(99);
    first.resolve(undefined);
    assertEquals((await session.response("r-1")).response.behavior, "allow");
    assertEquals(session.clock.waiting, 0);
  }),
);

Deno.test(
  "onPermission() a withdrawn request leaves no timer of its handler's limit",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission(() => NEVER, { timeoutMs: 100 }) });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await session.barrier();
    session.cancel("r-1");
    await session.barrier();
    assertEquals(session.clock.waiting, 0);
  }),
);

Deno.test(
  "limits.permissionMs holds over a longer limit of a handler, and over all of them together",
  guarded(async ({ open, printed }) => {
    const session = await open({
      options: { limits: { permissionMs: 30 } },
      pipeline: onPermission(() => NEVER, { timeoutMs: 1_000, onTimeout: "stop" }),
    });
    session.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await session.barrier();
    session.clock.advance(30);
    const { response } = await session.response("r-1");
    assertEquals([response.behavior, response.interrupt], ["deny", undefined]);
    assertStringIncludes(printed[0]!, "limits.permissionMs");
  }),
);

Deno.test("onPermission() refuses options that cannot be used", () => {
  const handler = () => undefined;
  for (const timeoutMs of [0, -1, NaN]) {
    const error = assertThrows(() => onPermission(handler, { timeoutMs }), UsageError);
    assertEquals(error.message, `Give "timeoutMs" a number of milliseconds above 0, not ${timeoutMs}`);
  }
  const error = assertThrows(() => onPermission(handler, { onTimeout: "go" as "stop" }), UsageError);
  assertEquals(error.message, 'Give "onTimeout" the value "deny" or "stop", not "go"');
});
