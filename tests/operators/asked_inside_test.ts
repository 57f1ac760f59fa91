import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { agentOf, claude, iterate, pacedMap, StalledError } from "@turnstream/turnstream";
import { simulate } from "@turnstream/turnstream/testing";
import { quietTest } from "../support/no_rejections.ts";

/** Says much more than a consumer takes in, ends its turn, and would take another prompt. */
function talkative() {
  return simulate(async (cli) => {
    await cli.prompt();
    for (let count = 0; count < 40; count++) await cli.text(`text ${count}`);
    await cli.end();
    await cli.prompt();
    await cli.end();
  });
}

quietTest(
  "iterate: a loop that awaits agent.ask for a turn that it holds up gets a StalledError by limits.stallMs",
  async () => {
    const events = claude("go", { transport: talkative(), limits: { stallMs: 100 } });
    const error = await assertRejects(async () => {
      for await (const event of iterate(events, { highWaterMark: 1 })) {
        if (event.type === "assistant") await agentOf(event).ask("more");
      }
    }, StalledError);
    assertEquals(error.phase, "consumer");
    assertStringIncludes(error.message, "beside pacedMap or iterate");
  },
);

quietTest("pacedMap: the same in a chain", async () => {
  const error = await claude("go", { transport: talkative(), limits: { stallMs: 100 } }).pipe(
    pacedMap(async (event) => event.type === "assistant" ? [await agentOf(event).ask("more")] : [], {
      highWaterMark: 1,
    }),
  ).forEach(() => {}).catch((error) => error);
  assertInstanceOf(error, StalledError);
});

quietTest("iterate: a loop that asks and goes on gets its turn when it has taken what waits", async () => {
  const asked: Promise<string>[] = [];
  const events = claude("go", { transport: talkative(), limits: { stallMs: 60_000 } });
  for await (const event of iterate(events, { highWaterMark: 1 })) {
    if (event.type === "assistant" && asked.length === 0) {
      asked.push(agentOf(event).ask("more").then(({ outcome }) => outcome));
    }
  }
  assertEquals(await Promise.all(asked), ["success"]);
});
