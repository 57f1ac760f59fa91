/** A folder for `PATH` in which `claude` is the stand-in. */
export interface StandInBin extends AsyncDisposable {
  /** The folder. */
  readonly path: string;
  /** The program in it. */
  readonly program: string;
}

const STAND_IN = new URL("../../lib/testing/stand_in.ts", import.meta.url);

/**
 * Makes a folder in which `claude` is the stand-in that ships with the package; removed when it is disposed of.
 *
 * @returns The folder.
 */
export async function standInBin(): Promise<StandInBin> {
  const path = await Deno.makeTempDir({ prefix: "turnstream-bin-" });
  const program = `${path}/claude`;
  const script = `#!/bin/sh\nexec ${quoted(Deno.execPath())} run --quiet --no-prompt -A ${
    quoted(decodeURIComponent(STAND_IN.pathname))
  } "$@"\n`;
  await Deno.writeTextFile(program, script, { mode: 0o755 });
  return { path, program, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
