import { assert, assertEquals } from "@std/assert";
import { eachVersion } from "../../support/mod.ts";
import { compare } from "./compare.ts";
import { EXCUSES, ORDER_EXCUSES } from "./excuses.ts";
import { REPLACED } from "./normalise.ts";
import { playBoth } from "./run.ts";
import { SCENARIOS } from "./scenarios.ts";

Deno.test("fidelity: there are scenarios enough, each with a name of its own", () => {
  assert(SCENARIOS.length >= 25);
  assertEquals(new Set(SCENARIOS.map(({ name }) => name)).size, SCENARIOS.length);
  const known = new Set(SCENARIOS.map(({ name }) => name));
  assertEquals(ORDER_EXCUSES.filter(({ scenario }) => !known.has(scenario)), []);
});

eachVersion("fidelity: the simulation says what the real one says, frame by frame", async (version) => {
  const rows: string[] = [];
  const failures: unknown[] = [];
  const used = new Set<string>();
  for (const scenario of SCENARIOS) {
    const about = { scenario: scenario.name, version };
    const { real, simulated } = await playBoth(scenario, version);
    const { deviations, excused } = compare(real, simulated, about);
    for (const reason of excused) used.add(reason);
    const verdict = deviations.length > 0 ? "DIFFERENT" : excused.length > 0 ? "excused" : "equal";
    rows.push(`| ${scenario.name} | ${real.frames.length} | ${verdict} | ${excused.join("; ")} |`);
    if (deviations.length > 0) failures.push({ ...about, deviations });
  }
  console.log(table(version, rows));
  assertEquals(failures, []);
  const idle = [...EXCUSES, ...ORDER_EXCUSES].filter(({ versions, reason }) =>
    versions?.includes(version) !== false && !used.has(reason)
  );
  assertEquals(idle, [], "An excuse is not needed any more: remove it");
});

function table(version: string, rows: readonly string[]): string {
  const replaced = Object.entries(REPLACED).map(([kind, keys]) => `- ${kind}: ${keys.join(", ")}`);
  return [
    `\nThe simulation beside claude ${version}. Values of these keys are replaced, and no frame is left out:`,
    ...replaced,
    "",
    "| scenario | frames | | why it is excused |",
    "| --- | --- | --- | --- |",
    ...rows,
  ].join("\n");
}
