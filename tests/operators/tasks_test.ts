import { assertEquals } from "@std/assert";
import { from } from "rxjs";
import { setAgent } from "../../lib/agent/brand.ts";
import type { Agent } from "../../lib/agent/agent.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { tasks, type TrackedTask } from "../../lib/operators/tasks.ts";
import { taskNotification, taskStarted } from "../../lib/testing/frames/mod.ts";
import { recordedMessages } from "../support/transcripts.ts";
import { EVENTS, marbles } from "./_marbles.ts";

const USAGE = { total_tokens: 32, tool_uses: 1, duration_ms: 5 };
const base = { session_id: "s", uuid: "u", type: "system" } as const;
const VALUES = {
  ...EVENTS,
  s: taskStarted("one", {
    tool_use_id: "tool-1",
    subagent_type: "helper",
    description: "Count",
    is_backgrounded: true,
  }),
  p: { ...base, subtype: "task_progress", task_id: "one", usage: USAGE, last_tool_name: "Read" } as AgentEvent,
  q: { ...base, subtype: "task_updated", task_id: "one", patch: { status: "completed" } } as AgentEvent,
  n: taskNotification("one", { status: "completed", summary: "Three", output_file: "/tmp/one" }),
  z: taskNotification("never", {}),
};
const STARTED: TrackedTask = {
  id: "one",
  toolUseId: "tool-1",
  kind: "local_agent",
  subagentType: "helper",
  description: "Count",
  background: true,
  status: "running",
  ended: false,
  summary: undefined,
  usage: undefined,
  lastTool: undefined,
  outputFile: undefined,
  error: undefined,
};
const WORKING: TrackedTask = { ...STARTED, usage: USAGE, lastTool: "Read" };
const DONE: TrackedTask = { ...WORKING, status: "completed" };
const ENDED: TrackedTask = { ...DONE, ended: true, summary: "Three", outputFile: "/tmp/one" };
const TOLD = { S: STARTED, P: WORKING, Q: DONE, N: ENDED, X: { ...WORKING, ended: true } };

Deno.test("tasks() tells how a task stands whenever that changes, the last time with ended", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("     -o-s-a-p-q-n-p-t-r|", VALUES);
    expectObservable(source.pipe(tasks())).toBe("---S---P-Q-N------|", TOLD);
    expectSubscriptions(source.subscriptions).toBe("^-----------------!");
  });
});

Deno.test("tasks(): what runs when the agent ends comes once more; what never began does not come", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("-z-s-p-r|", VALUES).pipe(tasks())).toBe("---S-P-X|", TOLD);
    expectObservable(cold<AgentEvent>("-s-p-|", VALUES).pipe(tasks())).toBe("-S-P-(X|)", TOLD);
  });
});

Deno.test("tasks(): a task that goes on under its id begins anew", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("-s-n-s-n-|", VALUES).pipe(tasks())).toBe("-S-N-S-N-|", {
      ...TOLD,
      N: { ...STARTED, status: "completed", ended: true, summary: "Three", outputFile: "/tmp/one" },
    });
  });
});

Deno.test("tasks() passes an error on, and lets go when it is left", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("-s-#", VALUES).pipe(tasks())).toBe("-S-#", TOLD);
  });
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-s-p-", VALUES);
    expectObservable(source.pipe(tasks()), "^-!").toBe("-S", TOLD);
    expectSubscriptions(source.subscriptions).toBe("^-!");
  });
});

Deno.test("tasks(): behind a merge each agent has tasks of its own", () => {
  const values = { a: taskStarted("one"), b: taskStarted("one"), c: taskNotification("one", { status: "failed" }) };
  const [one, two] = [{}, {}] as Agent[];
  setAgent(values.a, one!);
  setAgent(values.b, two!);
  setAgent(values.c, two!);
  const told: string[] = [];
  marbles(({ cold, flush }) => {
    cold<AgentEvent>("abc|", values).pipe(tasks()).subscribe(({ status, ended }) => told.push(`${status} ${ended}`));
    flush();
  });
  assertEquals(told, ["running false", "running false", "failed true", "running true"]);
});

Deno.test("tasks() follows the recorded subagent of 2.1.332 to its end", () => {
  const frames = recordedMessages().filter(({ name }) => name === "subagent-background").map(({ frame }) => frame);
  const told: TrackedTask[] = [];
  from(frames as unknown as AgentEvent[]).pipe(tasks()).subscribe((task) => told.push(task));
  assertEquals(told.at(0)?.status, "running");
  const last = told.at(-1);
  assertEquals([last?.status, last?.ended, last?.summary, last?.background], ["completed", true, "sub finished", true]);
  assertEquals(told.filter(({ ended }) => ended).length, 1);
});
