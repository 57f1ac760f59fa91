import { assert, assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { config, NEVER } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import { LineTooLongError, TruncatedError } from "../../../lib/framing/mod.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { assistantText, canUseTool, init, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { begin, endRun, endTurn, handshake, prompt, request, takePrompt } from "./_far_end.ts";
import { session, settled, turnsOf } from "./_session.ts";

quietTest("a process that dies in a turn is a ProcessError with all that is known", async () => {
  const { cli, watch, clock } = session(["one", "two"], {
    pipeline: (events) => events.pipe(onPermission(() => NEVER)),
  });
  await begin(cli);
  const first = result({ result: "first" });
  cli.push(first, sessionState("idle"));
  await takePrompt(cli);
  cli.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
  await watch.until((event) => event.type === "permission");
  cli.pushStderr("thread panicked\n");
  cli.exit(101);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.signal, error.pending], [101, null, ["can_use_tool Bash"]]);
  assertEquals([error.stderrTail, error.lastResult], ["thread panicked\n", first]);
  assertStringIncludes(error.message, "exited with code 101");
  assertStringIncludes(error.message, "thread panicked");
  assertEquals(turnsOf(watch).map((turn) => turn.text), ["first"]);
  assertEquals(clock.waiting, 0);
});

quietTest(
  "err-01: a process that dies at the start tells code, standard error, and what it was sent last",
  async () => {
    const { cli, watch } = session("go");
    await cli.until("initialize");
    cli.pushStderr("Error: Invalid API key\n");
    cli.exit(1);
    const error = await watch.error();
    assertInstanceOf(error, ProcessError);
    assertEquals([error.code, error.signal, error.stderrTail, error.lastResult], [
      1,
      null,
      "Error: Invalid API key\n",
      undefined,
    ]);
    assertEquals(error.pending, ["initialize"]);
    assertStringIncludes(error.message, 'while "initialize" was pending');
    assertStringIncludes(error.message, "Error: Invalid API key");
  },
);

quietTest("ctl-07: two requests that are pending when the process dies fail with its one error", async () => {
  const { cli, watch } = session("go");
  await begin(cli);
  await settled({ cli, watch });
  const agent = agentOf(watch.events[0]!);
  const asked = [agent.request("get_settings"), agent.setModel("haiku")].map((each) =>
    each.then(() => undefined, (error: unknown) => error)
  );
  await cli.until("set_model");
  cli.exit(null, "SIGKILL");
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.signal, error.pending], [null, "SIGKILL", ["get_settings", "set_model"]]);
  for (const each of asked) assert(await each === error);
  assert(await assertRejects(() => agent.request("get_settings")) === error);
});

quietTest("the exit code 1 that follows an error result is expected: no error, no warning", async () => {
  for (
    const fields of [
      { is_error: true, result: "API Error: 529" },
      { is_error: true, subtype: "error_during_execution", terminal_reason: "aborted_streaming" },
    ] as const
  ) {
    const { cli, watch, notes } = session("go");
    await begin(cli);
    endTurn(cli, fields);
    await cli.ended;
    cli.exit(1);
    await watch.complete();
    const last = watch.events.at(-1);
    assertEquals([last?.type === "run_end" && last.code, notes], [1, []]);
  }
});

quietTest(
  "a process that exits by itself after the last turn's error result, before it is idle, is no error",
  async () => {
    const { cli, watch } = session("go");
    await begin(cli);
    cli.push(result({ subtype: "error_during_execution", is_error: true, errors: [""] }));
    cli.exit(1);
    await watch.complete();
    assertEquals(watch.events.at(-1)?.type, "run_end");
  },
);

quietTest("err-04: exit code 1 after a success keeps the result and is a warning", async () => {
  const { cli, watch, notes } = session("go");
  await begin(cli);
  endTurn(cli, { result: "{}", structured_output: { a: 1 } });
  await cli.ended;
  cli.exit(1);
  await watch.complete();
  assertEquals(notes, ["warning: All turns are done, but the agent ended with exit code 1"]);
  const last = watch.events.at(-1);
  assertEquals([last?.type === "run_end" && last.code, turnsOf(watch)[0]?.outcome], [1, "success"]);
});

quietTest("a process that exits with 0 while prompts are still to be sent is a ProcessError", async () => {
  const { cli, watch } = session(["one", "two"]);
  await begin(cli);
  endTurn(cli);
  await takePrompt(cli);
  cli.exit(0);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals(error.code, 0);
});

quietTest("output that is closed while the process lives ends the run after graceMs", async () => {
  const { cli, watch, clock } = session("go");
  await begin(cli);
  await settled({ cli, watch });
  cli.closeOutput();
  while (clock.waiting === 0) await macrotask();
  clock.advance(5_000);
  await cli.until("interrupt");
  clock.advance(5_000);
  await cli.until("SIGINT");
  assertEquals(watch.ending, undefined);
  cli.exit(0);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertStringIncludes(error.message, "cannot be reached any more");
  assertEquals(clock.waiting, 0);
});

quietTest("a last line that was cut off is a TruncatedError, not only a process that ended", async () => {
  const { cli, watch } = session("go");
  await begin(cli);
  cli.push('{"type":"assistant","message":{"content":[{"type":"te');
  cli.exit(0);
  const error = await watch.error();
  assertInstanceOf(error, TruncatedError);
});

