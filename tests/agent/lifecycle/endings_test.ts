import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { Subject } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import { ControlError } from "../../../lib/agent/errors.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import {
  assistantText,
  canUseTool,
  controlRequest,
  controlSuccess,
  hookCallback,
  init,
  result,
  sessionState,
} from "../../../lib/testing/frames/mod.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { endTurn, type FarEnd, handshake, request, takePrompt } from "./_far_end.ts";
import { kinds, type Session, session, type SessionOptions, settled } from "./_session.ts";

const INTERRUPTED = {
  subtype: "error_during_execution",
  is_error: true,
  terminal_reason: "aborted_streaming",
} as const;

/** An agent in the middle of its first turn. */
async function midTurn(options: SessionOptions = {}): Promise<Session> {
  const at = session("go", options);
  await handshake(at.cli);
  await takePrompt(at.cli);
  at.cli.push(init(), assistantText("working"));
  await settled(at);
  return at;
}

async function answerInterrupt(cli: FarEnd): Promise<void> {
  cli.answer(await request(cli, "interrupt"));
}

quietTest("unsubscribing between turns closes the input, and interrupts nothing", async () => {
  const { cli, watch, clock } = session(new Subject<string>());
  const agent = agentOf(await watch.until(() => true));
  await handshake(cli);
  await settled({ cli, watch });
  watch.subscription.unsubscribe();
  await cli.ended;
  cli.exit(0);
  assertEquals(await agent.exited, { code: 0, signal: null });
  assertEquals([cli.log, watch.ending, clock.waiting], [["initialize", "EOF"], undefined, 0]);
});

quietTest("unsubscribing in a turn: interrupt, and EOF only when it was answered", async () => {
  const { cli, watch, clock } = await midTurn();
  const agent = agentOf(watch.events[0]!);
  watch.subscription.unsubscribe();
  const line = await request(cli, "interrupt");
  await macrotask();
  assertEquals(cli.isEnded, false, "EOF came before the answer");
  cli.answer(line);
  await cli.ended;
  endTurn(cli, INTERRUPTED);
  cli.exit(1);
  assertEquals(await agent.exited, { code: 1, signal: null });
  assertEquals(cli.log, ["initialize", 'prompt "go"', "interrupt", "EOF"]);
  assertEquals(clock.waiting, 0);
});

quietTest("unsubscribing before the handshake is answered closes the input", async () => {
  const { cli, watch } = session("go");
  await cli.until("initialize");
  watch.subscription.unsubscribe();
  await cli.ended;
  cli.exit(0);
  await macrotask();
  assertEquals(cli.log, ["initialize", "EOF"]);
});

