import { assertEquals, assertInstanceOf, assertMatch, assertRejects } from "@std/assert";
import { connect } from "../../../lib/agent/connect.ts";
import { ControlError } from "../../../lib/agent/errors.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { assistantText, canUseTool, controlError, init, replay, result } from "../../../lib/testing/frames/mod.ts";
import { scriptTransport } from "../../../lib/testing/script_transport.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

const ABORTED = {
  subtype: "error_during_execution" as const,
  is_error: true,
  terminal_reason: "aborted_streaming",
  errors: ["[ede_diagnostic] x"],
};

Deno.test(
  "int-01: an interrupt waits for a sign of the turn, and is then written",
  guarded(async ({ open }) => {
    const session = await open();
    let receipt: unknown;
    const interrupt = session.agent.interrupt().then((given) => receipt = given);
    await session.settled();
    assertEquals(session.transport.lines.filter(isRequest("interrupt")), []);
    assertEquals(receipt, undefined);
    session.push(init());
    const line = await session.transport.nextLine(isRequest("interrupt"));
    assertEquals(line, {
      type: "control_request",
      request_id: "turnstream-2",
      request: { subtype: "interrupt" },
    });
    assertEquals(receipt, undefined);
    session.transport.answer(line, { still_queued: ["u-1"] });
    await interrupt;
    assertEquals(receipt, { stillQueued: ["u-1"], cancelled: [] });
    await session.finish(ABORTED);
    assertEquals(session.turns().map((turn) => turn.outcome), ["interrupted"]);
  }),
);

Deno.test(
  "int-01: an interrupt when no turn runs is rejected and not written",
  guarded(async ({ idle }) => {
    const session = await idle();
    const error = await assertRejects(() => session.agent.interrupt(), ControlError, "no turn is running");
    assertEquals(error.kind, "not_running");
    assertEquals(session.transport.lines.filter(isRequest("interrupt")), []);
  }),
);

Deno.test(
  "int-02: an interrupt that is not answered fails, and the process is stopped step by step",
  guarded(async ({ open }) => {
    const session = await open({ options: { limits: { controlMs: 3_000, graceMs: 500 } } });
    session.push(init());
    const failed = session.agent.interrupt().catch((error: unknown) => error);
    const asked = session.agent.ask("next").catch((error: unknown) => error);
    await session.transport.nextLine(isRequest("interrupt"));
    session.clock.advance(3_000);
    const error = await failed;
    assertInstanceOf(error, ControlError);
    assertEquals([error.kind, error.subtype], ["timeout", "interrupt"]);
    assertMatch(error.message, /"interrupt" within 3000 ms \(limits\.controlMs\)/);
    assertEquals(await asked, error);
    // The ending's own interrupt is not answered either: SIGINT, SIGINT, SIGKILL.
    for (let step = 0; step < 4; step++) {
      await session.settled();
      session.clock.advance(500);
    }
    await session.settled();
    assertEquals(session.transport.signals, ["SIGINT", "SIGINT", "SIGKILL"]);
    session.transport.exit(null, "SIGKILL");
    await session.over;
    assertEquals(session.end, { error });
  }),
);

Deno.test(
  "int-04: what comes late of an interrupted turn is that turn's, and the next turn's is its own",
  guarded(async ({ open }) => {
    const session = await open({ prompts: ["one"] });
    const [first] = session.transport.lines.filter((line) => line.type === "user");
    const one = first?.uuid ?? "";
    session.push(init());
    session.push(replay("one", { uuid: one }));
    const interrupted = session.agent.interrupt();
    session.transport.answer(await session.transport.nextLine(isRequest("interrupt")));
    await interrupted;
    const two = session.agent.send("two"); // At once, without waiting for the first turn's end.
    session.push(assistantText("half a wo", { messageId: "msg_1" }));
    session.push(result(ABORTED));
    session.push(init());
    session.push(replay("two", { uuid: two }));
    session.push(assistantText("whole", { messageId: "msg_2" }));
    await session.finish({ result: "whole" });
    const turns = session.turns();
    assertEquals(turns.map((turn) => [turn.outcome, turn.text]), [["interrupted", "half a wo"], ["success", "whole"]]);
    assertEquals(turns.map((turn) => turn.messages.map((message) => message.type)), [
      ["system", "assistant", "result"],
      ["system", "assistant", "result"],
    ]);
  }),
);

