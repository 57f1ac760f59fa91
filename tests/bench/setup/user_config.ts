import type { Setup } from "../types.ts";

/** What a script that imports the package needs by name. */
const NEEDED = ["rxjs", "zod"];

/**
 * Writes the `deno.json` that a script of a user has: the package and what it needs, and nothing of what this repository
 * needs for its tests, which takes a twentieth of a start. Gives its path.
 */
export async function userConfig({ root }: Pick<Setup, "root">): Promise<string> {
  const { name, imports } = JSON.parse(await Deno.readTextFile(`${root}deno.json`)) as {
    name: string;
    imports: Record<string, string>;
  };
  const needed = Object.fromEntries(NEEDED.map((each) => [each, imports[each]]));
  const config = { imports: { [name]: import.meta.resolve("../../../mod.ts"), ...needed } };
  const folder = `${root}.cache/bench/user/`;
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(`${folder}deno.json`, JSON.stringify(config, undefined, 2) + "\n");
  return `${folder}deno.json`;
}
