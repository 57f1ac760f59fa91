import { assertEquals, assertRejects } from "@std/assert";
import { concat, NEVER, of } from "rxjs";
import { ControlError } from "../../../lib/agent/errors.ts";
import { init, replay, result } from "../../../lib/testing/frames/mod.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

const users = (lines: readonly WrittenLine[]) => lines.filter(({ type }) => type === "user").map(({ uuid }) => uuid);

Deno.test(
  "cancelMessage() of a prompt that nobody gave is false, and the CLI is not asked: it would drop it later",
  guarded(async ({ open }) => {
    const session = await open();
    assertEquals(await session.agent.cancelMessage("00000000-0000-4000-8000-000000000001"), false);
    assertEquals(session.transport.lines.filter(isRequest("cancel_async_message")), []);
  }),
);

Deno.test(
  "cancelMessage() takes back a prompt that waits here, and who asked is told so",
  guarded(async ({ open }) => {
    const session = await open({ prompts: concat(of("first"), NEVER) });
    session.push(init());
    const uuid = "00000000-0000-4000-8000-000000000002";
    const asked = session.agent.ask({ content: "second", uuid }).catch((error: unknown) => error);
    assertEquals(await session.agent.cancelMessage(uuid), true);
    const error = await asked as ControlError;
    assertEquals([error.kind, error.subtype], ["cancelled", "cancel_async_message"]);
    session.push(result());
    await session.barrier();
    assertEquals(users(session.transport.lines).length, 1);
    assertEquals(session.transport.lines.filter(isRequest("cancel_async_message")), []);
  }),
);

Deno.test(
  "cancelMessage() before the start takes back what send() was given",
  guarded(async ({ start }) => {
    const session = start({ prompts: NEVER });
    await session.settled();
    const uuid = session.agent.send("early");
    assertEquals(await session.agent.cancelMessage(uuid), true);
    await session.handshake();
    await session.barrier();
    assertEquals(users(session.transport.lines), []);
  }),
);

Deno.test(
  "cancelMessage() of a prompt in the CLI's queue: no turn is waited for any more, and the run ends",
  guarded(async ({ open }) => {
    const session = await open({ prompts: ["first"] });
    const [first] = users(session.transport.lines);
    session.push(init());
    session.push(replay("first", { uuid: first! }));
    const uuid = session.agent.send("second");
    const cancelled = session.agent.cancelMessage(uuid);
    const line = await session.transport.nextLine(isRequest("cancel_async_message"));
    assertEquals(line.request as unknown, { subtype: "cancel_async_message", message_uuid: uuid });
    session.transport.answer(line, { cancelled: true, message_uuid: uuid });
    assertEquals(await cancelled, true);
    await session.finish();
    assertEquals(session.end, "completed");
    assertEquals(session.turns().map(({ prompt }) => prompt?.content), ["first"]);
  }),
);

Deno.test(
  "cancelMessage() that comes too late is false, and the turn is still waited for",
  guarded(async ({ open }) => {
    const session = await open({ prompts: ["first"] });
    const [first] = users(session.transport.lines);
    const cancelled = session.agent.cancelMessage(first!);
    session.transport.answer(await session.transport.nextLine(isRequest("cancel_async_message")), { cancelled: false });
    assertEquals(await cancelled, false);
    session.push(init());
    await session.finish();
    assertEquals(session.turns().length, 1);
  }),
);

Deno.test(
  "interrupt({ cancelQueued }) says so, and what the CLI dropped is not waited for",
  guarded(async ({ open }) => {
    const session = await open({ prompts: ["first"] });
    session.push(init());
    const uuid = session.agent.send("second");
    const interrupted = session.agent.interrupt({ cancelQueued: true });
    const line = await session.transport.nextLine(isRequest("interrupt"));
    assertEquals(line.request as unknown, { subtype: "interrupt", cancel_queued: true });
    session.transport.answer(line, { still_queued: [], cancelled: [uuid] });
    assertEquals(await interrupted, { stillQueued: [], cancelled: [uuid] });
    await session.finish({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" });
    assertEquals(session.turns().map(({ outcome }) => outcome), ["interrupted"]);
  }),
);

Deno.test(
  "interrupt() whose answer does not fit is malformed, and the turn is interrupted all the same",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const interrupted = session.agent.interrupt();
    session.transport.answer(await session.transport.nextLine(isRequest("interrupt")), { still_queued: "u" });
    const error = await assertRejects(() => interrupted, ControlError, "still_queued");
    assertEquals(error.kind, "malformed");
    await session.finish({ subtype: "error_during_execution", is_error: true, terminal_reason: "aborted_streaming" });
    assertEquals(session.turns().map(({ outcome }) => outcome), ["interrupted"]);
  }),
);

Deno.test(
  "request() that takes prompts back is understood like the methods: nobody waits for their turns",
  guarded(async ({ open }) => {
    const session = await open({ prompts: ["first"] });
    session.push(init());
    const uuid = session.agent.send("second");
    const cancelled = session.agent.request("cancel_async_message", { message_uuid: uuid });
    session.transport.answer(await session.transport.nextLine(isRequest("cancel_async_message")), { cancelled: true });
    assertEquals(await cancelled, { cancelled: true });
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);
