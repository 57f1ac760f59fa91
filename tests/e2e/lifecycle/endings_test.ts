import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { concat, map, NEVER, of, tap } from "rxjs";
import { allowTools, claude, type ClaudeOptions, connect } from "../../../mod.ts";
import { onStage, type Stage, TRACE } from "./_stage.ts";
import { type State, STATES } from "./_states.ts";
import { Watch } from "./_watch.ts";

const WITH_TOOLS = ["in the middle of a tool", "with a permission pending", "with a PreToolUse hook pending"] as const;

for (const [name, state] of Object.entries<State>(STATES)) {
  onStage(`claude() left ${name}: no process stays, no tool runs, nothing more is spent`, async (stage) => {
    const watch = await reach(stage, state);
    const spent = stage.server.requests.length;
    watch.subscription.unsubscribe();
    assertEquals(await watch.agent.exited, { code: state.code, signal: null });
    await nothingRan(stage);
    assertEquals(stage.server.requests.length, spent, "The model was asked once more");
    if (state.unasked === true) assertEquals(spent, 0);
  });
}

for (const name of WITH_TOOLS) {
  onStage(`ClaudeOptions.signal aborted ${name}: its reason is the error, once the process has gone`, async (stage) => {
    const controller = new AbortController();
    const watch = await reach(stage, STATES[name], { signal: controller.signal });
    const reason = new Error("Enough");
    controller.abort(reason);
    assertStrictEquals(await watch.error(), reason);
    assert(!(await stage.box.leftovers()).some(({ pid }) => pid === watch.agent.pid));
    assertEquals(await watch.agent.exited, { code: 1, signal: null });
    await nothingRan(stage);
  });

  onStage(`Agent.close() ${name}: the stream completes, once the process has gone`, async (stage) => {
    const watch = await reach(stage, STATES[name]);
    assertEquals(await watch.agent.close(), { code: 1, signal: null });
    await watch.complete();
    assertEquals([watch.runEnd?.code, watch.turns.map(({ outcome }) => outcome)], [1, ["interrupted"]]);
    await nothingRan(stage);
  });
}

onStage("Agent.close() with a prompt in the CLI's queue: the queued turn does not run", async (stage) => {
  const { server, options } = stage;
  server.on("First", [{ text: "Never", hang: true }]);
  server.on("Second", ["Never either"]);
  const agent = await connect(options);
  agent.send("First");
  agent.send({ content: "Second", priority: "later" });
  await server.request(() => true);
  await agent.close();
  assertEquals(server.requests.length, 1, "The model was asked once more");
  await nothingRan(stage);
});

onStage(
  "An operator that throws on a request ends the run, although a rule above it would allow the call",
  async (stage) => {
    const { server, options } = stage;
    server.on("Work", [TRACE]);
    const bang = new Error("Bang");
    const watch = new Watch(
      claude("Work", options).pipe(
        allowTools("Bash"),
        tap((event) => {
          if (event.type === "permission") throw bang;
        }),
      ),
    );
    assertStrictEquals(await watch.error(), bang);
    assertEquals(await watch.agent.exited, { code: 1, signal: null });
    await nothingRan(stage);
  },
);

onStage("An operator that throws in the middle of an answer ends the run", async (stage) => {
  const { server, options } = stage;
  server.on("Work", [{ text: "Once upon a time", hang: true }]);
  const watch = new Watch(
    claude("Work", { ...options, includePartialMessages: true }).pipe(map((event) => {
      if (event.type === "stream_event" && event.event.type === "content_block_delta") throw new Error("Bang");
      return event;
    })),
  );
  assertEquals((await watch.error() as Error).message, "Bang");
  assertEquals(await watch.agent.exited, { code: 1, signal: null });
  await nothingRan(stage);
});

onStage("ClaudeOptions.signal that is aborted already starts nothing", async ({ server, options }) => {
  const reason = new Error("Before it began");
  const watch = new Watch(claude("Work", { ...options, signal: AbortSignal.abort(reason) }));
  assertStrictEquals(await watch.error(), reason);
  assertEquals([watch.events, server.requests], [[], []]);
});

onStage("connect() and `await using`: leaving the block ends the agent in the middle of a turn", async (stage) => {
  const { server, options } = stage;
  server.on("Work", [{ text: "Once upon a time", hang: true }]);
  let exited;
  {
    await using agent = await connect(options);
    exited = agent.exited;
    agent.ask("Work").catch(() => {});
    await server.request(({ body }) => JSON.stringify(body.messages).includes("Work"));
  }
  assertEquals(await exited, { code: 1, signal: null });
});

/** Brings an agent, to which more prompts may come, into a state. */
async function reach(stage: Stage, state: State, more: ClaudeOptions = {}): Promise<Watch> {
  stage.server.on("Work", state.work);
  if (state.help !== undefined) stage.server.on("Help", state.help);
  const options = { ...stage.options, ...state.options, ...more, onDiagnostic: () => {} };
  const events = claude(concat(of("Work"), NEVER), options);
  const watch = new Watch(state.policy === undefined ? events : state.policy(events));
  await state.reached(watch, stage);
  return watch;
}

/** Sees to it that nothing is left that could run a tool, and that none has run. */
async function nothingRan({ box }: Stage): Promise<void> {
  await box.noLeftovers();
  assertEquals([await box.read("ran"), await box.read("after")], [undefined, undefined]);
}
