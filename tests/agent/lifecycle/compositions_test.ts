import { assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import {
  asapScheduler,
  asyncScheduler,
  delay,
  filter,
  map,
  type Observable,
  observeOn,
  queueScheduler,
  take,
} from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { claude } from "../../../lib/agent/claude.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { macrotask, quietTest } from "../../support/no_rejections.ts";
import { askToMake, begin, endRun, serve } from "./_far_end.ts";
import { Processes, session, turnsOf, Watch } from "./_session.ts";

type Chain = (events: Observable<AgentEvent>) => Observable<AgentEvent>;

/** The error of a chain that must not start anything. */
async function refusal(chain: Chain): Promise<Error> {
  const { transport, started } = new Processes();
  const error = await new Watch(claude("hello", { transport }).pipe(chain)).error();
  assertEquals(started.length, 0, "A process was started");
  return error;
}

const policy = () => onPermission((request) => request.allow());

const EATERS: [string, Chain][] = [
  ["a filter that eats it", (events) => events.pipe(filter((event) => event.type !== "opening"), policy())],
  ["observeOn(asyncScheduler)", (events) => events.pipe(observeOn(asyncScheduler), policy())],
  ["observeOn(asapScheduler)", (events) => events.pipe(observeOn(asapScheduler), policy())],
  ["delay", (events) => events.pipe(delay(1), policy())],
];

for (const [what, chain] of EATERS) {
  quietTest(`Opening: ${what} before a responder is an error before anything starts`, async () => {
    const error = await refusal(chain);
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot use onPermission() here");
    assertStringIncludes(error.message, "right behind claude(…)");
  });
}

quietTest("Opening: the error names the operator that missed it, not those that saw it", async () => {
  const error = await refusal((events) =>
    events.pipe(policy(), filter((event) => event.type !== "opening"), onHook("Stop", () => undefined))
  );
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, 'Cannot use onHook("Stop") here');
});

quietTest("Opening: queueScheduler delivers at once, so a responder behind it works", async () => {
  const { cli, watch } = session("hello", { pipeline: (events) => events.pipe(observeOn(queueScheduler), policy()) });
  await begin(cli);
  await askToMake(cli, "allow r-1");
  await endRun(cli);
  await watch.complete();
});

quietTest("Opening: a filter that hides requests leaves them to the default answer", async () => {
  const { cli, watch } = session("hello", {
    pipeline: (events) => events.pipe(filter((event) => event.type !== "permission"), policy()),
  });
  await begin(cli);
  await askToMake(cli, "deny r-1");
  await endRun(cli);
  await watch.complete();
});

quietTest("Opening: a copy of it is refused with the cure", async () => {
  const error = await refusal((events) => events.pipe(map((event) => ({ ...event })), policy()));
  assertInstanceOf(error, UsageError);
  assertStringIncludes(error.message, "Cannot use onPermission() here");
});

quietTest("take(1): the Opening comes, and nothing starts", async () => {
  const { transport, started } = new Processes();
  const watch = new Watch(claude("hello", { transport }).pipe(take(1)));
  await watch.complete();
  await macrotask();
  assertEquals([watch.events.map((event) => event.type), started.length], [["opening"], 0]);
});

quietTest("unsubscribing before the Opening, or on it, starts nothing", async () => {
  const { transport, started } = new Processes();
  const seen: string[] = [];
  claude("hello", { transport }).subscribe((event) => seen.push(event.type)).unsubscribe();
  const second = claude("hello", { transport }).subscribe((event) => {
    seen.push(event.type);
    second.unsubscribe();
  });
  await macrotask();
  assertEquals([seen, started.length], [["opening"], 0]);
});

quietTest("responders answer in pipe order, and the first answer wins", async () => {
  const asked: string[] = [];
  const { cli, watch } = session("hello", {
    pipeline: (events) =>
      events.pipe(
        onPermission(() => void asked.push("first")),
        onPermission(async (request) => {
          asked.push("second");
          return await Promise.resolve(request.deny("No"));
        }),
        onPermission((request) => {
          asked.push("third");
          return request.allow();
        }),
      ),
  });
  await begin(cli);
  await askToMake(cli, "deny r-1");
  assertEquals(asked, ["first", "second"]);
  await endRun(cli);
  await watch.complete();
});

quietTest("claude() is cold: nothing happens before it is subscribed", async () => {
  const processes = new Processes();
  const events = claude("hello", { transport: processes.transport });
  await macrotask();
  assertEquals(processes.started.length, 0);
  const watch = new Watch(events);
  await serve(await processes.at(0));
  await watch.complete();
  assertEquals(turnsOf(watch).map((turn) => turn.text), ["did hello"]);
});
