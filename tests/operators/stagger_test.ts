import { assert, assertEquals, assertThrows } from "@std/assert";
import { catchError, filter, from, map, mergeMap, of, Subject, takeUntil, timer } from "rxjs";
import {
  budget,
  claude,
  connect,
  lastTurn,
  type Launch,
  stagger,
  type Transport,
  type Turn,
  UsageError,
} from "../../mod.ts";
import { type Scenario, simulate } from "../../lib/testing/mod.ts";
import { FakeScheduler } from "../support/fake_scheduler.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { Watched } from "./_watched.ts";

/** Processes whose starts and lives are noted. */
class Noted {
  readonly starts: number[] = [];
  most = 0;
  alive = 0;
  readonly #make: (launch: Launch) => Transport;
  readonly #scheduler: FakeScheduler;

  constructor(scheduler: FakeScheduler, scenario: Scenario) {
    this.#scheduler = scheduler;
    this.#make = simulate(scenario);
  }

  readonly transport = (launch: Launch): Transport => {
    this.starts.push(this.#scheduler.now());
    this.most = Math.max(this.most, ++this.alive);
    const transport = this.#make(launch);
    transport.exited.then(() => this.alive--);
    return transport;
  };
}

async function passes(scheduler: FakeScheduler, ms: number, step = 100): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await macrotask();
    scheduler.advance(step);
  }
  await macrotask();
}

quietTest(
  "fan-01: twenty jobs, four at a time, half a second apart; one fails, one hangs, all are cancelled",
  async () => {
    const scheduler = new FakeScheduler();
    const noted = new Noted(scheduler, async (cli) => {
      const prompt = await cli.prompt();
      await new Promise<void>((resolve) => scheduler.clock.after(3000, resolve));
      if (prompt.text === "job 7") return cli.crash("Out of order");
      if (prompt.text === "job 9") return await cli.silence();
      await cli.end({ text: `${prompt.text} is done` });
    });
    const jobs = Array.from({ length: 20 }, (_, index) => index + 1);
    const apart = stagger(500, { scheduler });
    const results = new Map<number, Turn | Error>();
    let completed = false;
    from(jobs).pipe(
      mergeMap((job) =>
        claude(`job ${job}`, { transport: noted.transport }).pipe(
          apart,
          lastTurn(),
          map((turn) => ({ job, result: turn as Turn | Error })),
          catchError((error: Error) => of({ job, result: error })),
        ), 4),
      takeUntil(timer(30_000, scheduler)),
    ).subscribe({ next: ({ job, result }) => results.set(job, result), complete: () => completed = true });
    await passes(scheduler, 29_900);
    assertEquals([completed, noted.alive], [false, 1], "The one that hangs is still there");
    await passes(scheduler, 200);
    assertEquals([completed, noted.alive, noted.most, scheduler.waiting], [true, 0, 4, 0]);
    assertEquals(noted.starts.length, 20);
    const gaps = noted.starts.slice(1).map((start, index) => start - noted.starts[index]!);
    assert(Math.min(...gaps) >= 500, `The starts are ${gaps} apart`);
    const inOrder = jobs.flatMap((job) => results.has(job) ? [[job, results.get(job)!] as const] : []);
    assertEquals(inOrder.map(([job]) => job), jobs.filter((job) => job !== 9));
    for (const [job, result] of inOrder) {
      if (job === 7) assert(result instanceof Error && result.message.includes("Out of order"));
      else assertEquals((result as Turn).text, `job ${job} is done`);
    }
  },
);

const ANSWERS: Scenario = async (cli) => {
  for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) await cli.end({ text: "fine" });
};

quietTest("stagger() starts the first at once, and one who comes late too", async () => {
  const scheduler = new FakeScheduler();
  const noted = new Noted(scheduler, ANSWERS);
  const apart = stagger(500, { scheduler });
  const run = () => new Watched(claude("go", { transport: noted.transport }).pipe(apart));
  assertEquals(await run().ended, undefined);
  assertEquals(scheduler.waiting, 0, "Nothing keeps the script alive");
  scheduler.advance(700);
  assertEquals(await run().ended, undefined);
  const third = run();
  await third.untilType("opening");
  await passes(scheduler, 400);
  assertEquals(noted.starts, [0, 700]);
  await passes(scheduler, 100);
  assertEquals(await third.ended, undefined);
  assertEquals(noted.starts, [0, 700, 1200]);
});

quietTest("stagger(): who is left while it waits starts nothing, and gives its place to the next", async () => {
  const scheduler = new FakeScheduler();
  const noted = new Noted(scheduler, ANSWERS);
  const apart = stagger(500, { scheduler });
  const runs = ["a", "b", "c"].map((name) => new Watched(claude(name, { transport: noted.transport }).pipe(apart)));
  await runs[0]!.ended;
  runs[1]!.subscription.unsubscribe();
  await passes(scheduler, 500);
  assertEquals(await runs[2]!.ended, undefined);
  assertEquals(noted.starts, [0, 500]);
  const fourth = new Watched(claude("d", { transport: noted.transport }).pipe(apart));
  await fourth.untilType("opening");
  await macrotask();
  fourth.subscription.unsubscribe();
  assertEquals(scheduler.waiting, 0);
});

quietTest("stagger() works with connect(), and a purse is looked into when the wait is over", async () => {
  const scheduler = new FakeScheduler();
  const noted = new Noted(scheduler, ANSWERS);
  const [apart, purse] = [stagger(500, { scheduler }), budget({ turns: 1 })];
  await using agent = await connect({ transport: noted.transport }, (events) => events.pipe(apart, purse));
  const second = new Watched(claude("go", { transport: noted.transport }).pipe(purse, apart));
  assertEquals((await agent.ask("go")).text, "fine");
  await passes(scheduler, 500);
  assertEquals(await second.ended, undefined);
  assertEquals([second.outcomes, noted.starts], [["limit"], [0]]);
});

quietTest("stagger() that does not see the Opening is an error", async () => {
  const scheduler = new FakeScheduler();
  const hidden = claude("go", { transport: simulate(ANSWERS) }).pipe(
    filter((event) => event.type !== "opening"),
    stagger(500, { scheduler }),
  );
  const error = await new Watched(hidden).ended;
  assert(error instanceof UsageError && error.message.startsWith("Cannot use stagger() here"));
});

Deno.test("stagger() passes the source's error on, and refuses what is no time", () => {
  const source = new Subject<never>();
  let error: unknown;
  source.pipe(stagger(5)).subscribe({ error: (each) => error = each });
  const broken = new Error("gone");
  source.error(broken);
  assertEquals(error, broken);
  assertThrows(() => stagger(-1), UsageError, "Cannot use stagger with -1: give milliseconds above 0");
});
