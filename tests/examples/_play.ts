import { hashbangFlags, type ScriptOutcome } from "../support/run_script.ts";
import { standInBin } from "../support/stand_in_bin.ts";

/** The folder of the example scripts. */
export const EXAMPLES: URL = new URL("../../examples/", import.meta.url);

/** How an example is played. */
export interface PlayOptions {
  /** Its arguments. @default none */
  args?: string[];
  /** Flags in place of those in its first line. @default its own */
  permissions?: string[];
  /** Shell scripts on `PATH`, by their name, beside the stand-in for `claude`. @default none */
  programs?: Record<string, string>;
  /** What the stand-in does: the body of a scenario. @default what it does by itself */
  scenario?: string;
}

/**
 * Runs an example in a folder of its own, as a person would: with the permissions of its own first line and no more,
 * without a terminal, with the stand-in for `claude` first on `PATH`.
 */
export async function play(
  name: string,
  options: PlayOptions = {},
): Promise<ScriptOutcome> {
  await using bin = await standInBin();
  for (const [program, body] of Object.entries(options.programs ?? {})) {
    await Deno.writeTextFile(`${bin.path}/${program}`, `#!/bin/sh\n${body}\n`, {
      mode: 0o755,
    });
  }
  const path = decodeURIComponent(new URL(name, EXAMPLES).pathname);
  const permissions = options.permissions ??
    hashbangFlags(path, await Deno.readTextFile(path));
  const folder = await Deno.makeTempDir({ prefix: "turnstream-example-" });
  try {
    const output = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--quiet",
        "--no-prompt",
        ...permissions,
        path,
        ...options.args ?? [],
      ],
      cwd: folder,
      env: {
        PATH: `${bin.path}:${Deno.env.get("PATH") ?? ""}`,
        NO_COLOR: "1",
        TURNSTREAM_SCENARIO: options.scenario === undefined
          ? ""
          : `data:text/javascript,${encodeURIComponent(`export default async (cli) => {${options.scenario}}`)}`,
        TURNSTREAM_VERSION: "",
      },
      stdin: "null",
    }).output();
    const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
    return { code: output.code, stdout: stdout ?? "", stderr: stderr ?? "" };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
