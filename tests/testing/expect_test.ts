import { Observable, share } from "rxjs";
import {
  assertEquals,
  assertInstanceOf,
  AssertionError,
  assertRejects,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { claude } from "../../lib/agent/claude.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { allowTools, denyTools, texts } from "../../lib/operators/mod.ts";
import {
  expectDecisions,
  expectTurns,
  marbleEvents,
  marbles,
  type Scenario,
  simulate,
  turnEnd,
} from "../../lib/testing/mod.ts";

const quiet = { settingSources: [], onDiagnostic: () => {} };

async function twoTurns(cli: Parameters<Scenario>[0]): Promise<void> {
  await cli.prompt("one");
  await cli.tool("Bash", { command: "make test" });
  await cli.tool("Bash", { command: "git push" });
  await cli.end({ text: "First", costUsd: 0.25 });
  await cli.prompt("two");
  await cli.fail("API Error: 500");
}

function run(scenario: Scenario = twoTurns): Observable<AgentEvent> {
  const transport = simulate(scenario);
  return claude(["one", "two"], { ...quiet, transport })
    .pipe(denyTools("Bash(git push)"), allowTools("Bash(make *)"), share());
}

async function failure(promise: Promise<unknown>): Promise<string> {
  return (await assertRejects(() => promise, AssertionError)).message;
}

Deno.test("expectTurns() gives the turns, where they are as expected in every way that can be said", async () => {
  const turns = await expectTurns(run(), [
    { text: /^Fi/, outcome: "success", costUsd: 0.25, tools: ["Bash", "Bash"], denied: ["Bash"] },
    { outcome: "error", tools: [] },
  ]);
  assertEquals(turns.map(({ index }) => index), [0, 1]);
  await expectTurns(run(), ["First", /API Error/]);
});

Deno.test("expectTurns() shows all turns, each with its number and what is wrong with it", async () => {
  const message = await failure(
    expectTurns(run(), [{ text: "First", outcome: "error", costUsd: 1, tools: ["Read"], denied: [] }, /500/, "Third"]),
  );
  assertEquals(message.split("\n"), [
    "Expected 3 turns (-), and 2 came (+):",
    '- 1. {"text":"First","outcome":"error","costUsd":1,"tools":["Read"],"denied":[]}',
    '+ 1. {"outcome":"success","text":"First"}, another outcome, cost 0.25, tools ["Bash","Bash"], denied ["Bash"]',
    '  2. {"outcome":"error","text":"API Error: 500"}',
    '- 3. {"text":"Third"}',
  ]);
  assertEquals(
    (await failure(expectTurns(run(), ["First"]))).split("\n").at(-1),
    '+ 2. {"outcome":"error","text":"API Error: 500"}',
  );
});

Deno.test("expectTurns() rejects with the run's own error", async () => {
  const crash = run(async (cli) => {
    await cli.prompt();
    cli.crash("out of memory");
  });
  const error = await assertRejects(() => expectTurns(crash, ["First"]));
  assertEquals(error instanceof AssertionError, false);
});

Deno.test("expectDecisions() passes over what was not decided, and compares the rest", async () => {
  const records = await expectDecisions(run(), [
    { decision: "allow", toolName: "Bash", input: { command: "make test" }, by: "allowTools()", door: "permission" },
    { decision: "deny", rule: "Bash(git push)", cause: "gate", message: /denies this call/ },
  ]);
  assertEquals(records.map(({ decision }) => decision), ["allow", "deny"]);
  await expectDecisions(run(), ["allow Bash", "deny"]);
});

Deno.test("expectDecisions() shows what was expected and what came", async () => {
  const lines = (await failure(expectDecisions(run(), ["allow Read", { decision: "deny" }, "deny Bash"]))).split("\n");
  assertEquals(lines[0], "Expected 3 decisions (-), and 2 came (+):");
  assertEquals(lines[1], '- 1. {"decision":"allow","toolName":"Read"}');
  assertEquals(
    lines[2]?.startsWith('+ 1. {"decision":"allow","toolName":"Bash","input":{"command":"make test"}'),
    true,
  );
  assertEquals(lines[2]?.endsWith(", another toolName"), true);
  assertEquals(lines.at(-1), '- 3. {"decision":"deny","toolName":"Bash"}');
});

Deno.test("expectTurns() and expectDecisions() look at one run, where it is shared", async () => {
  const events = run();
  await Promise.all([
    expectTurns(events, ["First", { outcome: "error" }]),
    expectDecisions(events, ["allow Bash", "deny Bash"]),
  ]);
});

Deno.test("marbles() passes and fails as the diagram says, with events of all letters", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const events = cold("o-i-a-b-t-x-u-r|", marbleEvents({ x: turnEnd({ text: "own" }) }));
    expectObservable(events.pipe(texts())).toBe("----a-b--------|", { a: "hello", b: "world" });
    expectSubscriptions(events.subscriptions).toBe("^--------------!");
  });
  const error = assertThrows(() =>
    marbles(({ cold, expectObservable }) => {
      expectObservable(cold("a|", marbleEvents()).pipe(texts())).toBe("a|", { a: "bye" });
    })
  );
  assertInstanceOf(error, AssertionError);
});

Deno.test("expectTurns() refuses what would hold whatever came, before anything runs", async () => {
  const never = new Observable<AgentEvent>(() => {
    throw new Error("Subscribed");
  });
  const wrong: [unknown, string][] = [
    [{ txt: "First" }, 'Cannot expect "txt" of a turn: there is no such field, the fields are text, outcome'],
    [5, "Cannot expect 5 of a turn"],
    [null, "Cannot expect null of a turn"],
    [["First"], 'Cannot expect ["First"] of a turn'],
  ];
  for (const [expected, message] of wrong) {
    await assertRejects(() => expectTurns(never, [expected as string]), TypeError, message);
  }
});

Deno.test("expectDecisions() refuses what would hold whatever came, before anything runs", async () => {
  const never = new Observable<AgentEvent>(() => {
    throw new Error("Subscribed");
  });
  const wrong: [unknown, string][] = [
    [{ tool: undefined }, 'Cannot expect "tool" of a decision'],
    [5, "Cannot expect 5 of a decision"],
    ["allow Bash Write", 'Cannot expect the decision "allow Bash Write": say the verdict and the tool'],
  ];
  for (const [expected, message] of wrong) {
    await assertRejects(() => expectDecisions(never, [expected as string]), TypeError, message);
  }
});

Deno.test("expectDecisions() holds a pattern against its own field, and a text that is absent fits none", async () => {
  const patterns: [object, string][] = [
    [{ toolName: /^Write$/ }, "another toolName"],
    [{ rule: /^Read/ }, "another rule"],
    [{ message: /.*/ }, "another message"],
  ];
  for (const [expected, what] of patterns) {
    assertStringIncludes(await failure(expectDecisions(run(), [expected, "deny Bash"])), what);
  }
});
