import { map, mergeMap, toArray } from "rxjs";
import { setAgent } from "../../lib/agent/brand.ts";
import type { Agent } from "../../lib/agent/agent.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { windowTurns } from "../../lib/operators/window_turns.ts";
import { assistantText, canUseTool, result, sessionState, taskNotification } from "../../lib/testing/frames/mod.ts";
import { EVENTS, marbles, turnEnd } from "./_marbles.ts";

Deno.test("windowTurns() nests each turn's events, its turn_end the last", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("  -o-a-b-t-a-u-r|", EVENTS);
    const x = cold("                      a-b-(t|)", EVENTS);
    const y = cold("                            a-(u|)", EVENTS);
    expectObservable(source.pipe(windowTurns())).toBe("---x-----y----|", { x, y });
    expectSubscriptions(source.subscriptions).toBe("^-------------!");
  });
});

Deno.test("windowTurns(): what comes between turns opens none", () => {
  const values = {
    ...EVENTS,
    w: sessionState("idle"),
    n: taskNotification("task-1"),
    e: { type: "diagnostic", kind: "noise", message: "x" } as AgentEvent,
    f: result(),
  };
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("-o-w-i-a-f-t-w-n-s-e-r|", values);
    const x = cold("                      i-a-f-(t|)", values);
    expectObservable(source.pipe(windowTurns())).toBe("-----x----------------|", { x });
  });
});

Deno.test("windowTurns(): requests and news in a turn are part of it", () => {
  const values = { ...EVENTS, w: sessionState("requires_action"), p: canUseTool("Bash", {}) as never };
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("-i-w-p-t-|", values);
    const x = cold("                  i-w-p-(t|)", values);
    expectObservable(source.pipe(windowTurns())).toBe("-x-------|", { x });
  });
});

Deno.test("windowTurns(): behind a merge each agent has turns of its own", () => {
  const values = {
    a: assistantText("a"),
    t: turnEnd({ text: "a" }),
    b: assistantText("b"),
    u: turnEnd({ text: "b" }),
  };
  const [one, two] = [{}, {}] as Agent[];
  setAgent(values.a, one!);
  setAgent(values.t, one!);
  setAgent(values.b, two!);
  setAgent(values.u, two!);
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("a-b-t-u-|", values);
    const lists = source.pipe(windowTurns(), mergeMap((turn) => turn.pipe(toArray())), map((events) => events));
    expectObservable(lists).toBe("----x-y-|", { x: [values.a, values.t], y: [values.b, values.u] });
  });
});

Deno.test("windowTurns(): the source's error is each open window's too, and its end closes them", () => {
  const broken = new Error("gone");
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("-a-#", EVENTS, broken);
    const x = cold("                  a-#", EVENTS, broken);
    expectObservable(source.pipe(windowTurns())).toBe("-x-#", { x }, broken);
    const ended = cold<AgentEvent>("-a-|", EVENTS);
    const y = cold("                 a-|", EVENTS);
    expectObservable(ended.pipe(windowTurns())).toBe("-y-|", { y });
  });
});

Deno.test("windowTurns(): who leaves, leaves the source", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o---a-t-|", EVENTS);
    expectObservable(source.pipe(windowTurns()), "^---!").toBe("-----");
    expectSubscriptions(source.subscriptions).toBe("^---!");
  });
});
