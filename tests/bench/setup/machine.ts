import { outputOf } from "./command.ts";
import type { Machine } from "../types.ts";

const SAMPLE_MS = 1000;

/** Finds out what the benchmark runs on. */
export async function readMachine(): Promise<Machine> {
  return { cpu: await processorName(), cores: navigator.hardwareConcurrency };
}

/** How many cores others keep busy, measured for a second; the load average where the system has no such counters. */
export async function busyCores(): Promise<number> {
  const before = await busySeconds();
  if (before === undefined) return Deno.loadavg()[0] ?? NaN;
  const from = performance.now();
  await new Promise((done) => setTimeout(done, SAMPLE_MS));
  return ((await busySeconds())! - before) / ((performance.now() - from) / 1000);
}

async function processorName(): Promise<string> {
  const text = await readIfThere("/proc/cpuinfo");
  const name = text?.match(/^model name\s*:\s*(.+)$/m)?.[1] ??
    await outputOf("sysctl", ["-n", "machdep.cpu.brand_string"]);
  return name ?? Deno.build.arch;
}

/** What the cores worked together since the machine started; undefined where `/proc/stat` does not tell. */
async function busySeconds(): Promise<number | undefined> {
  const counts = (await readIfThere("/proc/stat"))?.match(/^cpu +(.+)$/m)?.[1]?.split(" ").map(Number);
  if (counts === undefined) return undefined;
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = counts;
  return (user + nice + system + interrupts + softInterrupts + stolen) / 100;
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return undefined;
  }
}
