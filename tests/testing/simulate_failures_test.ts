import { assert, assertEquals, assertFalse, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { claude } from "../../lib/agent/mod.ts";
import { ProcessError } from "../../lib/process/mod.ts";
import { simulate, type SimulatedCli } from "../../lib/testing/mod.ts";
import { Host } from "./_host.ts";

Deno.test("simulate() ends its process when an expectation fails, and says which step", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt("first");
    await cli.end();
    await cli.prompt("second");
  }, { mayFail: true });
  await host.prompt("first");
  await host.until("result");
  await host.prompt("other");
  const { code, stderr } = await host.gone();
  assertEquals(code, 1);
  const message = 'Cannot go on with the scenario at step 3, prompt("second"): ' +
    'expected a prompt that is "second", but came "other"';
  assertEquals(stderr, `${message}\n`);
  assertEquals(host.simulation.failures.map((error) => error.message), [message]);
});

Deno.test("simulate() fails for a prompt that the scenario does not expect any more, and for a call out of turn", async () => {
  const over = new Host(async (cli) => {
    await cli.prompt();
  }, { mayFail: true });
  await over.prompt("1");
  await over.until("result");
  await over.prompt("2");
  assertEquals((await over.gone()).code, 1);
  assertStringIncludes(over.simulation.failures[0]?.message ?? "", 'Cannot answer the prompt "2"');

  const early = new Host(async (cli) => {
    await cli.text("Too early");
  }, { mayFail: true });
  assertStringIncludes((await early.gone()).stderr, 'step 1, text("Too early"): no turn is open');
});

Deno.test("simulate() does not lose the failure of a step that nobody waits for", async () => {
  const host = new Host(async (cli) => {
    cli.text("Too early");
    await cli.silence();
  }, { mayFail: true });
  assertEquals((await host.gone()).code, 1);
  assertEquals(host.simulation.failures.length, 1);
});

Deno.test("simulate() stops a scenario that never notices that its turn was ended", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    for (;;) await cli.text("Again");
  }, { mayFail: true });
  await host.prompt("x");
  await host.until("assistant:text");
  await host.control({ subtype: "interrupt" });
  assertStringIncludes((await host.gone()).stderr, "look at cli.aborted");
});

Deno.test("simulate() tells on standard error why a scenario failed, and then where", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    await cli.text("Hello");
    assertEquals(1, 2);
  }, { mayFail: true });
  await host.prompt("x");
  const { stderr } = await host.gone();
  const message = host.simulation.failures[0]?.message ?? "";
  assertStringIncludes(message, "Values are not equal");
  assert(stderr.startsWith(`${message}\n`), stderr);
  const place = stderr.trimEnd().split("\n").at(-1);
  assertMatch(place ?? "", /^ {4}at .*\/simulate_failures_test\.ts:\d+:\d+\)?$/);
  assertFalse(stderr.includes("/lib/testing/"), stderr);
});

Deno.test("simulate() tells where a subagent's work failed", async () => {
  const host = new Host(async (cli) => {
    await cli.prompt();
    const task = await cli.task({ description: "Look around" }, () => {
      throw new Error("Nothing to see");
    });
    await task.done;
  }, { mayFail: true });
  await host.prompt("x");
  assertMatch((await host.gone()).stderr, /^Nothing to see\n +at .*\/simulate_failures_test\.ts:\d+:\d+\)?\n/);
});

Deno.test("simulate() shows a script the line of the scenario that failed", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    throw new Error("The plan was another");
  });
  const error = await assertRejects(() => claude("x", { transport }).forEach(() => {}), ProcessError);
  assertMatch(error.message, /ends with: The plan was another\n +at .*\/simulate_failures_test\.ts:\d+:\d+\)?$/);
});

Deno.test("simulate() shows a script that its scenario never called prompt()", async () => {
  const transport = simulate(() => Promise.resolve());
  const error = await assertRejects(() => claude("hi", { transport }).forEach(() => {}), ProcessError);
  assertStringIncludes(
    error.message,
    'ends with: Cannot answer the prompt "hi": the scenario has ended and never called cli.prompt()',
  );
});

Deno.test("simulate() fails for a step with an option that does not exist", async () => {
  const slip = { resullt: "x" } as never;
  const steps: [string, (cli: SimulatedCli) => Promise<unknown>, string][] = [
    ["text", (cli) => cli.text("a", slip), "the options are deltas"],
    ["tool", (cli) => cli.tool("Read", {}, slip), 'did you mean "result"?'],
    ["task", (cli) => cli.task(slip, () => {}), "the options are prompt, description, "],
    ["end", (cli) => cli.end(slip), 'did you mean "result"?'],
    ["fail", (cli) => cli.fail("a", slip), "the options are status, error, costUsd"],
    ["request", (cli) => cli.request("a", {}, slip), "the options are id"],
    ["tool", (cli) => cli.task({}, async (subagent) => void await subagent.tool("Read", {}, slip)), 'mean "result"?'],
  ];
  for (const [name, step, cure] of steps) {
    const host = new Host(async (cli) => {
      await cli.prompt();
      await step(cli);
      await cli.end();
    }, { mayFail: true });
    await host.prompt("1");
    assertEquals((await host.gone()).code, 1);
    const message = host.simulation.failures[0]?.message ?? "";
    assertStringIncludes(message, `Cannot use the option "resullt" of cli.${name}(): it does not exist, `);
    assertStringIncludes(message, cure);
  }
});

Deno.test("simulate() tells of what a scenario throws when its process has gone", async () => {
  const thrown = Promise.withResolvers<void>();
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end({ text: "done" });
    thrown.resolve();
    throw new Error("The plan was another");
  });
  await claude("go", { transport, settingSources: [], onDiagnostic: () => {} }).forEach(() => {});
  await thrown.promise;
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals(transport.failures.map(({ message }) => message), ["The plan was another"]);
});
