import { assertEquals, assertStringIncludes } from "@std/assert";
import { quotient, sideBySide } from "./side_by_side.ts";
import type { Bench, Contestant, Measurement, Setup } from "./types.ts";

const ours = contestant("Turnstream");
const sdk = contestant("SDK on Node");
const row = sideBySide({
  number: 1,
  name: "row",
  title: "Row",
  about: ["About."],
  cases: [{ name: "small", work: {}, contestants: [ours, sdk] }, { name: "big", work: {}, contestants: [ours] }],
  quantities: [{ name: "speed", of: ({ values }) => values.speed! }],
  goals: [
    { text: "fast", atLeast: 2, of: quotient({ case: "small", contestant: "Turnstream", quantity: "speed" }) },
    {
      text: "even",
      atMost: 2,
      of: quotient({ case: "big", contestant: "Turnstream", quantity: "speed" }, { case: "small" }),
    },
  ],
});

Deno.test("sideBySide() starts every contestant of every case in every round, in turned order", async () => {
  const started: string[] = [];
  await row.run(bench(2, (name, one) => {
    started.push(`${one} ${name}`);
    return 1;
  }));
  assertEquals(started, [
    ...["small Turnstream", "small SDK on Node", "big Turnstream"],
    ...["small SDK on Node", "small Turnstream", "big Turnstream"],
  ]);
});

Deno.test("sideBySide() takes the median of the ratios of each round, and not the ratio of the medians", async () => {
  const speeds = { Turnstream: [30, 10, 40], "SDK on Node": [10, 5, 40] };
  const counts: Record<string, number> = { Turnstream: 0, "SDK on Node": 0 };
  const section = await row.run(bench(3, (name, one) => {
    if (one === "big") return 15;
    const all = name === "Turnstream" ? speeds.Turnstream : speeds["SDK on Node"];
    return all[counts[name]!++]!;
  }));
  assertEquals(section.goals.map(({ today, reached }) => [today, reached]), [["2.00 ×", true], ["0.50 ×", true]]);
});

Deno.test("sideBySide() shows medians, with ratios only where the SDK took part", async () => {
  const { body } = await row.run(bench(1, (name) => name === "Turnstream" ? 30 : 10));
  assertEquals(body.filter((part) => !part.startsWith("|")), ["About.", "**small**", "**big**"]);
  assertStringIncludes(body[2]!, "| contestant  | speed | ÷ SDK |");
  assertStringIncludes(body[2]!, "| Turnstream  |  30.0 |  3.00 |");
  assertStringIncludes(body[4]!, "| contestant | speed |\n");
});

function contestant(name: string): Contestant {
  return { name, command: () => ({ program: name, args: [] }) };
}

function bench(rounds: number, speedOf: (name: string, one: string) => number): Bench {
  return {
    setup: {} as Setup,
    rounds,
    measure: ({ name }, one): Promise<Measurement> =>
      Promise.resolve({ values: { speed: speedOf(name, one.name) }, reports: [], startedAt: 0 }),
    say: () => {},
  };
}
