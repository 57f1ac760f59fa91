/** The folder of the repository, with a slash at its end. */
export const ROOT: URL = new URL("../../", import.meta.url);

const LEFT_OUT = new Set([".git", ".cache", "coverage", "node_modules"]);

/** The paths of all files of the repository, seen from its folder, in order. */
export function paths(ending = ""): string[] {
  return [...walk("")].filter((path) => path.endsWith(ending)).sort();
}

/** The text of a file of the repository. */
export function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, ROOT));
}

/** What `deno.json` says. */
export interface Config {
  exports: Record<string, string>;
  imports: Record<string, string>;
  links: string[];
  tasks: Record<string, string | { description?: string; command?: string }>;
}

/** Reads `deno.json`. */
export function readConfig(): Config {
  return JSON.parse(read("deno.json")) as Config;
}

function* walk(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(folder || ".", ROOT))) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory) yield* walk(`${folder}${entry.name}/`);
    else if (entry.isFile) yield `${folder}${entry.name}`;
  }
}