quietTest("a last line without its end is a frame if it is whole", async () => {
  const { cli, watch } = session("go");
  await begin(cli);
  cli.push(JSON.stringify(result({ result: "whole" })));
  cli.exit(0);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.text), ["whole"]);
});

const MIB = 1024 * 1024;

quietTest("huge-01: a line over the limit ends the run at once with its size, by default", async () => {
  const { cli, watch } = session("go", { limits: { lineBytes: MIB } });
  await begin(cli);
  cli.push(init(), `{"type":"user","x":"${"a".repeat(3 * MIB)}"}\n`);
  cli.answer(await request(cli, "interrupt"));
  await cli.ended;
  cli.push(assistantText("after"));
  cli.exit(1);
  const error = await watch.error();
  assertInstanceOf(error, LineTooLongError);
  assertStringIncludes(error.message, String(MIB));
});

quietTest("huge-01: with onLongLine skip the line is a diagnostic, and the run goes on to its result", async () => {
  const { cli, watch, notes } = session("go", { limits: { lineBytes: MIB, onLongLine: "skip" } });
  await begin(cli);
  cli.push(init(), `{"type":"user","x":"${"a".repeat(3 * MIB)}"}\n`, assistantText("after"));
  endTurn(cli, { result: "after" });
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.text), ["after"]);
  const size = 3 * MIB + '{"type":"user","x":""}'.length;
  assertEquals(notes, [`noise: The agent printed a line of ${size} bytes, which was skipped`]);
});

quietTest("what is no frame is noise, and the run goes on", async () => {
  const { cli, watch, notes } = session("go");
  await begin(cli);
  cli.push("Warning: something\n", "\n", "[1]\n", '{"no":"type"}\n');
  await endRun(cli);
  await watch.complete();
  assertEquals(notes.map((note) => note.slice(0, 6)), ["noise:", "noise:", "noise:"]);
});

quietTest("a write that fails is an error of the stream, after the process has gone", async () => {
  const { cli, clock, watch } = session(["one", "two"]);
  await begin(cli);
  const broken = new ProcessError({ message: "Cannot write to the agent: it has gone" });
  cli.breakInput(broken);
  cli.push(result(), sessionState("idle"));
  await settled({ cli, watch });
  assertEquals(cli.log, ["initialize", 'prompt "one"'], "The process gets a while to end by itself");
  clock.advance(5_000);
  await cli.until("SIGINT");
  assertEquals(watch.ending, undefined, "The stream ended before the process");
  cli.exit(0);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals(error.cause, broken);
  assertEquals(cli.log, ["initialize", 'prompt "one"', "SIGINT"]);
});

quietTest("a program that dies before it reads tells its own reason, not that of the failed write", async () => {
  const { cli, watch } = session("one");
  cli.breakInput(new ProcessError({ message: "Cannot write to the agent: it has gone" }));
  await macrotask();
  cli.pushStderr("Invalid API key\n");
  cli.exit(1);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.stderrTail], [1, "Invalid API key\n"]);
  assertStringIncludes(error.message, "Invalid API key");
});

quietTest(
  "a process that dies as it is being written to is its own error, and no rejection goes unhandled",
  async () => {
    const { cli, watch } = session("one");
    await handshake(cli);
    await prompt(cli);
    const agent = agentOf(watch.events[0]!);
    cli.exit(1);
    agent.send("two");
    const error = await watch.error();
    assert(error instanceof Error);
    await macrotask();
  },
);

quietTest(
  "err-05: an observer of standard error that throws is reported once; the other lines still come",
  async () => {
    const reported: unknown[] = [];
    const before = config.onUnhandledError;
    config.onUnhandledError = (error) => reported.push(error);
    try {
      const { cli, watch } = session("go");
      const agent = agentOf(await watch.until(() => true));
      const lines: string[] = [];
      agent.stderr.subscribe(() => {
        if (lines.length === 0) throw new Error("observer");
      });
      agent.stderr.subscribe((line) => lines.push(line));
      await begin(cli);
      for (let line = 1; line <= 10; line++) cli.pushStderr(`line ${line}\n`);
      cli.push(init());
      await settled({ cli, watch });
      cli.exit(9);
      const error = await watch.error();
      assertInstanceOf(error, ProcessError);
      assertEquals(lines.length, 10);
      assertStringIncludes(error.stderrTail, "line 10\n");
      assertEquals(reported.map(String), ["Error: observer"]);
    } finally {
      config.onUnhandledError = before;
    }
  },
);

quietTest("err-02: standard error is drained though nobody reads it, and only its end is kept", async () => {
  const { cli, watch } = session("go");
  await cli.until("initialize");
  for (let count = 0; count < 200; count++) cli.pushStderr(`${"x".repeat(999)}\n`);
  cli.pushStderr("the last words\n");
  cli.exit(1);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assert(error.stderrTail.length <= 16_384);
  assertStringIncludes(error.stderrTail, "the last words\n");
});

quietTest("agent.send after the end says that the agent has ended", async () => {
  const { cli, watch } = session([]);
  const agent = agentOf(await watch.until(() => true));
  await handshake(cli);
  await cli.ended;
  cli.exit();
  await watch.complete();
  let message = "";
  try {
    agent.send("late");
  } catch (error) {
    message = String(error);
  }
  assertStringIncludes(message, "UsageError: Cannot send a prompt: the agent is ending, or has ended");
});
