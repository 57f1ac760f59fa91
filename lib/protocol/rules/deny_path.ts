import { fitsSegments, foldCase, type GlobSegment, type PathGlob } from "./path_glob.ts";
import {
  ANY_NAME,
  below,
  foldPlaces,
  LONGEST_PATH,
  type Places,
  placesOf,
  type Resolved,
  resolvePath,
} from "./paths.ts";
import type { RuleCall } from "./rule.ts";
import { type ToolFacts, toolFacts } from "./tools.ts";

const PATH_KEY = /(?:path|file|filename|dir|directory|folder|notebook|uri|source|destination|target|location|root)s?$/i;

/**
 * The path in a call's input that a deny rule covers, or that it cannot be excluded from.
 *
 * Case, the encoding of accents and characters that are not shown make no difference, a backslash counts as both a
 * name's character and a separator, and a pattern for any depth holds outside of the working directory too.
 */
export function deniedPath(glob: PathGlob, call: RuleCall): string | undefined {
  const facts = toolFacts(call.toolName);
  const places = foldPlaces(placesOf(call));
  for (const path of pathsOf(call, facts)) {
    if (path.length > LONGEST_PATH) {
      if (facts === undefined) continue;
      return path;
    }
    const covers = formsOf(path).some((form) => {
      const resolved = resolvePath(foldCase(form), places);
      return touches(glob, resolved, places) ||
        (facts?.searches === true &&
          touches(glob, { ...resolved, segments: [...resolved.segments, ANY_NAME] }, places));
    });
    if (covers || path.includes("\0")) return path;
  }
  return undefined;
}

function pathsOf(call: RuleCall, facts: ToolFacts | undefined): string[] {
  const paths: string[] = [];
  collect(call.input, facts?.paths ?? [], paths, 0);
  if (!facts?.searches) return paths;
  const root = paths[0] ?? ".";
  if (paths.length === 0) paths.push(root);
  for (const key of facts.globs ?? []) {
    const pattern = call.input[key];
    if (typeof pattern !== "string") continue;
    const name = pattern.replace(/^(?:\*\*\/)+/, "");
    paths.push(name.startsWith("/") ? name : `${root}/${name}`);
  }
  return paths;
}

function collect(value: unknown, keys: readonly string[], paths: string[], depth: number): void {
  if (typeof value !== "object" || value === null || depth > 5) return;
  for (const [key, held] of Object.entries(value)) {
    const names = keys.includes(key) || PATH_KEY.test(key);
    for (const item of Array.isArray(held) ? held : [held]) {
      if (typeof item === "string" && names) paths.push(item);
      else collect(item, keys, paths, depth + 1);
    }
  }
}

function formsOf(path: string): string[] {
  const forms = new Set([path, path.trim(), path.trim().replace(/^file:\/\/(?:localhost)?/i, "")]);
  for (const form of [...forms]) forms.add(form.replaceAll("\\", "/"));
  return [...forms];
}

function touches(glob: PathGlob, path: Resolved, places: Places): boolean {
  const tail: readonly GlobSegment[] = ["**", ...glob.folded];
  if (glob.base === "anyDepth") return fitsAny(tail, path.segments);
  const folder = glob.base === "root" ? "/" : glob.base === "home" ? places.home : places.cwd;
  if (path.absolute) {
    if (folder === undefined) return fitsAny(tail, path.segments);
    const rest = below(resolvePath(folder, places).segments, path.segments);
    return rest !== undefined && fitsAny(glob.folded, rest);
  }
  // The path starts nobody knows where: below the folder of the pattern for all that can be said.
  if (glob.base === "cwd" && !path.wentUp) return fitsAny(glob.folded, path.segments);
  return fitsAny(tail, path.segments) ||
    glob.folded.some((_, index) => fitsAny(glob.folded.slice(index), path.segments));
}

// A pattern speaks for what lies below a folder that it names, too.
function fitsAny(pattern: readonly GlobSegment[], segments: readonly string[]): boolean {
  return segments.some((_, index) => fitsSegments(pattern, segments.slice(0, index + 1)));
}
