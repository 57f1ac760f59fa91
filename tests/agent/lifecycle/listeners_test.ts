import { assertEquals } from "@std/assert";
import { forkJoin, from, last, mergeMap, toArray } from "rxjs";
import { claude } from "../../../lib/agent/claude.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { farEnd, serve } from "./_far_end.ts";
import { Watch } from "./_session.ts";

/** A signal that counts who listens to it. */
function countingSignal(): { signal: AbortSignal; listening(): number; most(): number } {
  const { signal } = new AbortController();
  const listeners = new Set<unknown>();
  let most = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  Object.defineProperties(signal, {
    addEventListener: {
      value: (type: string, listener: EventListener) => {
        listeners.add(listener);
        most = Math.max(most, listeners.size);
        add(type, listener);
      },
    },
    removeEventListener: {
      value: (type: string, listener: EventListener) => {
        listeners.delete(listener);
        remove(type, listener);
      },
    },
  });
  return { signal, listening: () => listeners.size, most: () => most };
}

quietTest("mem-01: 50 sessions, 20 of them at once, share one AbortSignal and leave no listener behind", async () => {
  const { signal, listening, most } = countingSignal();
  const transport = () => {
    const cli = farEnd();
    serve(cli);
    return cli;
  };
  const sessions = from(Array.from({ length: 50 }, (_, index) => `task ${index}`)).pipe(
    mergeMap((task) => claude(task, { transport, signal }).pipe(last()), 20),
    toArray(),
  );
  const watch = new Watch(forkJoin([sessions]));
  await watch.complete();
  const [ends] = watch.events[0]!;
  assertEquals(ends.map((event) => event.type), Array.from({ length: 50 }, () => "run_end"));
  assertEquals([most(), listening()], [20, 0]);
});

quietTest("a signal keeps no listener of a run that was left, failed, or never started", async () => {
  const { signal, listening } = countingSignal();
  claude("one", { transport: farEnd, signal }).subscribe().unsubscribe();
  const dying = farEnd();
  const watch = new Watch(claude("two", { transport: dying, signal }));
  await dying.until("initialize");
  dying.exit(1);
  await watch.error();
  await new Watch(claude("three", { transport: () => null as never, signal })).error();
  assertEquals(listening(), 0);
});
