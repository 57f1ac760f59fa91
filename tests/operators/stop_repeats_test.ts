import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { denyTools } from "../../lib/operators/deny_tools.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { stopRepeats } from "../../lib/operators/stop_repeats.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import type { SimulatedCli } from "../../lib/testing/scenario.ts";
import { passesOn, play, playCalls } from "./_policy.ts";

/** Asks for the same thing until the turn is ended by others, and tells how often. */
async function insist(cli: SimulatedCli, command = "git push"): Promise<number> {
  let asked = 0;
  while (!cli.aborted && asked < 10) {
    asked++;
    await cli.tool("Bash", { command });
  }
  return asked;
}

Deno.test("stopRepeats() passes every event on", () => passesOn(() => stopRepeats()));

Deno.test("perm-04: stopRepeats() ends the turn at the N-th equal request, as denied", async () => {
  const counts: number[] = [];
  const { turns } = await play(stopRepeats(4), async (cli) => {
    for (let turn = 0; turn < 2; turn++) {
      await cli.prompt();
      counts.push(await insist(cli));
    }
  }, { prompts: ["one", "two"] });
  assertEquals(counts, [4, 4]); // Each turn begins anew.
  assertEquals(turns.map(({ outcome }) => outcome), ["denied", "denied"]);
});

Deno.test("perm-04: without stopRepeats() a deny is repeated as often as it is asked", async () => {
  const { behaviors } = await playCalls(onPermission((request) => request.deny("No")), [
    ["Bash", { command: "git push" }],
    ["Bash", { command: "git push" }],
    ["Bash", { command: "git push" }],
    ["Bash", { command: "git push" }],
    ["Bash", { command: "git push" }],
  ]);
  assertEquals(behaviors, ["deny", "deny", "deny", "deny", "deny"]);
});

Deno.test("stopRepeats() says why, and counts no calls that differ, were allowed, or are another's", async () => {
  const messages: (string | undefined)[] = [];
  await play(pipe(stopRepeats(2), allowTools("Bash(make)")), async (cli) => {
    await cli.prompt();
    const use = async (command: string) => messages.push((await cli.tool("Bash", { command })).message);
    await use("git push");
    await use("git pull");
    for (let i = 0; i < 3; i++) await use("make");
    await cli.task({ prompt: "push", background: false }, async (subagent) => {
      messages.push((await subagent.tool("Bash", { command: "git push" })).message);
    });
    await use("git push");
    if (!cli.aborted) await cli.end();
  });
  const nobody = "No policy allowed the tool Bash";
  assertStringIncludes(messages[0]!, nobody);
  assertStringIncludes(messages[1]!, nobody);
  assertEquals(messages.slice(2, 5), [undefined, undefined, undefined]);
  assertStringIncludes(messages[5]!, nobody);
  assertEquals(messages[6], "The same call was refused once before, so the turn ends");
});

Deno.test("stopRepeats() takes the order of fields for no difference", async () => {
  const { turns } = await play(stopRepeats(2), async (cli) => {
    await cli.prompt();
    await cli.tool("Bash", { command: "git push", description: "Push" });
    await cli.tool("Bash", { description: "Push", command: "git push" });
    if (!cli.aborted) await cli.end();
  });
  assertEquals(turns.map(({ outcome }) => outcome), ["denied"]);
});

for (
  const [what, policy] of [
    ["a responder that stands before it", pipe(onPermission((request) => request.deny("No")), stopRepeats(3))],
    ["a gate", pipe(denyTools("Bash(git push)"), stopRepeats(3))],
  ] as const
) {
  Deno.test(`stopRepeats() interrupts what ${what} refuses each time`, async () => {
    let count = 0;
    const written: unknown[] = [];
    const { turns } = await play(policy, async (cli) => {
      await cli.prompt();
      while (!cli.aborted && count < 3) {
        count++;
        await cli.tool("Bash", { command: "git push" });
      }
      await cli.silence();
      written.push(...cli.received.slice(-2).map(({ type, request }) => request?.subtype ?? type));
    });
    assertEquals(written, ["control_response", "interrupt"]); // The refusal first.
    assertEquals([count, turns.map(({ outcome }) => outcome)], [3, ["interrupted"]]);
  });
}

Deno.test("stopRepeats() refuses a limit that is none", () => {
  for (const limit of [1, 0, -1, 2.5, NaN, "3" as never]) {
    assertThrows(() => stopRepeats(limit), UsageError, "a whole number above 1");
  }
});
