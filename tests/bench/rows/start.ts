import { bundle, compile } from "../setup/pack_script.ts";
import { userConfig } from "../setup/user_config.ts";
import { quotient, REFERENCE, sideBySide } from "../side_by_side.ts";
import type { Bench, Case, Contestant, Measurement, Quantity, Row, Section, Setup } from "../types.ts";

const SCRIPT = "consumers/turnstream_start.ts";
const SDK_SCRIPT = "consumers/sdk_start.mjs";
/** Starts are short and vary much: this many rounds for each one that was asked for. */
const ROUNDS = 3;

const sdkOnNode = contestant(REFERENCE, ({ root, node }) => [node, `${root}tests/bench/${SDK_SCRIPT}`]);
const sdkOnDeno = contestant("SDK on Deno", ({ root, deno, sdkFolder }) => [
  ...[deno, "run", "-A", "--config", `${sdkFolder}deno.json`],
  `${root}tests/bench/${SDK_SCRIPT}`,
]);
const bare = contestant("bare Deno", ({ root, deno }) => [
  ...[deno, "run", "--allow-run", "--no-config"],
  `${root}tests/bench/consumers/bare_start.ts`,
]);

const milliseconds: Quantity = {
  name: "ms",
  of: ({ reports, startedAt }) => (reports[0]!.firstByte - startedAt) / 1e6,
};

/** How long it takes until the agent hears of its script. */
export const start: Row = {
  number: 6,
  name: "start",
  title: "Start to the first byte on the agent's standard input",
  run,
};

async function run(bench: Bench): Promise<Section> {
  const { setup } = bench;
  const config = await userConfig(setup);
  const script = contestant("Turnstream", ({ root, deno }) => [
    ...[deno, "run", "--allow-run", "--config", config],
    `${root}tests/bench/${SCRIPT}`,
  ]);
  const file = await bundle(setup, SCRIPT);
  const bundled = contestant("Turnstream, bundled", ({ deno }) => [deno, "run", "--allow-run", "--no-config", file]);
  const program = await compile(setup, SCRIPT);
  const compiled = program === undefined ? [] : [contestant("Turnstream, compiled", () => [program])];
  const warm: Case = {
    name: "warm",
    work: {},
    contestants: [script, bundled, ...compiled, sdkOnNode, sdkOnDeno, bare],
    check: begun,
  };
  // The first start of a script fills caches, and the second one what is made of them.
  for (const each of [...warm.contestants, ...warm.contestants]) await bench.measure(each, warm);
  const place = { case: warm.name, contestant: script.name, quantity: milliseconds.name };
  const row = sideBySide({
    ...start,
    about: [
      "From right before the consumer's process is started to the first byte that the producer reads: `deno run --allow-run` " +
      "of a script that imports the package, with a `deno.json` of its own; of the same script as one file (`deno bundle " +
      "--minify`); the shortest script that does the same by the SDK; and bare Deno, which imports nothing, as the floor. Each " +
      "has run before. " +
      (program === undefined ? "`deno compile` could not fetch what it needs here." : "Compiled is `deno compile`."),
    ],
    cases: [warm],
    quantities: [milliseconds],
    goals: [
      { text: "a script that imports the package", atMost: 0.5, of: quotient(place) },
      { text: "the script bundled", atMost: 0.35, of: quotient({ ...place, contestant: bundled.name }) },
    ],
  });
  const rounds = bench.rounds * ROUNDS;
  return { ...await row.run({ ...bench, rounds }), rounds };
}

/** Finds out whether it began at all, and whether the script came to its end. */
function begun({ values, reports, startedAt }: Measurement): string | undefined {
  if (reports.length !== 1 || !(reports[0]!.firstByte > startedAt)) return "No byte came";
  return values.good === 1 ? undefined : "The turn did not succeed";
}

/** A contestant that is given the producer as its last argument. */
function contestant(name: string, command: (setup: Setup) => readonly string[]): Contestant {
  return {
    name,
    command: (setup) => {
      const [program, ...args] = command(setup);
      return { program: program!, args: [...args, setup.producer] };
    },
  };
}
