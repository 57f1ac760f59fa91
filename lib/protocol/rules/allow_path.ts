import { fitsSegments, type PathGlob } from "./path_glob.ts";
import { ANY_NAME, below, isPlainPath, type Places, placesOf, resolvePath } from "./paths.ts";
import type { RuleCall } from "./rule.ts";
import type { ToolFacts } from "./tools.ts";

/** Whether all files that a call names are proved to be covered. */
export function allowsPaths(glob: PathGlob, call: RuleCall, facts: ToolFacts): boolean {
  const places = placesOf(call);
  const key = facts.paths?.[0];
  if (key === undefined || facts.paths!.length !== 1) return false;
  const given = call.input[key];
  if (!facts.searches) return isPlainPath(given) && coversPath(glob, given, places);
  const root = given ?? places.cwd;
  if (!isPlainPath(root) || (facts.globs ?? []).some((name) => !staysBelow(call.input[name]))) return false;
  const inside = [1, 2, 3].every((depth) => coversPath(glob, root + `/${ANY_NAME}`.repeat(depth), places));
  return inside || coversPath(glob, root, places);
}

function coversPath(glob: PathGlob, path: string, places: Places): boolean {
  const resolved = resolvePath(path, places);
  // `~someone` is a plain name to the CLI and a home to others.
  if (!resolved.absolute || (path.startsWith("~") && path !== "~" && !path.startsWith("~/"))) return false;
  const start = startOf(glob, places);
  if (start === undefined) return false;
  const rest = below(start, resolved.segments);
  if (rest === undefined) return false;
  const pattern = glob.base === "anyDepth" ? ["**" as const, ...glob.segments] : glob.segments;
  if (!glob.folderOnly && fitsSegments(pattern, rest)) return true;
  if (!glob.plainEnd && !glob.folderOnly) return false;
  return rest.some((_, index) => index > 0 && fitsSegments(pattern, rest.slice(0, index)));
}

function startOf(glob: PathGlob, places: Places): readonly string[] | undefined {
  if (glob.base === "root") return [];
  const folder = glob.base === "home" ? places.home : places.cwd;
  return folder === undefined ? undefined : resolvePath(folder, places).segments;
}

/** Whether a search pattern stays in its folder: it could be absolute, have a `..`, or braces that come to either. */
export function staysBelow(pattern: unknown): boolean {
  if (pattern === undefined) return true;
  if (typeof pattern !== "string" || /^[/~!]|\.\.|[\\\p{Cc}]/u.test(pattern)) return false;
  return pattern.split("/").every((name) => {
    const groups = name.match(/\{[^{}]*\}/g) ?? [];
    const outside = name.replace(/\{[^{}]*\}/g, "");
    if (/[{}()!+@]/.test(outside)) return false;
    if (groups.length === 0 || /[^.]/.test(outside)) return true;
    return outside === "" && groups.every((group) => group.slice(1, -1).split(",").every((each) => /^[^.]/.test(each)));
  });
}
