import { assertEquals } from "@std/assert";
import { from, map, mergeMap, type Observable, toArray } from "rxjs";
import { brand, setAgent } from "../../lib/agent/brand.ts";
import type { Agent } from "../../lib/agent/agent.ts";
import type { AgentEvent, HookRequests, PermissionRequest } from "../../lib/agent/events.ts";
import { claude } from "../../lib/agent/claude.ts";
import { bySubagent } from "../../lib/operators/by_subagent.ts";
import { onHook } from "../../lib/operators/on_hook.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { assistantText, taskNotification, taskStarted } from "../../lib/testing/frames/mod.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { recordedMessages } from "../support/transcripts.ts";
import { EVENTS, marbles } from "./_marbles.ts";

const VALUES = {
  ...EVENTS,
  x: taskStarted("task-1", { tool_use_id: "tool-1" }),
  n: taskNotification("task-1", { tool_use_id: "tool-1" }),
};

Deno.test("bySubagent() gives the main agent's events and each subagent's apart, and ends a group with its task", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("     -o-x-a-s-n-b-r|", VALUES);
    const main = cold("                    o---a-----b-(r|)", VALUES);
    const own = cold("                       x---s-(n|)", VALUES);
    expectObservable(source.pipe(bySubagent(), map(plain))).toBe("-m-w----------|", { m: main, w: own });
    expectSubscriptions(source.subscriptions).toBe("^-------------!");
  });
});

Deno.test("bySubagent() passes an error to every group, and lets go when it is left", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-a-s-#", VALUES);
    const main = cold("               a---#", VALUES);
    const own = cold("                  s-#", VALUES);
    expectObservable(source.pipe(bySubagent(), map(plain))).toBe("-m-w-#", { m: main, w: own });
    expectSubscriptions(source.subscriptions).toBe("^----!");
  });
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-a-s-a", VALUES);
    expectObservable(source.pipe(bySubagent(), map(({ key }) => key ?? "main")), "^---!").toBe("-m-w", {
      m: "main",
      w: "tool-1",
    });
    expectSubscriptions(source.subscriptions).toBe("^---!");
  });
});

Deno.test("bySubagent(): requests belong to who makes them, known by the subagent's id", () => {
  const request = (subagentId?: string) =>
    brand("permission", { type: "permission", toolName: "Bash", subagentId } as PermissionRequest);
  const hook = (agent_id?: string) =>
    brand("hook", { type: "hook", event: "PreToolUse", input: { agent_id } } as unknown as HookRequests["PreToolUse"]);
  const events: AgentEvent[] = [
    request(),
    request("task-1"),
    VALUES.x,
    request("task-1"),
    request("task-2"),
    hook("task-1"),
    hook(),
    taskStarted("task-3", { tool_use_id: "tool-3", task_type: "local_bash" }),
  ];
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>(
      "(abcdefgh|)",
      Object.fromEntries(events.map((event, at) => ["abcdefgh"[at]!, event])),
    );
    const lists = source.pipe(bySubagent(), mergeMap((group) => group.pipe(toArray(), map((all) => [group.key, all]))));
    expectObservable(lists).toBe("(xy|)", {
      x: [undefined, [events[0], events[1], events[4], events[6], events[7]]],
      y: ["tool-1", [events[2], events[3], events[5]]],
    });
  });
});

Deno.test("bySubagent(): behind a merge each agent has groups of its own", () => {
  const values = { a: assistantText("a"), b: assistantText("b"), c: assistantText("c") };
  const [one, two] = [{}, {}] as Agent[];
  setAgent(values.a, one!);
  setAgent(values.b, two!);
  setAgent(values.c, one!);
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("a-b-c-|", values);
    const lists = source.pipe(bySubagent(), mergeMap((group) => group.pipe(toArray())));
    expectObservable(lists).toBe("------(xy|)", { x: [values.a, values.c], y: [values.b] });
  });
});

Deno.test("bySubagent() takes recorded parallel subagents of 2.1.332 apart", () => {
  const frames = recordedMessages().filter(({ name }) => name === "subagents-parallel-asks").map(({ frame }) => frame);
  const said: Record<string, string[]> = {};
  from(frames as unknown as AgentEvent[]).pipe(bySubagent()).subscribe((group) =>
    group.subscribe((event) => {
      const { type, subtype } = event as { type: string; subtype?: string };
      (said[group.key ?? "main"] ??= []).push(subtype ?? type);
    })
  );
  assertEquals(Object.keys(said).sort(), ["main", "toolu_551_0", "toolu_551_1"]);
  for (const key of ["toolu_551_0", "toolu_551_1"]) {
    assertEquals([said[key]?.[0], said[key]?.at(-1)], ["task_started", "task_notification"]);
    assertEquals(said[key]?.filter((kind) => kind === "assistant").length, 1);
  }
});

Deno.test("bySubagent() behind responders: a subagent's requests stand in its group", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.task({ description: "Look", background: false }, async (subagent) => {
      await subagent.tool("Bash", { command: "ls" });
    });
    await cli.tool("Bash", { command: "pwd" });
    await cli.end();
  });
  const seen: string[] = [];
  await claude("go", { transport, settingSources: [] }).pipe(
    onHook("PreToolUse", () => undefined),
    onPermission((request) => request.allow()),
    bySubagent(),
    mergeMap((group) => group.pipe(map((event) => `${group.key ?? "main"} ${event.type}`))),
  ).forEach((each) => {
    if (/permission|hook/.test(each)) seen.push(each);
  });
  // The first is the call that starts the subagent, about which the CLI does not ask.
  assertEquals(seen, [
    "main hook",
    "toolu_001 hook",
    "toolu_001 permission",
    "main hook",
    "main permission",
  ]);
});

/** The group without its key, which cold observables do not have. */
function plain(group: Observable<AgentEvent>): Observable<AgentEvent> {
  return group.pipe(map((event) => event));
}
