import { mustRun, outputOf } from "./command.ts";

const COMPILERS = ["cc", "gcc", "clang"];

/** The program that stands in for `claude`, and what it is made of. */
export interface Producer {
  program: string;
  kind: "C" | "Deno";
}

/** Builds the producer into `folder`, once for each state of its source; its Deno twin where there is no compiler. */
export async function buildProducer(root: string, folder: string, twin = false): Promise<Producer> {
  const compiler = twin ? undefined : await findCompiler();
  return compiler === undefined ? await wrapTwin(root, folder) : await compile(compiler, root, folder);
}

/** The first C compiler that runs; undefined when there is none. */
export async function findCompiler(): Promise<string | undefined> {
  for (const name of COMPILERS) if (await outputOf(name, ["--version"]) !== undefined) return name;
  return undefined;
}

async function compile(compiler: string, root: string, folder: string): Promise<Producer> {
  const source = `${root}tests/bench/producer/producer.c`;
  const program = `${folder}producer-${await digestOf(source)}`;
  if (!await exists(program)) {
    const fresh = `${program}.${Deno.pid}`;
    await mustRun(compiler, ["-O2", "-o", fresh, source]);
    await Deno.rename(fresh, program);
  }
  return { program, kind: "C" };
}

/** A program of one file that starts the twin: contestants are given a path and no arguments. */
async function wrapTwin(root: string, folder: string): Promise<Producer> {
  const program = `${folder}producer-deno`;
  const twin = `${root}tests/bench/producer/producer.ts`;
  const fresh = `${program}.${Deno.pid}`;
  await Deno.writeTextFile(fresh, `#!/bin/sh\nexec '${Deno.execPath()}' run -A --no-config '${twin}' "$@"\n`, {
    mode: 0o755,
  });
  await Deno.rename(fresh, program);
  return { program, kind: "Deno" };
}

async function digestOf(path: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
  return new Uint8Array(digest).toHex().slice(0, 12);
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
