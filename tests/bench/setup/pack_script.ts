import type { Setup } from "../types.ts";
import { mustRun } from "./command.ts";

/** How long `deno compile` may take, which fetches once. */
const COMPILE_MS = 60_000;

/** Makes one minified file of a script and all that it imports; gives its path. */
export async function bundle(setup: Setup, script: string): Promise<string> {
  const file = `${setup.root}.cache/bench/${nameOf(script)}.js`;
  await mustRun(setup.deno, [
    "bundle",
    ...["--config", `${setup.root}deno.json`, "--minify", "--output", file],
    `${setup.root}tests/bench/${script}`,
  ]);
  return file;
}

/**
 * Makes a program of a script, with what it may do built in; gives its path, undefined where that cannot be done: Deno
 * fetches what it puts into such programs.
 */
export async function compile(setup: Setup, script: string): Promise<string | undefined> {
  const file = `${setup.root}.cache/bench/${nameOf(script)}`;
  const { success } = await new Deno.Command(setup.deno, {
    args: [
      "compile",
      ...["--config", `${setup.root}deno.json`, "--no-check", "--allow-run", "--output", file],
      `${setup.root}tests/bench/${script}`,
    ],
    signal: AbortSignal.timeout(COMPILE_MS),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return success ? file : undefined;
}

function nameOf(script: string): string {
  return script.replace(/^.*\//, "").replace(/\.ts$/, "");
}
