import { assert, assertEquals } from "@std/assert";
import { agentOf, allowTools, budget, claude, lastTurn, type Turn } from "../../../mod.ts";
import { concatMap, from, lastValueFrom, Observable, tap, toArray } from "rxjs";
import { tool } from "../../support/mod.ts";
import { ENDLESS, onStage } from "../lifecycle/mod.ts";
import { dear } from "./_stage.ts";

onStage("budget(): ten files and a purse for three: ten turns, and no process for seven of them", async (stage) => {
  const files = Array.from({ length: 10 }, (_, index) => `Review file ${index}`);
  for (const file of files) stage.server.on(file, [dear({ text: `${file}: fine` })]);
  // Two turns cost 3.5 cents at most, three 4.2 at least.
  const purse = budget({ usd: 0.04 });
  const pids: (number | undefined)[] = [];
  const turns = await lastValueFrom(
    from(files).pipe(
      concatMap((file) =>
        claude(file, stage.options).pipe(
          purse,
          tap((event) => event.type === "turn_end" ? pids.push(agentOf(event).pid) : undefined),
          lastTurn(),
        )
      ),
      toArray(),
    ),
  );
  assertEquals(turns.map(({ outcome }) => outcome), [
    ...["success", "success", "success"],
    ...["limit", "limit", "limit", "limit", "limit", "limit", "limit"],
  ]);
  assertEquals(turns.map(({ prompt }) => prompt?.content), files);
  assertEquals(turns.slice(0, 3).map(({ text }) => text), files.slice(0, 3).map((file) => `${file}: fine`));
  assertEquals(pids.map((pid) => typeof pid), [
    ...["number", "number", "number"],
    ...["undefined", "undefined", "undefined", "undefined", "undefined", "undefined", "undefined"],
  ]);
  assertEquals(stage.server.requests.length, 3);
  const sum = turns.reduce((all, { costUsd }) => all + costUsd, 0);
  assertEquals(purse.spent.usd, Math.round(sum * 1e9) / 1e9);
  assertEquals([purse.spent.turns, purse.spent.tokens, purse.left.usd], [3, 4500, 0]);
});

onStage(
  "budget() reached in mid-turn: the turn ends as limit, its tool with it, and the process is well",
  async (stage) => {
    // The second call reaches the budget; at the latest the third, which would not end, is cut.
    const said = tool("Bash", { command: "echo cheap", description: "Say it" });
    stage.server.on("Work", [dear(said), dear(said), dear(ENDLESS)]);
    const purse = budget({ usd: 0.02 });
    const ends = Promise.withResolvers<void>();
    const prompts = new Observable<string>((subscriber) => {
      subscriber.next("Work");
      ends.promise.then(() => subscriber.complete());
    });
    const seen: { turn?: Turn; settings?: object; code?: number | null } = {};
    await claude(prompts, stage.options).pipe(allowTools("Bash"), purse).forEach((event) => {
      if (event.type === "run_end") seen.code = event.code;
      if (event.type !== "turn_end") return;
      seen.turn = event.turn;
      agentOf(event).request("get_settings").then((settings) => seen.settings = settings).finally(() => ends.resolve());
    });
    const { turn } = seen;
    assertEquals([turn?.outcome, turn?.failed, turn?.reason], ["limit", true, "the budget of $0.02 is used up"]);
    assertEquals(turn?.toolUses.slice(0, 1).map(({ name, isError }) => [name, isError]), [["Bash", false]]);
    assert(seen.settings !== undefined, "It still answers");
    // The exit code says that the last turn did not end by itself.
    assertEquals(seen.code, 1);
    assertEquals(await stage.box.read("after"), undefined);
    assert(stage.server.requests.length <= 3, `The model was asked ${stage.server.requests.length} times`);
    assertEquals(purse.spent.usd, turn?.costUsd);
  },
);

onStage("budget(): a resumed session spends what it adds, whatever its total starts from", async (stage) => {
  stage.server.on("First", [dear({ text: "One" })]);
  stage.server.on("Second", [dear(tool("Read", { file_path: stage.box.file("x") })), dear({ text: "Two" })]);
  const whole = budget({ usd: 5 });
  const first = await lastValueFrom(claude("First", stage.options).pipe(whole, lastTurn()));
  const more = budget({ usd: 5 });
  const during: number[] = [];
  const resumed = claude("Second", { ...stage.options, resume: first.sessionId! }).pipe(whole, more);
  const costs: number[] = [];
  await resumed.forEach((event) => {
    if (event.type === "assistant" || event.type === "user") during.push(more.spent.usd);
    if (event.type === "turn_end") costs.push(event.turn.costUsd, more.spent.usd);
    if (event.type === "run_end") costs.push(event.costUsd);
  });
  const price = first.costUsd;
  assert(price > 0.013 && price < 0.018, `The first turn cost ${price}`);
  const two = Math.round(2 * price * 1e9) / 1e9;
  assertEquals(costs, [two, two, two]);
  assertEquals([more.spent.usd, whole.spent.usd], [two, Math.round(3 * price * 1e9) / 1e9]);
  // While it ran it was never taken for dearer than it was, to a ten-thousandth.
  assert(Math.max(...during) <= two + 0.0001, `It was taken for ${during}`);
});

onStage("budget() with more than its prompts: each has its turn, and nothing is asked of the model", async (stage) => {
  stage.server.on("First", [dear({ text: "One" })]);
  const outcomes: string[] = [];
  await claude(["First", "Second", "Third"], stage.options).pipe(budget({ turns: 1 })).forEach((event) => {
    if (event.type === "turn_end") outcomes.push(event.turn.outcome);
  });
  assertEquals([outcomes, stage.server.requests.length], [["success", "limit", "limit"], 1]);
});