Deno.test(
  "interrupt() a pending permission is withdrawn by the CLI and not answered",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: onPermission(() => new Promise(() => {})) });
    session.push(init());
    session.push(canUseTool("Bash", { command: "x" }, { requestId: "r-1" }));
    await session.barrier();
    const interrupted = session.agent.interrupt();
    const line = await session.transport.nextLine(isRequest("interrupt"));
    session.cancel("r-1");
    session.transport.answer(line);
    assertEquals(await interrupted, { stillQueued: [], cancelled: [] });
    await session.finish({ ...ABORTED, terminal_reason: "aborted_tools" });
    assertEquals(session.responses("r-1"), []);
    assertEquals(session.diagnostics().map((note) => note.kind), ["cancelled"]);
    assertEquals(printed, []);
    assertEquals(session.turns().map((turn) => turn.outcome), ["interrupted"]);
  }),
);

Deno.test(
  "interrupt() makes its turn interrupted, though answer and result come at once and the result gives no reason",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const interrupt = session.agent.interrupt();
    const line = await session.transport.nextLine(isRequest("interrupt"));
    const answer = { type: "control_response", response: { subtype: "success", request_id: line.request_id } };
    const reasonless = result({ subtype: "error_during_execution", is_error: true, errors: [""] });
    session.transport.push([answer, reasonless].map((frame) => JSON.stringify(frame) + "\n").join(""));
    await interrupt;
    await session.settled();
    assertEquals(session.turns().map((turn) => turn.outcome), ["interrupted"]);
    await session.finish();
  }),
);

Deno.test(
  "int-01: an interrupt of a turn whose first sign is its end does not hit the next",
  guarded(async () => {
    const cli = scriptTransport();
    const connecting = connect({ transport: cli });
    cli.answer(await cli.nextLine(isRequest("initialize")));
    const agent = await connecting;
    const turns = [agent.ask("/clear"), agent.ask("work")];
    const interrupted = assertRejects(() => agent.interrupt(), ControlError, "no turn is running");
    cli.push(result({ result: "cleared" }));
    await interrupted;
    cli.push(init(), result({ result: "worked" }));
    assertEquals((await Promise.all(turns)).map(({ text, outcome }) => [text, outcome]), [
      ["cleared", "success"],
      ["worked", "success"],
    ]);
    assertEquals(cli.lines.some(isRequest("interrupt")), false);
    cli.ended.then(() => cli.exit(0));
    await agent.close();
  }),
);

const BROKEN = { subtype: "error_during_execution" as const, is_error: true, errors: ["The disk is full"] };

Deno.test(
  "Agent.interrupt() that the CLI refuses leaves the turn's outcome alone",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    const refused = assertRejects(() => session.agent.interrupt(), ControlError, "refused");
    const line = await session.transport.nextLine(isRequest("interrupt"));
    session.push(controlError(line.request_id!, "Not now"));
    await refused;
    await session.finish(BROKEN);
    assertEquals(session.turns().map(({ outcome, failed }) => [outcome, failed]), [["error", true]]);
  }),
);

Deno.test(
  "Agent.interrupt() with options that cannot be used is refused, writes nothing, and marks no turn",
  guarded(async ({ open }) => {
    const session = await open();
    session.push(init());
    await session.barrier();
    await assertRejects(() => session.agent.interrupt({ signal: "soon" as never }), UsageError, '"signal"');
    await assertRejects(() => session.agent.interrupt({ timeoutMs: -1 }), UsageError, '"timeoutMs"');
    assertEquals(session.transport.lines.filter(isRequest("interrupt")), []);
    await session.finish(BROKEN);
    assertEquals(session.turns().map(({ outcome }) => outcome), ["error"]);
  }),
);
