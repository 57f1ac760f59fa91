import { assert, assertEquals, assertInstanceOf, assertRejects, assertStrictEquals } from "@std/assert";
import { agentOf } from "../../../lib/agent/brand.ts";
import { checkOptions } from "../../../lib/agent/check_options.ts";
import { shareRun } from "../../../lib/agent/claude.ts";
import { connect } from "../../../lib/agent/connect.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import * as late from "../../../lib/agent/late.ts";
import { type Late, latePart, type LateSource } from "../../../lib/agent/load_late.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import { promptSource } from "../../../lib/agent/prompts.ts";
import { Run } from "../../../lib/agent/run.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { canUseTool, init, sessionState } from "../../../lib/testing/frames/mod.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { endTurn, type FarEnd, farEnd, handshake, serve, takePrompt } from "./_far_end.ts";
import { kinds, session, Watch } from "./_session.ts";

/** The late part in the test's hand. */
class HeldLate implements LateSource {
  loaded: Late | undefined;
  /** How often somebody wanted it loaded. */
  wanted = 0;
  readonly #wanted = Promise.withResolvers<void>();
  readonly #part = Promise.withResolvers<Late>();

  load(): Promise<Late> {
    this.wanted++;
    this.#wanted.resolve();
    return this.#part.promise;
  }

  /** Resolves when it is wanted. */
  get asked(): Promise<void> {
    return this.#wanted.promise;
  }

  arrive(): void {
    this.loaded = late;
    this.#part.resolve(late);
  }

  fail(error: Error): void {
    this.#part.reject(error);
  }
}

/** Starts an agent whose late part comes when the test says so. */
function started(options: ClaudeOptions = {}, cli: FarEnd = farEnd()) {
  const clock = new FakeClock();
  const source = new HeldLate();
  const all = { transport: cli, settingSources: [], ...options };
  const parts = { limits: checkOptions(all), prompts: promptSource("go"), clock, late: source };
  const events = shareRun((shared) => new Run(all, { ...shared, ...parts }));
  const watch = new Watch<AgentEvent>(events.pipe(allowTools("Read")));
  return { cli, clock, source, watch };
}

/** A far end that takes no line before it is told to. */
function reluctant(): { cli: FarEnd; take(): void } {
  const cli = farEnd();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const write = cli.write.bind(cli);
  cli.write = async (line) => {
    await write(line);
    await taken;
  };
  return { cli, take };
}

quietTest("hear() loads the late part when the first line was taken, and not before", async () => {
  const { cli, take } = reluctant();
  const { source, watch, clock } = started({}, cli);
  await cli.until("initialize");
  await macrotask();
  assertEquals([source.wanted, clock.waiting], [0, 2]); // for the answer, and for the line to be taken
  take();
  await source.asked;
  assertEquals([source.wanted, clock.waiting], [1, 1]);
  source.arrive();
  cli.exit(1);
  assertInstanceOf(await watch.error(), ProcessError);
  assertEquals(clock.waiting, 0);
});

quietTest("hear() reads a process that takes nothing before it is read", async () => {
  const { cli, take } = reluctant();
  const { source, watch, clock } = started({}, cli);
  await cli.until("initialize");
  cli.push("n".repeat(100_000) + "\n");
  clock.advance(20);
  await source.asked;
  source.arrive();
  await watch.until((event) => event.type === "diagnostic");
  take();
  serve(cli);
  await watch.complete();
  assertEquals(clock.waiting, 0);
});

quietTest("hear() delivers what came before the late part did, in order, and answers it once", async () => {
  const { cli, clock, source, watch } = started();
  await source.asked;
  cli.push(
    sessionState("idle"),
    canUseTool("Read", { file_path: "a" }, { requestId: "r-1" }),
    canUseTool("Bash", { command: "make" }, { requestId: "r-2" }),
    sessionState("idle"),
  );
  await handshake(cli);
  await macrotask();
  assertEquals([kinds(watch), cli.log], [["opening"], ["initialize"]]);
  source.arrive();
  await takePrompt(cli);
  endTurn(cli);
  await cli.until("EOF");
  cli.exit(0);
  await watch.complete();
  assertEquals(kinds(watch).slice(0, 5), [
    "opening",
    "session_state_changed",
    "permission",
    "permission",
    "session_state_changed",
  ]);
  assertEquals(cli.log.filter((entry) => entry.includes("r-")).sort(), ["allow r-1", "deny r-2"]);
  assertEquals(clock.waiting, 0);
});

