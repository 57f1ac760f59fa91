import { assertEquals, assertRejects } from "@std/assert";
import { ControlError } from "../../../lib/agent/errors.ts";
import type { PermissionRequest } from "../../../lib/agent/events.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import {
  canUseTool,
  controlError,
  controlSuccess,
  init,
  modeStatus,
  replay,
  result,
  SESSION_ID,
  sessionState,
} from "../../../lib/testing/frames/mod.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { guarded } from "./_guarded.ts";
import { isRequest, type Session } from "./_session.ts";

// What a busy machine does: the answer to a request, and what the CLI wrote after it, are read in one piece.

const isPrompt = ({ type }: WrittenLine) => type === "user";
const ABORTED = { subtype: "error_during_execution" as const, is_error: true, terminal_reason: "aborted_streaming" };

/** Where a prompt stands in the queue of 2.1.332. */
function lifecycle(uuid: string, state: "queued" | "started" | "completed" | "cancelled"): object {
  return { type: "command_lifecycle", command_uuid: uuid, state, uuid: crypto.randomUUID(), session_id: SESSION_ID };
}

/** A turn that runs, and a second prompt that waits in the CLI. */
async function withQueued(session: Session): Promise<{ first: string; second: string }> {
  const first = session.transport.lines.find(isPrompt)?.uuid ?? "";
  session.push(sessionState("running"), lifecycle(first, "queued"), lifecycle(first, "started"), init());
  const second = session.agent.send("second");
  session.push(lifecycle(second, "queued"));
  await session.barrier();
  return { first, second };
}

/** What follows the result of the last turn. */
function farewell(uuid: string, state: "completed" | "cancelled"): object[] {
  return [lifecycle(uuid, state), sessionState("idle")];
}

/** The run has nothing more to do: the input is closed without any ado. */
async function ends(session: Session, code = 0): Promise<void> {
  await session.transport.ended;
  session.transport.exit(code);
  await session.over;
  assertEquals([session.end, session.transport.signals], ["completed", []]);
}

Deno.test(
  "interrupt({ cancelQueued }) whose answer and result come in one piece: nobody waits for what was dropped",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    const interrupted = session.agent.interrupt({ cancelQueued: true });
    const id = await session.requestId("interrupt");
    session.push(
      lifecycle(second, "cancelled"),
      controlSuccess(id, { still_queued: [], cancelled: [second] }),
      replay("go", { uuid: first }),
      result(ABORTED),
      ...farewell(first, "cancelled"),
    );
    assertEquals(await interrupted, { stillQueued: [], cancelled: [second] });
    await ends(session, 1);
    assertEquals(session.turns().map(({ outcome, prompt }) => [outcome, prompt?.content]), [["interrupted", "go"]]);
  }),
);

Deno.test(
  "interrupt({ cancelQueued }): who asks next is not kept waiting, though all came in one piece",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    const next = session.agent.ask("next");
    const interrupted = session.agent.interrupt({ cancelQueued: true });
    const id = await session.requestId("interrupt");
    session.push(controlSuccess(id, { cancelled: [second] }), result(ABORTED), ...farewell(first, "cancelled"));
    await interrupted;
    const line = await session.transport.nextLine((each) => each.message?.content === "next");
    session.push(init(), replay("next", { uuid: line.uuid! }), result({ result: "Here" }), sessionState("idle"));
    assertEquals((await next).text, "Here");
    await ends(session);
  }),
);

Deno.test(
  "interrupt({ cancelQueued }) that nobody waits for any more: its answer holds all the same",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    const late = assertRejects(() => session.agent.interrupt({ cancelQueued: true, timeoutMs: 50 }), ControlError);
    const id = await session.requestId("interrupt");
    session.clock.advance(50);
    assertEquals((await late).kind, "timeout");
    session.push(controlSuccess(id, { cancelled: [second] }), result(ABORTED), ...farewell(first, "cancelled"));
    await ends(session, 1);
    assertEquals(session.diagnostics(), []);
  }),
);

Deno.test(
  "cancelMessage() that is answered between two turns: nobody waits for the turn that will not come",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    const cancelled = session.agent.cancelMessage(second);
    const id = await session.requestId("cancel_async_message");
    session.push(result(), lifecycle(first, "completed"));
    await session.barrier();
    session.push(lifecycle(second, "cancelled"), controlSuccess(id, { cancelled: true }), sessionState("idle"));
    assertEquals(await cancelled, true);
    await ends(session);
    assertEquals(session.turns().length, 1);
  }),
);

Deno.test(
  "interrupt() that waits for a sign of a turn is told when that turn will not come",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    session.push(result(), lifecycle(first, "completed"));
    await session.settled();
    const waiting = assertRejects(() => session.agent.interrupt(), ControlError, "no turn is running");
    const cancelled = session.agent.cancelMessage(second);
    const id = await session.requestId("cancel_async_message");
    session.push(controlSuccess(id, { cancelled: true }), sessionState("idle"));
    assertEquals([await cancelled, (await waiting).kind], [true, "not_running"]);
    await ends(session);
    assertEquals(session.transport.lines.filter(isRequest("interrupt")), []);
  }),
);

Deno.test(
  "interrupt() does not take what follows a result for a sign of the next turn",
  guarded(async ({ open }) => {
    const session = await open();
    const { first, second } = await withQueued(session);
    session.push(result(), lifecycle(first, "completed"));
    await session.settled();
    const interrupted = session.agent.interrupt();
    await session.settled();
    assertEquals([session.turns().length, session.transport.lines.filter(isRequest("interrupt"))], [1, []]);
    session.push(lifecycle(second, "started"));
    const id = await session.requestId("interrupt");
    session.push(controlSuccess(id), init(), replay("second", { uuid: second }), result(ABORTED), sessionState("idle"));
    await interrupted;
    await ends(session, 1);
    assertEquals(session.turns().map(({ outcome }) => outcome), ["success", "interrupted"]);
  }),
);

Deno.test(
  "interrupt() that is refused in one piece with the result: the turn's outcome is its own",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const refused = assertRejects(() => session.agent.interrupt(), ControlError, "refused");
    const id = await session.requestId("interrupt");
    const broken = { subtype: "error_during_execution" as const, is_error: true, errors: ["The disk is full"] };
    session.push(controlError(id, "Not now"), result(broken));
    await refused;
    await ends(session, 1);
    assertEquals(session.turns().map(({ outcome }) => outcome), ["error"]);
  }),
);

Deno.test(
  "setPermissionMode() holds for what the CLI asks behind its answer, in one piece",
  guarded(async ({ idle }) => {
    const modes: unknown[] = [];
    const pipeline = onPermission((request: PermissionRequest) => {
      modes.push(request.mode);
      return request.deny("No");
    });
    const session = await idle({ pipeline });
    const set = session.agent.setPermissionMode("plan");
    const id = await session.requestId("set_permission_mode");
    session.push(controlSuccess(id, { mode: "plan" }), canUseTool("Bash", { command: "x" }, { requestId: "p-1" }));
    await set;
    await session.response("p-1");
    assertEquals(modes, ["plan"]);
  }),
);

Deno.test(
  "setPermissionMode() does not undo the mode that the CLI tells behind its answer, in one piece",
  guarded(async ({ idle }) => {
    const session = await idle();
    const set = session.agent.setPermissionMode("plan");
    const id = await session.requestId("set_permission_mode");
    session.push(controlSuccess(id, { mode: "plan" }), modeStatus("acceptEdits"));
    await set;
    await session.settled();
    assertEquals(session.agent.mode, "acceptEdits");
  }),
);
