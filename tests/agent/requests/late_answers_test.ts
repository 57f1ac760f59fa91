import { assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { ControlError } from "../../../lib/agent/errors.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { controlError, controlSuccess, init, result } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import { isRequest, type Session } from "./_session.ts";

// What follows from an answer follows from a late one too, and nothing follows from what was never sent.

/** Sends a request and stops waiting for it; gives its id. */
async function givenUp(session: Session, subtype: string, fields: Record<string, unknown>): Promise<string> {
  const asked = session.agent.request(subtype, fields, { timeoutMs: 50 });
  const late = assertRejects(() => asked, ControlError);
  const id = await session.requestId(subtype);
  session.clock.advance(50);
  assertEquals((await late).kind, "timeout");
  return id;
}

Deno.test(
  "setPermissionMode() that nobody waits for any more holds once the CLI answers it, and not if it refuses",
  guarded(async ({ idle }) => {
    const session = await idle();
    const before = session.agent.mode;
    const refused = await givenUp(session, "set_permission_mode", { mode: "acceptEdits" });
    session.push(controlError(refused, "Not now"));
    await session.barrier();
    assertEquals(session.agent.mode, before);
    const taken = await givenUp(session, "set_permission_mode", { mode: "plan" });
    assertEquals(session.agent.mode, before);
    session.push(controlSuccess(taken, { mode: "plan" }));
    await session.barrier();
    assertEquals(session.agent.mode, "plan");
  }),
);

Deno.test(
  "cancelMessage() that nobody waits for any more: the prompt is taken back once the CLI answers",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const second = session.agent.send("second");
    await session.barrier();
    const id = await givenUp(session, "cancel_async_message", { message_uuid: second });
    session.push(controlSuccess(id, { cancelled: true }), result());
    await session.transport.ended;
    session.transport.exit(0);
    await session.over;
    assertEquals([session.end, session.turns().length], ["completed", 1]);
  }),
);

Deno.test(
  "endSession() that is refused asks for no exit: one in the middle of a turn is an error again",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const id = await givenUp(session, "end_session", {});
    session.push(controlError(id, "Not now"));
    await session.barrier();
    session.transport.exit(0);
    await session.over;
    const { end } = session;
    assertInstanceOf(typeof end === "object" ? end.error : undefined, ProcessError);
  }),
);

Deno.test(
  "interrupt() that is called off before it is sent leaves no mark on the turn",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    await session.barrier();
    const abort = new AbortController();
    const interrupted = session.agent.interrupt({ signal: abort.signal });
    abort.abort(new Error("Never mind"));
    await assertRejects(() => interrupted, Error, "Never mind");
    session.push(result({ subtype: "error_during_execution", is_error: true, errors: ["The disk is full"] }));
    await session.transport.ended;
    session.transport.exit(1);
    await session.over;
    assertEquals(session.transport.lines.filter(isRequest("interrupt")), []);
    assertEquals(session.turns().map(({ outcome }) => outcome), ["error"]);
  }),
);
