import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { from, mergeMap, repeat, retry, share, Subject, switchMap, takeUntil, tap, toArray } from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { claude } from "../../../lib/agent/claude.ts";
import { agentOf } from "../../../lib/agent/brand.ts";
import { ProcessError } from "../../../lib/process/mod.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { converse } from "../../../lib/operators/converse.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { turns } from "../../../lib/operators/turns.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { askToMake, begin, endRun, endTurn, handshake, serve, takePrompt } from "./_far_end.ts";
import { kinds, Processes, settled, turnsOf, Watch } from "./_session.ts";

quietTest("claude() is shared while active: two subscribers are one process, the last to leave ends it", async () => {
  const processes = new Processes();
  const events = claude("hello", { transport: processes.transport });
  const [first, second] = [new Watch(events), new Watch(events)];
  const cli = await processes.at(0);
  await begin(cli);
  first.subscription.unsubscribe();
  await settled({ cli, watch: second });
  assert(!cli.log.includes("interrupt"), "The first to leave ended the process");
  second.subscription.unsubscribe();
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
  await cli.ended;
  cli.exit(1);
  await macrotask();
  assertEquals(processes.started.length, 1);
});

quietTest(
  "rx-01: one process for two subscribers, what follows for the late one, a new process after the end",
  async () => {
    const processes = new Processes();
    const events = claude("hello", { transport: processes.transport });
    const first = new Watch(events);
    const cli = await processes.at(0);
    await begin(cli);
    cli.push({ type: "one" }, { type: "two" });
    await first.until((event) => event.type === "unknown" && event.of === "two");

    const late = new Watch(events);
    let asked = false;
    const responder = new Watch(events.pipe(onPermission((request) => {
      asked = true;
      return request.allow();
    })));
    const error = await responder.error();
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot use onPermission() on an agent that has already started");

    await askToMake(cli, "deny r-1");
    await endRun(cli);
    await Promise.all([first.complete(), late.complete()]);
    assertEquals([asked, processes.started.length], [false, 1]);
    assertEquals(kinds(late), ["permission", "result", "turn_end", "session_state_changed", "run_end"]);

    const third = new Watch(events);
    await serve(await processes.at(1));
    await third.complete();
    assertEquals([kinds(third)[0], processes.started.length], ["opening", 2]);
  },
);

quietTest("one piped result subscribed twice: the second errors and names share(), the first goes on", async () => {
  const processes = new Processes();
  const piped = claude("hello", { transport: processes.transport }).pipe(onPermission((request) => request.allow()));
  const [first, second] = [new Watch(piped), new Watch(piped)];
  const error = await second.error();
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, "Cannot subscribe twice to what onPermission() gave back");
  assertStringIncludes(error.message, "share() after the policy");

  const cli = await processes.at(0);
  await handshake(cli);
  const third = await new Watch(piped).error();
  assertInstanceOf(third, UsageError);
  assertStringIncludes(third.message, "share() after the policy");
  await takePrompt(cli);
  await askToMake(cli, "allow r-1");
  await endRun(cli);
  await first.complete();
  assertEquals(processes.started.length, 1);
});

quietTest("share() after the policy: two subscribers, one policy, one process", async () => {
  const processes = new Processes();
  let asked = 0;
  const piped = claude("hello", { transport: processes.transport }).pipe(
    onPermission((request) => {
      asked++;
      return request.allow();
    }),
    share(),
  );
  const watches = [new Watch(piped), new Watch(piped)];
  const cli = await processes.at(0);
  await begin(cli);
  await askToMake(cli, "allow r-1");
  await endRun(cli);
  for (const watch of watches) await watch.complete();
  assertEquals([asked, processes.started.length, watches.map((watch) => turnsOf(watch).length)], [1, 1, [1, 1]]);
});

quietTest("the same prompts and options, twice called, are two agents", async () => {
  const processes = new Processes();
  const make = () => new Watch(claude("hello", { transport: processes.transport }));
  const watches = [make(), make()];
  await Promise.all([serve(await processes.at(0)), serve(await processes.at(1))]);
  for (const watch of watches) await watch.complete();
});

quietTest("retry starts a second agent after the first has gone, and responders register anew", async () => {
  const processes = new Processes();
  const watch = new Watch(
    claude("hello", { transport: processes.transport }).pipe(retry(1), onPermission((request) => request.allow())),
  );
  const first = await processes.at(0);
  await handshake(first);
  await takePrompt(first);
  first.exit(1);
  const second = await processes.at(1);
  await handshake(second);
  await takePrompt(second);
  second.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
  await second.until("allow r-1");
  endTurn(second);
  await second.ended;
  second.exit();
  await watch.complete();
  assertEquals(kinds(watch).filter((kind) => kind === "opening").length, 2);
});

