import { assert, assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { merge, Subject, toArray } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { responder } from "../../lib/operators/responder.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { simulate } from "../../lib/testing/mod.ts";
import { Watched } from "./_watched.ts";

/** An agent that says a word in two pieces. */
function speaker(): ReturnType<typeof claude> {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("hello", { deltas: ["hel", "lo"] });
    await cli.end();
  });
  return claude("go", { transport, includePartialMessages: true });
}

/** All that an agent that nothing is attached to says. */
function unserved(): Promise<AgentEvent[]> {
  return new Promise((resolve, reject) => speaker().pipe(toArray()).subscribe({ next: resolve, error: reject }));
}

function looking(look: (event: AgentEvent) => void): ReturnType<typeof responder> {
  return responder({ kind: "turn_end", name: "looking()" }, look);
}

Deno.test("responder() passes pieces of messages on without a look, and looks at all else behind the Opening", async () => {
  const looked: AgentEvent[] = [];
  const watched = new Watched(speaker().pipe(looking((event) => looked.push(event))));
  assertEquals(await watched.ended, undefined);
  const { kinds, events } = watched;
  assert(kinds.filter((kind) => kind === "stream_event").length >= 2, kinds.join());
  assertEquals(kinds[0], "opening");
  assertEquals(looked, events.slice(1).filter(({ type }) => type !== "stream_event"));
  assert(["system", "assistant", "result", "turn_end"].every((kind) => looked.some(({ type }) => type === kind)));
});

Deno.test("responder() serves agents whose events come in turns", async () => {
  const looked: AgentEvent[] = [];
  const watched = new Watched(merge(speaker(), speaker(), speaker()).pipe(looking((event) => looked.push(event))));
  assertEquals(await watched.ended, undefined);
  assertEquals(watched.outcomes, ["success", "success", "success"]);
  assertEquals(looked.filter(({ type }) => type === "turn_end").length, 3);
});

for (const kind of ["stream_event", "assistant", "turn_end"] as const) {
  Deno.test(`responder() refuses a ${kind} of an agent that it does not serve, right behind one of another's`, async () => {
    const stray = (await unserved()).find(({ type }) => type === kind);
    assert(stray !== undefined);
    const others = new Subject<AgentEvent>();
    const looked: AgentEvent[] = [];
    const watched = new Watched(merge(speaker(), others).pipe(looking((event) => looked.push(event))));
    await watched.untilType("stream_event", 2);
    others.next(stray);
    const error = await watched.ended;
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot use looking() here");
    assert(!looked.includes(stray));
    assert(!watched.events.includes(stray));
  });
}
