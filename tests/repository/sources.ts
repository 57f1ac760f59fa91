import { read } from "./repository.ts";

/** A source file without its comments. */
export interface Source {
  path: string;
  code: string;
  /** What it imports or exports again, as it is written there. */
  specifiers: string[];
}

/** Reads a source file. Comments are recognised by how the formatter lays them out: on lines of their own. */
export function readSource(path: string): Source {
  const code = withoutComments(read(path));
  return { path, code, specifiers: specifiersOf(code) };
}

/** The code of a source without its comment lines. */
export function withoutComments(text: string): string {
  return text.split("\n").filter((line) => !/^\s*(\/\/|\/\*|\*\/|\* |\*$)/.test(line)).join("\n");
}

/** What the code imports, by `import`, `export … from` and `import(…)`. */
export function specifiersOf(code: string): string[] {
  const statements = code.matchAll(/^(?:import|export)\b[^"';]*?\bfrom\s*"([^"]+)"/gm);
  const bare = code.matchAll(/^import\s*"([^"]+)"/gm);
  const dynamic = code.matchAll(/\bimport\(\s*"([^"]+)"/g);
  return [...statements, ...bare, ...dynamic].map((match) => match[1]!);
}

/** The path, seen from the repository's folder, that a relative specifier leads to; undefined for others. */
export function target(path: string, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** The folder of a path. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