quietTest("retry gives up with the process's own error", async () => {
  const processes = new Processes();
  const watch = new Watch(claude("hello", { transport: processes.transport }).pipe(retry(1)));
  (await processes.at(0)).exit(3);
  (await processes.at(1)).exit(4);
  const error = await watch.error();
  assertInstanceOf(error, ProcessError);
  assertEquals(error.code, 4);
});

quietTest("repeat starts the next process when the last has gone", async () => {
  const processes = new Processes();
  const watch = new Watch(
    claude("hello", { transport: processes.transport }).pipe(
      onPermission(() => undefined),
      converse((_turn, index) => index === 0 ? "and then" : undefined),
      repeat(2),
    ),
  );
  const gone: boolean[] = [];
  const first = await processes.at(0);
  first.exited.then(() => gone.push(processes.started.length === 1));
  await serve(first);
  await serve(await processes.at(1));
  await watch.complete();
  assertEquals(gone, [true]);
  assertEquals(turnsOf(watch).map((turn) => turn.text), ["did hello", "did and then", "did hello", "did and then"]);
});

quietTest("switchMap ends the old agent, and the new one registers with the same responder", async () => {
  const processes = new Processes();
  const tasks = new Subject<string>();
  const watch = new Watch(
    tasks.pipe(
      switchMap((task) => claude(task, { transport: processes.transport })),
      onPermission((request) => request.allow()),
    ),
  );
  tasks.next("one");
  const old = await processes.at(0);
  await handshake(old);
  await takePrompt(old);
  tasks.next("two");
  const young = await processes.at(1);
  old.answer(await old.nextLine((line) => line.request?.subtype === "interrupt"));
  await old.ended;
  old.exit(1);
  await handshake(young);
  await takePrompt(young);
  young.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
  await young.until("allow r-1");
  endTurn(young);
  await young.ended;
  young.exit();
  tasks.complete();
  await watch.complete();
  assertEquals(turnsOf(watch).length, 1);
});

quietTest("mergeMap: four agents under one policy below the merge, each answered for itself", async () => {
  const processes = new Processes();
  const asked = new Set<unknown>();
  const watch = new Watch(
    from(["a", "b", "c", "d"]).pipe(
      mergeMap((task) => claude(task, { transport: processes.transport }), 4),
      onPermission((request) => {
        asked.add(agentOf(request));
        return request.allow();
      }),
    ),
  );
  const all = await Promise.all([0, 1, 2, 3].map((index) => processes.at(index)));
  await Promise.all(all.map(async (cli, index) => {
    await begin(cli);
    cli.push(canUseTool("Bash", { command: "make" }, { requestId: `r-${index}` }));
    await cli.until(`allow r-${index}`);
    await endRun(cli);
  }));
  await watch.complete();
  assertEquals([asked.size, turnsOf(watch).length], [4, 4]);
});

quietTest("unsubscribe, then subscribe at once: the second process starts only after the first has gone", async () => {
  const processes = new Processes();
  const events = claude("hello", { transport: processes.transport });
  const first = new Watch(events);
  const old = await processes.at(0);
  await handshake(old);
  await takePrompt(old);
  first.subscription.unsubscribe();
  const left = new Watch(events);
  left.subscription.unsubscribe();
  const second = new Watch(events);
  old.answer(await old.nextLine((line) => line.request?.subtype === "interrupt"));
  await old.ended;
  await macrotask();
  assertEquals(processes.started.length, 1, "Two processes overlap");
  old.exit(1);
  await serve(await processes.at(1));
  await second.complete();
  assertEquals(turnsOf(second).map((turn) => turn.text), ["did hello"]);
});

quietTest("a session that is taken up in the error handler of the last sees it gone", async () => {
  const processes = new Processes();
  const events = claude("hello", { transport: processes.transport });
  const order: string[] = [];
  events.pipe(tap({ error: () => order.push("error") })).subscribe({
    error: () => events.pipe(turns(), toArray()).subscribe((all) => order.push(`turns ${all.length}`)),
  });
  const first = await processes.at(0);
  first.exited.then(() => order.push("exit"));
  first.exit(2);
  const second = await processes.at(1);
  await serve(second);
  await macrotask();
  assertEquals(order, ["exit", "error", "turns 1"]);
});

quietTest("takeUntil another agent's turn: each has responders of its own", async () => {
  const processes = new Processes();
  const { transport } = processes;
  const other = claude("other", { transport }).pipe(onPermission(() => undefined), turns());
  const watch = new Watch(
    claude("main", { transport }).pipe(onPermission((request) => request.allow()), takeUntil(other)),
  );
  const [notifier, main] = [await processes.at(0), await processes.at(1)];
  await handshake(main);
  await takePrompt(main);
  main.push(canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
  await main.until("allow r-1");
  await handshake(notifier);
  await takePrompt(notifier);
  endTurn(notifier);
  await watch.complete();
  for (const cli of [notifier, main]) {
    cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
    await cli.ended;
    cli.exit();
  }
  assertEquals(turnsOf(watch), []);
});
