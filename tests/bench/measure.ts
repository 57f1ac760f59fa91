import type { Case, Command, Contestant, Measurement, Report, Setup } from "./types.ts";

const DEADLINE_SECONDS = 60;
const REPORT_WAIT_MS = 2000;

/** One start of a contestant. */
export interface Trial {
  contestant: Contestant;
  one: Case;
  /** Ends it, with its reason as the error. @default nothing does */
  interrupted?: AbortSignal;
}

/** Starts a contestant once, holds what it counted against what the producers wrote, and gives its numbers. */
export async function measure(setup: Setup, { contestant, one, interrupted }: Trial): Promise<Measurement> {
  const folder = await Deno.makeTempDir({ prefix: "turnstream-bench-" });
  try {
    interrupted?.throwIfAborted();
    const work = {
      ...Object.fromEntries(Object.entries(one.work).map(([name, value]) => [name, String(value)])),
      BENCH_PRODUCER: setup.producer,
      BENCH_SDK: setup.sdkEntry,
      BENCH_REPORT: `${folder}/report`,
    };
    const { output, startedAt } = await run(pinned(setup, contestant.command(setup), one), {
      work,
      deadline: one.deadline ?? DEADLINE_SECONDS,
      interrupted,
    });
    const measurement = { values: valuesOf(output), reports: await reportsIn(folder), startedAt };
    const wrong = (one.check ?? sameAsProducers)(measurement);
    if (wrong !== undefined) throw new Error(wrong);
    return measurement;
  } catch (error) {
    interrupted?.throwIfAborted();
    throw new Error(`${contestant.name}, ${one.name}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Says what differs between what a consumer counted and what the producers wrote; undefined when nothing does. */
export function sameAsProducers({ values, reports }: Measurement): string | undefined {
  if (reports.length === 0) return "No producer wrote its report";
  const wrong = (["events", "characters", "checksum"] as const).flatMap((name) => {
    const sum = reports.reduce((total, report) => total + report[name], 0);
    const wanted = name === "checksum" ? sum % 2 ** 32 : sum;
    return values[name] === wanted ? [] : [`${name} ${values[name]} in place of ${wanted}`];
  });
  return wrong.length === 0 ? undefined : `The consumer is wrong: ${wrong.join(", ")}`;
}

/** The numbers of the last line that a consumer printed; what it could not find out is NaN. */
export function valuesOf(output: string): Record<string, number> {
  const line = output.trimEnd().split("\n").at(-1) ?? "";
  const value: unknown = line.startsWith("{") ? JSON.parse(line) : undefined;
  if (typeof value !== "object" || value === null) {
    throw new Error(`The consumer printed no numbers but ${JSON.stringify(line)}`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, number]) => [name, typeof number === "number" ? number : NaN]),
  );
}

function pinned(setup: Setup, command: Command, { oneCore = false }: Case): Command {
  if (!oneCore || !setup.canPin) return command;
  return { ...command, program: "taskset", args: ["-c", "0", command.program, ...command.args] };
}

interface RunOptions {
  /** What the consumer and its producers find in their environment. */
  work: Record<string, string>;
  /** In seconds. */
  deadline: number;
  interrupted: AbortSignal | undefined;
}

async function run({ program, args }: Command, { work, deadline, interrupted }: RunOptions) {
  const startedAt = (performance.timeOrigin + performance.now()) * 1e6;
  const child = new Deno.Command(program, {
    args: [...args],
    env: { NO_COLOR: "1", ...work },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let late = false;
  // Its producers end by themselves, when they find their pipes closed.
  const kill = () => {
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended, and somebody else holds its output.
    }
  };
  const timer = setTimeout(() => {
    late = true;
    kill();
  }, deadline * 1000);
  interrupted?.addEventListener("abort", kill);
  try {
    const [status, output, errors] = await Promise.all([
      child.status,
      textOf(child.stdout),
      textOf(child.stderr),
    ]);
    if (late) throw new Error(`Not done within ${deadline} s\n${errors}`);
    if (!status.success) throw new Error(`Ended with ${status.signal ?? `code ${status.code}`}\n${errors}`);
    return { output, startedAt };
  } finally {
    clearTimeout(timer);
    interrupted?.removeEventListener("abort", kill);
  }
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

/** Reads the reports; a consumer may end before its producer did, which then is given a moment. */
async function reportsIn(folder: string): Promise<Report[]> {
  const until = performance.now() + REPORT_WAIT_MS;
  let reports: Report[] = [];
  while (reports.length === 0 && performance.now() < until) {
    const names = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) => /^report\.\d+$/.test(name));
    reports = names.map((name) => JSON.parse(Deno.readTextFileSync(`${folder}/${name}`)) as Report);
    if (reports.length === 0) await new Promise((done) => setTimeout(done, 20));
  }
  return reports;
}
