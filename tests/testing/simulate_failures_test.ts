import { assertEquals, assertStringIncludes } from "@std/assert";
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