quietTest("unsubscribing with a request pending: the turn is interrupted, the request denied, then EOF", async () => {
  const signals: boolean[] = [];
  const { cli, watch } = await midTurn({
    pipeline: (events) =>
      events.pipe(onPermission((asked, signal) => {
        signal.addEventListener("abort", () => signals.push(signal.aborted));
        return new Promise((resolve) => signal.addEventListener("abort", () => resolve(asked.allow())));
      })),
  });
  cli.push(sessionState("requires_action"), canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
  await watch.until((event) => event.type === "permission");
  watch.subscription.unsubscribe();
  await answerInterrupt(cli);
  await cli.ended;
  cli.exit(1);
  await macrotask();
  assertEquals(cli.log, ["initialize", 'prompt "go"', "interrupt", "deny r-1", "EOF"]);
  assertEquals(signals, [true]);
});

quietTest(
  "while it ends the agent answers by itself: deny, block, neutral, and an error for anything else",
  async () => {
    const { cli, watch } = session("go", {
      pipeline: (events) =>
        events.pipe(
          onHook("PreToolUse", (_input, hook) => hook.allow()),
          onHook("UserPromptSubmit", () => undefined),
          onHook("Stop", () => ({ decision: "block", reason: "never" })),
          onPermission((asked) => asked.allow()),
        ),
    });
    const line = await handshake(cli);
    const hooks = line.request?.hooks as Record<string, { hookCallbackIds: [string] }[]>;
    const id = (event: string) => hooks[event]![0]!.hookCallbackIds[0];
    await takePrompt(cli);
    cli.push(init());
    await settled({ cli, watch });
    watch.subscription.unsubscribe();
    const interrupt = await request(cli, "interrupt");
    const tool = { tool_name: "Bash", tool_input: { command: "make" }, tool_use_id: "t-1" };
    cli.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    cli.push(hookCallback(id("PreToolUse"), { hook_event_name: "PreToolUse", ...tool }, { requestId: "h-1" }));
    cli.push(hookCallback(id("UserPromptSubmit"), { hook_event_name: "UserPromptSubmit" }, { requestId: "h-2" }));
    cli.push(hookCallback(id("Stop"), { hook_event_name: "Stop" }, { requestId: "h-3" }));
    cli.push(controlRequest({ subtype: "of_the_future" }, "x-1"));
    await cli.until("error x-1");
    cli.answer(interrupt);
    await cli.ended;
    cli.exit(1);
    await macrotask();
    assertEquals(cli.log.slice(2), [
      "interrupt",
      "deny r-1",
      "deny h-1",
      "block h-2",
      "neutral h-3",
      "error x-1",
      "EOF",
    ]);
  },
);

quietTest(
  "close() ends the run in the same steps, and tells how the process ended; the stream completes after it",
  async () => {
    const at = await midTurn();
    const { cli, watch } = at;
    const agent = agentOf(watch.events[0]!);
    const closed = agent.close();
    assertEquals(await Promise.race([agent.close(), macrotask()]), undefined, "It has not gone yet");
    await answerInterrupt(cli);
    await cli.ended;
    endTurn(cli, INTERRUPTED);
    await settled(at);
    assertEquals(watch.ending, undefined, "The stream ended before the process");
    cli.exit(1);
    assertEquals(await closed, { code: 1, signal: null });
    await watch.complete();
    assertEquals(kinds(watch).slice(-3), ["session_state_changed", "unknown", "run_end"]);
    assertEquals(cli.log, ["initialize", 'prompt "go"', "interrupt", "EOF"]);
  },
);

quietTest("an aborted signal ends the run with its reason, after the process has gone", async () => {
  const control = new AbortController();
  const at = await midTurn({ signal: control.signal });
  const reason = new Error("enough");
  control.abort(reason);
  await answerInterrupt(at.cli);
  await at.cli.ended;
  await settled(at);
  assertEquals(at.watch.ending, undefined, "The stream ended before the process");
  at.cli.exit(1);
  assertEquals(await at.watch.error(), reason);
  assertEquals(at.cli.log, ["initialize", 'prompt "go"', "interrupt", "EOF"]);
});

quietTest("a signal that was aborted already starts nothing, not even the Opening", async () => {
  const { cli, watch } = session("go", { signal: AbortSignal.abort("too late") });
  await watch.ended;
  await macrotask();
  assertEquals([watch.ending, watch.events, cli.log], [{ error: "too late" }, [], []]);
});

quietTest("a signal that is aborted during the Opening starts nothing", async () => {
  const control = new AbortController();
  const { cli, watch } = session("go", { signal: control.signal });
  control.abort("changed my mind");
  await watch.ended;
  await macrotask();
  assertEquals([watch.ending, cli.log], [{ error: "changed my mind" }, []]);
});

quietTest("an interrupt that is not answered: SIGINT first, never EOF, then SIGINT and SIGKILL", async () => {
  const { cli, watch, clock } = await midTurn({ limits: { graceMs: 5_000 } });
  const agent = agentOf(watch.events[0]!);
  watch.subscription.unsubscribe();
  await cli.until("interrupt");
  clock.advance(5_000);
  await cli.until("SIGINT");
  clock.advance(5_000);
  await cli.until("SIGINT", 2);
  clock.advance(5_000);
  await cli.until("SIGKILL");
  cli.exit(null, "SIGKILL");
  assertEquals(await agent.exited, { code: null, signal: "SIGKILL" });
  assertEquals(cli.log.slice(2), ["interrupt", "SIGINT", "SIGINT", "SIGKILL"]);
  assertEquals(clock.waiting, 0);
});

quietTest("an interrupt that is refused: SIGINT first", async () => {
  const { cli, watch } = await midTurn();
  watch.subscription.unsubscribe();
  const { request_id } = await request(cli, "interrupt");
  cli.push({ type: "control_response", response: { subtype: "error", request_id, error: "No" } });
  await cli.until("SIGINT");
  cli.exit(0);
  await macrotask();
  assertEquals(cli.log.slice(2), ["interrupt", "SIGINT"]);
});

quietTest(
  "with a prompt in the CLI's queue: it is cancelled with the turn, and SIGINT comes in place of EOF",
  async () => {
    const { cli, watch } = await midTurn();
    const agent = agentOf(watch.events[0]!);
    agent.send("and then");
    await takePrompt(cli);
    watch.subscription.unsubscribe();
    const line = await request(cli, "interrupt");
    assertEquals(line.request, { subtype: "interrupt", cancel_queued: true });
    cli.answer(line);
    // The older CLI begins the queued turn now, and would work on it to the end before it heeds an EOF.
    await cli.until("SIGINT");
    cli.exit(0);
    await agent.exited;
    assertEquals(cli.log.slice(2), ['prompt "and then"', "interrupt", "SIGINT"]);
  },
);

quietTest("with a prompt in the CLI's queue: SIGINT also where answer and result come in one piece", async () => {
  const { cli, watch } = await midTurn();
  const agent = agentOf(watch.events[0]!);
  agent.send("and then");
  await takePrompt(cli);
  watch.subscription.unsubscribe();
  const { request_id: id = "" } = await request(cli, "interrupt");
  const aborted = result({ subtype: "error_during_execution", is_error: true });
  cli.push([controlSuccess(id), aborted, init()].map((frame) => `${JSON.stringify(frame)}\n`).join(""));
  await cli.until("SIGINT");
  cli.exit(0);
  await agent.exited;
  assertEquals(cli.log.slice(2), ['prompt "and then"', "interrupt", "SIGINT"]);
});

quietTest("exit-05: a process that ignores EOF and SIGINT gets SIGKILL, each step within graceMs", async () => {
  const { cli, watch, clock } = session(new Subject<string>(), { limits: { graceMs: 2_000 } });
  const agent = agentOf(await watch.until(() => true));
  await handshake(cli);
  await settled({ cli, watch });
  const closed = agent.close();
  await cli.until("EOF");
  clock.advance(1_999);
  await macrotask();
  assertEquals(cli.log, ["initialize", "EOF"]);
  clock.advance(1);
  await cli.until("SIGINT");
  clock.advance(2_000);
  await cli.until("SIGKILL");
  cli.exit(null, "SIGKILL");
  assertEquals(await closed, { code: null, signal: "SIGKILL" });
  await watch.complete();
});

quietTest("a process that outlives SIGKILL is an error of the stream", async () => {
  const { cli, watch, clock } = session(new Subject<string>(), { limits: { graceMs: 1_000 } });
  const agent = agentOf(await watch.until(() => true));
  await handshake(cli);
  await settled({ cli, watch });
  const closed = agent.close();
  for (const step of ["EOF", "SIGINT", "SIGKILL"]) {
    await cli.until(step);
    clock.advance(1_000);
  }
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertStringIncludes(error.message, "Cannot stop the process 4242");
  await closed;
  cli.exit(null, "SIGKILL");
  await macrotask();
});

quietTest("turn-04: the turn is told at once; a process that does not exit is helped after graceMs", async () => {
  const { cli, watch, clock } = await midTurn();
  endTurn(cli, { result: "done" });
  await watch.until((event) => event.type === "turn_end");
  await cli.until("EOF");
  clock.advance(5_000);
  await cli.until("SIGINT");
  cli.exit(0);
  await watch.complete();
  const last = watch.events.at(-1);
  assert(last?.type === "run_end");
  assertEquals([last.code, cli.log.slice(2)], [0, ["EOF", "SIGINT"]]);
});

quietTest(
  "ctl-04: a CLI that does not answer initialize in time is ended with SIGINT first, and the limit is named",
  async () => {
    const { cli, watch, clock } = session("go");
    await cli.until("initialize");
    clock.advance(60_000);
    await cli.until("SIGINT");
    assertEquals(watch.ending, undefined);
    cli.exit(130);
    const error = await watch.error();
    assertInstanceOf(error, ControlError);
    assertEquals([error.kind, error.subtype], ["timeout", "initialize"]);
    assertStringIncludes(error.message, '"initialize" within 60000 ms (limits.initializeMs)');
    assertEquals(cli.log, ["initialize", "SIGINT"]);

    const patient = session("go", { limits: { initializeMs: 120_000 } });
    await patient.cli.until("initialize");
    patient.clock.advance(70_000);
    await handshake(patient.cli);
    await takePrompt(patient.cli);
    endTurn(patient.cli);
    await patient.cli.ended;
    patient.cli.exit();
    await patient.watch.complete();
  },
);

quietTest("int-02: an interrupt that the CLI never answers is a typed time-out, and ends the run", async () => {
  const { cli, watch, clock } = await midTurn({ limits: { controlMs: 3_000, graceMs: 1_000 } });
  const receipt = agentOf(watch.events[0]!).interrupt().then(() => undefined, (error) => error);
  await cli.until("interrupt");
  clock.advance(3_000);
  const error = await receipt;
  assertInstanceOf(error, ControlError);
  assertEquals([error.kind, error.subtype], ["timeout", "interrupt"]);
  await cli.until("SIGINT");
  clock.advance(1_000);
  await cli.until("SIGINT", 2);
  clock.advance(1_000);
  await cli.until("SIGKILL");
  cli.exit(null, "SIGKILL");
  assertEquals(await watch.error(), error);
});

quietTest("a refused initialize, or one whose hooks do not hold, ends the run before any prompt", async () => {
  const refused = session("go");
  const { request_id } = await request(refused.cli, "initialize");
  refused.cli.push({ type: "control_response", response: { subtype: "error", request_id, error: "bad hooks" } });
  await refused.cli.ended;
  refused.cli.exit(0);
  const error = await refused.watch.error();
  assertInstanceOf(error, ControlError);
  assertStringIncludes(error.message, 'The CLI refused the control request "initialize": bad hooks');

  const unheld = session("go", { pipeline: (events) => events.pipe(onHook("Stop", () => undefined)) });
  await handshake(unheld.cli, { hooks_applied: false });
  await unheld.cli.ended;
  unheld.cli.exit(0);
  assertStringIncludes((await unheld.watch.error()).message, "did not register the hooks");
  assertEquals([refused.cli.log, unheld.cli.log], [["initialize", "EOF"], ["initialize", "EOF"]]);
});

quietTest(
  "stdin-01: the input stays open while a permission is pending, and closes after the last turn only",
  async () => {
    const answer = new Subject<"allow">();
    const { cli, watch } = await midTurn({
      pipeline: (events) =>
        events.pipe(onPermission((asked) => new Promise((resolve) => answer.subscribe(() => resolve(asked.allow()))))),
    });
    cli.push(canUseTool("Write", { file_path: "/w/a", content: "x" }, { requestId: "r-1" }));
    await settled({ cli, watch });
    assertEquals(cli.isEnded, false);
    answer.next("allow");
    await cli.until("allow r-1");
    cli.push(result());
    await settled({ cli, watch });
    assertEquals(cli.isEnded, false, "The CLI has not said that it is idle");
    cli.push(sessionState("idle"));
    await cli.ended;
    cli.exit();
    await watch.complete();
  },
);
