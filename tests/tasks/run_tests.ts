/**
 * Runs the parts of the test suite one after another and closes with one line that counts them all.
 *
 * `deno task test [--skip-e2e] [part …]`, where a part is `unit`, `docs` or `e2e`.
 *
 * @module
 */
import { closingLine, type Counts, readSummary, sum } from "./summary.ts";

const PARTS: Record<string, string[]> = {
  unit: ["--parallel", "--shuffle", "--trace-leaks", "--ignore=tests/e2e,tests/fixtures,tests/offline_std", "tests"],
  docs: ["--parallel", "--shuffle", "--trace-leaks", "--doc", "mod.ts", "lib", "README.md"],
  e2e: ["--parallel", "--trace-leaks", "tests/e2e"],
};

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(args: readonly string[]): Promise<number> {
  const wrong = args.find((arg) => arg !== "--skip-e2e" && !Object.hasOwn(PARTS, arg));
  if (wrong !== undefined) {
    console.error(`Cannot run "${wrong}": the parts are ${Object.keys(PARTS).join(", ")}, the only flag is --skip-e2e`);
    return 2;
  }
  const counts: Counts[] = [];
  for (const part of partsFor(args)) {
    console.log(`\n# ${part}`);
    const { code, output } = await runDeno(["test", "-A", ...PARTS[part]!]);
    counts.push(countsOf(code, output));
  }
  const total = sum(counts);
  if (total.passed + total.failed === 0) console.error("\nNo test ran");
  console.log(`\n${closingLine(total)}`);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/** What a part's summary says; a part that failed as a whole, with a type error for example, counts as one failed test. */
function countsOf(code: number, output: string): Counts {
  const counts = readSummary(output) ?? { passed: 0, failed: 0, skipped: 0 };
  return code === 0 ? counts : { ...counts, failed: Math.max(counts.failed, 1) };
}

/** The parts that were asked for by name, or all; the end-to-end part stays out only when the caller says so. */
function partsFor(args: readonly string[]): string[] {
  const named = args.filter((arg) => arg !== "--skip-e2e");
  const parts = named.length > 0 ? named : Object.keys(PARTS);
  const asked = args.includes("--skip-e2e")
    ? "--skip-e2e"
    : Deno.env.get("TURNSTREAM_SKIP_E2E") === "1"
    ? "TURNSTREAM_SKIP_E2E=1"
    : undefined;
  if (asked === undefined || !parts.includes("e2e")) return parts;
  console.log(`The end-to-end tests are skipped, because ${asked} asks for it`);
  return parts.filter((part) => part !== "e2e");
}

/** Runs the Deno that runs this, shows what it prints as it comes, and returns it too. */
async function runDeno(args: string[]): Promise<{ code: number; output: string }> {
  const env: Record<string, string> = Deno.stdout.isTerminal() && !Deno.noColor ? { FORCE_COLOR: "1" } : {};
  const child = new Deno.Command(Deno.execPath(), { args, env, stdin: "null", stdout: "piped" }).spawn();
  const decoder = new TextDecoder();
  let output = "";
  for await (const chunk of child.stdout) {
    await writeAll(chunk);
    output += decoder.decode(chunk, { stream: true });
  }
  const { code } = await child.status;
  return { code, output };
}

async function writeAll(chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length;) written += await Deno.stdout.write(chunk.subarray(written));
}
