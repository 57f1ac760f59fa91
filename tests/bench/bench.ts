/**
 * Measures Turnstream beside the official SDK and others, and writes the ratios beside the goals into `RESULTS.md`.
 *
 * `deno task bench [--only NAME …] [--rounds N] [--twin]`. It fails when a consumer is wrong or breaks, never on a time.
 * Interrupted, it ends what it has started, and keeps the rows that were done.
 *
 * @module
 */
import { readArguments } from "./arguments.ts";
import { measure } from "./measure.ts";
import { readSections, writeSections } from "./results.ts";
import { ROWS } from "./rows.ts";
import { failureText, sectionText } from "./section_text.ts";
import { busyCores } from "./setup/machine.ts";
import { prepare } from "./setup/prepare.ts";
import type { Bench, Row, Setup } from "./types.ts";

const ROOT = decodeURIComponent(new URL("../../", import.meta.url).pathname);
const RESULTS = `${ROOT}tests/bench/RESULTS.md`;
const NAMES = ROWS.map(({ name }) => name);

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(args, NAMES);
  if (typeof asked === "string") {
    console.error(asked);
    return 2;
  }
  console.error("Fetching and building what is needed");
  let setup: Setup;
  try {
    setup = await prepare(ROOT, asked.twin);
  } catch (error) {
    console.error(messageOf(error));
    return 1;
  }
  const interrupted = interruption();
  let failed = 0;
  for (const row of ROWS.filter(({ name }) => asked.only.includes(name))) {
    const { text, good } = await runRow(row, { setup, rounds: asked.rounds, interrupted });
    if (interrupted.aborted) {
      console.error(`\nInterrupted in the row ${row.name}; the rows before it are in tests/bench/RESULTS.md`);
      return 130;
    }
    if (!good) failed++;
    console.log(`\n${text}`);
    const sections = readSections(await readIfThere(RESULTS)).set(row.name, text);
    await Deno.writeTextFile(RESULTS, writeSections(sections, NAMES));
  }
  console.error(
    `\n${
      failed === 0 ? "Written" : `${failed} of ${asked.only.length} rows failed; written`
    } to tests/bench/RESULTS.md`,
  );
  return failed === 0 ? 0 : 1;
}

/** Fires when the person, or the system, wants the benchmark to end. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(name, () => controller.abort(new Error(`Interrupted by ${name}`)));
  }
  return controller.signal;
}

interface RowOptions {
  setup: Setup;
  rounds: number;
  interrupted: AbortSignal;
}

async function runRow(
  row: Row,
  { setup, rounds, interrupted }: RowOptions,
): Promise<{ text: string; good: boolean }> {
  const bench: Bench = {
    setup,
    rounds,
    measure: (contestant, one) => measure(setup, { contestant, one, interrupted }),
    say: (text) => console.error(text),
  };
  const occasion = { date: new Date().toISOString().slice(0, 10), rounds, busy: await busyCores() };
  try {
    return { text: sectionText(row, await row.run(bench), setup, occasion), good: true };
  } catch (error) {
    const message = messageOf(error);
    if (!interrupted.aborted) console.error(`${row.name} failed: ${message}`);
    return { text: failureText(row, message, setup, occasion), good: false };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
