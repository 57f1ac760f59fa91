import { assertEquals } from "@std/assert";
import { NEVER, Observable, of, Subject, throwError } from "rxjs";
import { setAgent } from "../../lib/agent/brand.ts";
import type { Agent } from "../../lib/agent/agent.ts";
import { ControlError, type ControlErrorKind } from "../../lib/agent/errors.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { interruptWhen } from "../../lib/operators/interrupt_when.ts";
import { assistantText, result } from "../../lib/testing/frames/mod.ts";
import { macrotask, quietTest } from "../support/no_rejections.ts";
import { EVENTS, marbles } from "./_marbles.ts";

/** An agent that only counts its interrupts. */
function counting(fail?: Error): { agent: Agent; interrupts: () => number; event: AgentEvent; end: AgentEvent } {
  let interrupts = 0;
  const agent = {
    interrupt() {
      interrupts++;
      return fail === undefined ? Promise.resolve({ stillQueued: [] }) : Promise.reject(fail);
    },
  } as Partial<Agent> as Agent;
  const event = assistantText("working");
  const end = { ...EVENTS.r };
  setAgent(event, agent);
  setAgent(end, agent);
  return { agent, interrupts: () => interrupts, event, end };
}

function failure(kind: ControlErrorKind): ControlError {
  return new ControlError(`Cannot interrupt: ${kind}`, { kind, subtype: "interrupt" });
}

Deno.test("interruptWhen() passes every event on, and interrupts each time the notifier emits", () => {
  const { event: m, end: r, interrupts } = counting();
  const values = { ...EVENTS, m, r };
  marbles(({ cold, hot, expectObservable, expectSubscriptions, flush }) => {
    const source = cold<AgentEvent>("-m-m-t---r|", values);
    const notifier = hot("           n-n---n---n--");
    expectObservable(source.pipe(interruptWhen(notifier))).toBe("-m-m-t---r|", values);
    expectSubscriptions(source.subscriptions).toBe("^---------!");
    expectSubscriptions(notifier.subscriptions).toBe("^---------!");
    flush();
  });
  assertEquals(interrupts(), 2, "One before the agent is known, two while it runs, one after its end");
});

Deno.test("interruptWhen() interrupts every agent that flows past", () => {
  const [one, two] = [counting(), counting()];
  const source = new Subject<AgentEvent>();
  const notifier = new Subject<void>();
  source.pipe(interruptWhen(notifier)).subscribe();
  source.next(one.event);
  source.next(two.event);
  notifier.next();
  source.next(one.end);
  notifier.next();
  source.complete();
  notifier.next();
  assertEquals([one.interrupts(), two.interrupts()], [1, 2]);
});

Deno.test("interruptWhen(): the notifier's end means nothing, its error is the stream's", () => {
  const broken = new Error("notifier");
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-t-r|", EVENTS);
    expectObservable(source.pipe(interruptWhen(cold("--|")))).toBe("-o-a-t-r|", EVENTS);
    const failing = cold<AgentEvent>("-o-a-t-r|", EVENTS);
    expectObservable(failing.pipe(interruptWhen(cold("----#", undefined, broken)))).toBe("-o-a#", EVENTS, broken);
    expectSubscriptions(failing.subscriptions).toBe("^---!");
  });
});

Deno.test("interruptWhen() passes the source's error on, and leaves both when it is left", () => {
  const broken = new Error("gone");
  marbles(({ cold, hot, expectObservable, expectSubscriptions }) => {
    expectObservable(cold<AgentEvent>("-o-#", EVENTS, broken).pipe(interruptWhen(NEVER))).toBe("-o-#", EVENTS, broken);
    const source = cold<AgentEvent>("-o----a-|", EVENTS);
    const notifier = hot("           --------");
    expectObservable(source.pipe(interruptWhen(notifier)), "^---!").toBe("-o", EVENTS);
    expectSubscriptions(source.subscriptions).toBe("^---!");
    expectSubscriptions(notifier.subscriptions).toBe("^---!");
  });
});

quietTest("interruptWhen(): nothing to interrupt is no error; a refused interrupt is the stream's", async () => {
  for (const kind of ["not_running", "timeout", "refused"] as const) {
    const { event } = counting(failure(kind));
    const source = new Subject<AgentEvent>();
    const notifier = new Subject<void>();
    let error: unknown;
    source.pipe(interruptWhen(notifier)).subscribe({ error: (each) => error = each });
    source.next(event);
    notifier.next();
    await macrotask();
    assertEquals((error as ControlError | undefined)?.kind, kind === "refused" ? "refused" : undefined);
  }
});

Deno.test("interruptWhen(): a notifier that fails at once does not start the source's agent for long", () => {
  const broken = new Error("notifier");
  let left = 0;
  const source = new Observable<AgentEvent>(() => () => left++);
  let error: unknown;
  source.pipe(interruptWhen(throwError(() => broken))).subscribe({ error: (each) => error = each });
  assertEquals([error, left], [broken, 1]);
});

Deno.test("interruptWhen(): a notifier that emits at once interrupts nothing", () => {
  const { event, interrupts } = counting();
  of(event).pipe(interruptWhen(of(1))).subscribe();
  assertEquals([interrupts(), result().type], [0, "result"]);
});
