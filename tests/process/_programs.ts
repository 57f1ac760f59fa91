import type { Launch, Transport } from "../../lib/process/mod.ts";

const FOLDER = new URL("../fixtures/process/", import.meta.url);

/** The path of a program under `tests/fixtures/process`. */
export function fixture(name: string): string {
  return decodeURIComponent(new URL(name, FOLDER).pathname);
}

/** A launch of a shell script of the fixtures, or of a Deno script with no permission. */
export function launchOf(name: string, ...args: string[]): Launch {
  const program = name.endsWith(".ts") ? [Deno.execPath(), "run", "--no-prompt", fixture(name)] : ["sh", fixture(name)];
  return { program, args, env: {}, clearEnv: false };
}

/** Everything that a stream gives, as text. */
export function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text();
}

/** Waits for the first output and gives it; the rest is thrown away. */
export async function firstOutput({ output }: Transport): Promise<string> {
  const reader = output.getReader();
  const { value } = await reader.read();
  drain(reader);
  return new TextDecoder().decode(value).trim();
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

/** The processes whose command line or environment holds the marker, by id; dead ones that nobody has reaped are not counted. */
export async function alive(marker: string): Promise<number[]> {
  const args = ["-ww", "-A", "-o", "pid=,stat=,args="];
  const { stdout } = await new Deno.Command("ps", { args }).output();
  return new TextDecoder().decode(stdout).split("\n").filter((line) => line.includes(marker))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, stat]) => !stat?.startsWith("Z"))
    .map(([pid]) => Number(pid));
}

/** Waits until no process with the marker is left; gives those that are still there after 10 s. */
export async function leftovers(marker: string): Promise<number[]> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await alive(marker)).length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return await alive(marker);
}

/** Ends what a test left behind on purpose. */
export async function endAll(marker: string): Promise<void> {
  for (const pid of await alive(marker)) Deno.kill(pid, "SIGKILL");
}

/** A marker that no other process has. */
export function newMarker(): string {
  return `turnstream-test-${crypto.randomUUID()}`;
}
