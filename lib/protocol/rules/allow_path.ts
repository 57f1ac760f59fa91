import { fitsSegments, type PathGlob } from "./path_glob.ts";
import {
  absoluteForms,
  allPlacesOf,
  ANY_NAME,
  below,
  isPlainPath,
  type Places,
  placesOf,
  resolvePath,
} from "./paths.ts";
import type { RuleCall } from "./rule.ts";
import type { ToolFacts } from "./tools.ts";

/** Whether all files that a call names are proved to be covered by one pattern. */
export function allowsPaths(glob: PathGlob, call: RuleCall, facts: ToolFacts): boolean {
  const forms = formsToCover(call, facts);
  return forms !== undefined && forms.every((form) => coversForm(glob, form, call, facts));
}

/**
 * The forms in which a path must be covered: as it is written, and as it leads on through symbolic links. `undefined`
 * where nothing can be proved of it.
 */
export function formsToCover(call: RuleCall, facts: ToolFacts): readonly string[] | undefined {
  const key = facts.paths?.[0];
  if (key === undefined || facts.paths!.length !== 1) return undefined;
  const places = placesOf(call);
  const given = call.input[key];
  const path = facts.searches ? given ?? places.cwd : given;
  // `~someone` is a plain name to the CLI and a home to others.
  if (!isPlainPath(path) || (path.startsWith("~") && path !== "~" && !path.startsWith("~/"))) return undefined;
  if (facts.searches && (facts.globs ?? []).some((name) => !staysBelow(call.input[name]))) return undefined;
  const written = absoluteForms(path, places);
  if (written === undefined) return undefined;
  const forms = new Set([written[0]!]);
  // A search starts from where the shell has gone to, which is not known: the launch directory, or any folder below.
  if (facts.searches && (given === undefined || !/^[/~]/.test(path))) {
    const deeper = given === undefined ? ANY_NAME : `${ANY_NAME}/${path}`;
    for (const each of [deeper, `${ANY_NAME}/${deeper}`]) forms.add(absoluteForms(each, places)![0]!);
  }
  for (const each of call.resolvePath === undefined ? [] : written) {
    const resolved = call.resolvePath!(each);
    if ("failed" in resolved) return undefined;
    if (!isPlainPath(resolved.path) || !resolved.path.startsWith("/")) return undefined;
    forms.add(resolved.path);
  }
  return [...forms];
}

/** Whether a pattern covers one form of a path: the file, or for a search all that lies below it. */
export function coversForm(glob: PathGlob, form: string, call: RuleCall, facts: ToolFacts): boolean {
  const paths = facts.searches ? [1, 2, 3].map((depth) => form + `/${ANY_NAME}`.repeat(depth)) : [form];
  const starts = allPlacesOf(call).flatMap((places) => startOf(glob, places) ?? []);
  return paths.every((path) => starts.some((start) => coversPath(glob, path, start)));
}

function coversPath(glob: PathGlob, path: string, { segments: start }: { segments: readonly string[] }): boolean {
  const rest = below(start, path.split("/").filter((name) => name !== ""));
  if (rest === undefined) return false;
  const pattern = glob.base === "anyDepth" ? ["**" as const, ...glob.segments] : glob.segments;
  if (!glob.folderOnly && fitsSegments(pattern, rest)) return true;
  if (!glob.plainEnd && !glob.folderOnly) return false;
  return rest.some((_, index) => index > 0 && fitsSegments(pattern, rest.slice(0, index)));
}

/** From which folder on a pattern speaks; `undefined` where that is not known. */
export function startOf(glob: PathGlob, places: Places): { segments: readonly string[] } | undefined {
  if (glob.base === "root") return { segments: [] };
  const folder = glob.base === "home" ? places.home : places.cwd;
  return folder === undefined ? undefined : resolvePath(folder, places);
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