quietTest("hear() tells of a process that was gone before the late part came", async () => {
  const { cli, clock, source, watch } = started();
  await cli.until("initialize");
  cli.push(init());
  cli.pushStderr("Error: Invalid API key\n");
  cli.exit(1);
  await source.asked;
  source.arrive();
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.stderrTail, error.pending], [1, "Error: Invalid API key\n", ["initialize"]]);
  assertEquals([kinds(watch), clock.waiting], [["opening", "init"], 0]);
});

for (
  const [what, leave] of [
    ["unsubscribed", ({ watch }) => watch.subscription.unsubscribe()],
    ["closed", ({ watch }) => void agentOf(watch.events[0]!).close()],
    ["aborted", (_, abort) => abort.abort(new Error("enough"))],
  ] as [string, (running: ReturnType<typeof started>, abort: AbortController) => void][]
) {
  quietTest(`hear() refuses what an agent asked that is ${what} before the late part comes`, async () => {
    const abort = new AbortController();
    const running = started({ signal: abort.signal });
    const { cli, clock, source, watch } = running;
    await source.asked;
    const asked = new TextEncoder().encode(JSON.stringify(canUseTool("Read", {}, { requestId: "r-1" })) + "\n");
    cli.read = async (onChunk) => {
      onChunk(asked); // as a pipe gives at once what waits in it
      for await (const chunk of cli.output) onChunk(chunk);
    };
    const { exited } = agentOf(watch.events[0]!);
    leave(running, abort);
    await macrotask();
    assertEquals(cli.log, ["initialize"]);
    source.arrive();
    await cli.until("EOF");
    cli.exit(0);
    assertEquals(await exited, { code: 0, signal: null });
    if (what === "aborted") assertEquals((await watch.error()).message, "enough");
    assertEquals([cli.log, clock.waiting], [["initialize", "deny r-1", "EOF"], 0]);
  });
}

quietTest(
  "hear() kills the process where the late part cannot be loaded, and the run ends with that error",
  async () => {
    const { cli, clock, source, watch } = started();
    await source.asked;
    const agent = agentOf(watch.events[0]!);
    const asked = assertRejects(() => agent.request("get_settings"));
    const failure = new TypeError("Module not found");
    cli.push(init(), canUseTool("Read", { file_path: "a" }, { requestId: "r-1" }));
    source.fail(failure);
    await cli.until("SIGKILL");
    assertEquals(watch.ending, undefined);
    cli.exit(null, "SIGKILL");
    assertStrictEquals(await watch.error(), failure);
    assertStrictEquals(await asked, failure);
    assertEquals(await agent.exited, { code: null, signal: "SIGKILL" });
    assertEquals([cli.isRead, cli.lines.filter(({ type }) => type === "user"), clock.waiting], [false, [], 0]);
  },
);

quietTest("Agent.request() checks its fields with the late part, and is sent when they are right", async () => {
  const { cli, source, watch } = started();
  await source.asked;
  const agent = agentOf(watch.events[0]!);
  const wrong = assertRejects(() => agent.request("set_model", { model: 5 as never }), UsageError);
  const right = agent.setModel("haiku");
  await macrotask();
  assertEquals(cli.log, ["initialize"]);
  source.arrive();
  await wrong;
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "set_model"));
  await right;
  await serve(cli);
  await watch.complete();
});

quietTest(
  "Agent.request() at the Opening is written right behind initialize, whether the late part is loaded or not",
  async () => {
    const atOnce = session("go");
    const held = started();
    for (const { watch } of [atOnce, held]) {
      agentOf(await watch.until((event) => event.type === "opening")).request("get_settings").catch(() => {});
    }
    await held.source.asked;
    held.source.arrive();
    for (const { cli, watch } of [atOnce, held]) {
      await cli.until("get_settings");
      assertEquals(cli.log, ["initialize", "get_settings"]);
      cli.exit(1);
      assertInstanceOf(await watch.error(), ProcessError);
    }
  },
);

quietTest("latePart: once it is loaded an agent is heard in the tick in which it is started", async () => {
  assert(latePart.loaded !== undefined);
  const { cli, watch } = session("go");
  let read = false;
  const { output } = cli;
  Object.defineProperty(cli, "output", { get: () => (read = true, output) });
  await cli.until("initialize");
  assert(read);
  serve(cli);
  await watch.complete();
});

Deno.test("latePart: two agents that start at once load it together", async () => {
  const [one, other] = await Promise.all([latePart.load(), latePart.load()]);
  assertStrictEquals(one, other);
  const ends = [farEnd(), farEnd()];
  ends.forEach((cli) => void serve(cli));
  const agents = await Promise.all(ends.map((transport) => connect({ transport })));
  assertEquals((await Promise.all(agents.map((agent) => agent.ask("hello")))).map(({ text }) => text), [
    "did hello",
    "did hello",
  ]);
  await Promise.all(agents.map((agent) => agent.close()));
});
