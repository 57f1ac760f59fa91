import { foldCase, type GlobSegment, type PathGlob } from "./path_glob.ts";
import { placesOf, resolvePath } from "./paths.ts";
import type { RuleCall } from "./rule.ts";

/** Where the folder of a pattern really is, and what the pattern says about it. */
export interface Linked {
  /** The real folder, in folded case. */
  readonly folder: readonly string[];
  /** The rest of the pattern, in folded case. */
  readonly rest: readonly GlobSegment[];
}

/**
 * The real place of what a deny rule names literally, where it is or lies behind a symbolic link: `Read(secret/**)` also
 * speaks about the folder that `secret` leads to. `undefined` where the links cannot be followed, or there are none.
 */
export function linkedFolder(glob: PathGlob, call: RuleCall): Linked | undefined {
  const places = placesOf(call);
  const base = glob.base === "root" ? "/" : glob.base === "home" ? places.home : places.cwd;
  if (call.resolvePath === undefined || base === undefined) return undefined;
  const names: string[] = [];
  for (const segment of glob.segments) {
    const name = literalName(segment);
    if (name === undefined) break;
    names.push(name);
  }
  if (names.length === 0) return undefined;
  const written = `/${resolvePath(`${base}/${names.join("/")}`, places).segments.join("/")}`;
  const resolved = call.resolvePath(written);
  if (!("path" in resolved) || resolved.path === written) return undefined;
  const { segments } = resolvePath(foldCase(resolved.path), places);
  return { folder: segments, rest: glob.folded.slice(names.length) };
}

function literalName(segment: GlobSegment): string | undefined {
  if (segment === "**" || segment.some(({ kind }) => kind !== "char")) return undefined;
  return segment.map((part) => part.kind === "char" ? part.char : "").join("");
}
