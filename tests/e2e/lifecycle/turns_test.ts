import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import { allowTools, claude, connect, converse, lastTurn } from "../../../mod.ts";
import { lastValueFrom } from "rxjs";
import { type ModelRequestBody, tool } from "../../support/mod.ts";
import { appeared, onStage } from "./_stage.ts";
import { Watch } from "./_watch.ts";

onStage("claude() makes three prompts three turns of one process and one session", async ({ server, options }) => {
  for (const name of ["one", "two", "three"]) server.on(`Say ${name}`, [`It is ${name}.`]);
  const watch = new Watch(claude(["Say one", "Say two", "Say three"], options));
  const pids = new Set<number | undefined>();
  for (const index of [0, 1, 2]) {
    await watch.turn(index);
    pids.add(watch.agent.pid);
  }
  await watch.complete();
  const { turns, runEnd } = watch;
  assertEquals(turns.map(({ index }) => index), [0, 1, 2]);
  assertEquals(turns.map(({ prompt }) => prompt?.content), ["Say one", "Say two", "Say three"]);
  assertEquals(turns.map(({ text }) => text), ["It is one.", "It is two.", "It is three."]);
  assertEquals(turns.map(({ outcome, unsolicited }) => [outcome, unsolicited]), Array(3).fill(["success", false]));
  assertEquals([pids.size, pids.has(undefined)], [1, false]);
  const sessions = new Set(turns.map(({ sessionId }) => sessionId));
  assertEquals([...sessions], [watch.agent.sessionId]);
  assertNotEquals(watch.agent.sessionId, undefined);
  // The CLI counts up; a turn's cost is what it added.
  const totals = turns.map(({ result }) => result?.total_cost_usd ?? NaN);
  assert(totals[0]! > 0 && totals[1]! > totals[0]! && totals[2]! > totals[1]!, `The totals are ${totals}`);
  for (const [index, { costUsd }] of turns.entries()) near(costUsd, totals[index]! - (totals[index - 1] ?? 0));
  near(runEnd?.costUsd, totals[2]!);
  assertEquals([runEnd?.code, runEnd?.signal, runEnd?.unsettled], [0, null, []]);
  const told = textOf(server.requests.at(-1)!.body);
  for (const said of ["Say one", "It is one.", "Say two", "It is two."]) assertStringIncludes(told, said);
});

onStage("converse() goes on in the same session until it has nothing more to say", async ({ server, options }) => {
  server.on("Say a", ["a"]).on("Then b", ["b"]).on("Then c", ["c"]);
  const asked: [string, number][] = [];
  const watch = new Watch(
    claude("Say a", options).pipe(
      converse((turn, index) => {
        asked.push([turn.text, index]);
        return ["Then b", "Then c"][index];
      }),
    ),
  );
  await watch.complete();
  assertEquals(watch.turns.map(({ text }) => text), ["a", "b", "c"]);
  assertEquals(asked, [["a", 0], ["b", 1], ["c", 2]]);
  assertEquals(new Set(watch.turns.map(({ sessionId }) => sessionId)).size, 1);
});

onStage(
  "connect() gives an agent that answers ask(), one turn each, until close()",
  async ({ server, options, box }) => {
    server.on("First", [tool("Read", { file_path: box.file("note.txt") }), "I read it."]).on("Second", ["Two."]);
    await Deno.writeTextFile(box.file("note.txt"), "seen by the model\n");
    const agent = await connect(options, (events) => events.pipe(allowTools("Read")));
    const kinds: string[] = [];
    agent.events.subscribe((event) => kinds.push(event.type));
    const [first, second] = await Promise.all([agent.ask("First"), agent.ask("Second")]);
    assertEquals([first.index, first.text, second.index, second.text], [0, "I read it.", 1, "Two."]);
    assertEquals(first.toolUses.map(({ name, isError }) => [name, isError]), [["Read", false]]);
    assertStringIncludes(first.toolUses[0]?.result ?? "", "seen by the model");
    assertEquals(first.sessionId, second.sessionId);
    assertEquals((await box.leftovers()).some(({ pid }) => pid === agent.pid), true);
    assertEquals(await agent.close(), { code: 0, signal: null });
    assertEquals(await agent.exited, { code: 0, signal: null });
    assertEquals(kinds.at(-1), "run_end");
  },
);

onStage("Agent.send() writes at once: a prompt sent while the answer streams gets the next turn", async (stage) => {
  const { server, options } = stage;
  const sent = Promise.withResolvers<void>();
  server.on("First", [{ text: "A long answer", finishWhen: sent.promise }]).on("Second", ["Two."]);
  const watch = new Watch(claude("First", { ...options, includePartialMessages: true }));
  await watch.until((event) => event.type === "stream_event" && event.event.type === "content_block_delta");
  const uuid = watch.agent.send("Second");
  sent.resolve();
  await watch.complete();
  assertEquals(watch.turns.map(({ prompt, text }) => [prompt?.content, text]), [
    ["First", "A long answer"],
    ["Second", "Two."],
  ]);
  assertEquals(watch.turns[1]?.prompt?.uuid, uuid);
});

onStage(
  "Agent.send() in the middle of a tool is folded into the running turn, and the run still ends",
  async (stage) => {
    const { server, options, box } = stage;
    server.on("First", [
      tool("Bash", { command: "touch started; until test -e go; do sleep 0.05; done", description: "Wait" }),
      "One.",
    ]);
    server.on("Second", ["Both."]);
    const watch = new Watch(claude("First", options).pipe(allowTools("Bash")));
    await appeared(box, "started");
    watch.agent.send("Second");
    await Deno.writeTextFile(box.file("go"), "");
    await watch.complete();
    assertEquals(watch.turns.map(({ text }) => text), ["Both."]);
    assertEquals(server.requests.length, 2);
  },
);

onStage("ClaudeOptions.resume goes on with a session in a process of its own", async ({ server, options }) => {
  server.on("Say one", ["It is one."]).on("Say two", ["It is two."]);
  const first = await lastValueFrom(claude("Say one", options).pipe(lastTurn()));
  const resume = first.sessionId!;
  const second = await lastValueFrom(claude("Say two", { ...options, resume }).pipe(lastTurn()));
  const forked = await lastValueFrom(claude("Say two", { ...options, resume, forkSession: true }).pipe(lastTurn()));
  assertEquals([second.text, second.index, second.sessionId], ["It is two.", 0, resume]);
  assertNotEquals(forked.sessionId, resume);
  for (const { body } of server.requests.slice(-2)) assertStringIncludes(textOf(body), "It is one.");
});

function near(actual: number | undefined, expected: number): void {
  assert(actual !== undefined && Math.abs(actual - expected) < 1e-8, `Expected ${expected}, but got ${actual}`);
}

function textOf(body: ModelRequestBody): string {
  return JSON.stringify(body.messages);
}
