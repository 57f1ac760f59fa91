import { type Linked, linkedFolder } from "./linked_folder.ts";
import { fitsSegments, foldCase, type GlobSegment, type PathGlob } from "./path_glob.ts";
import {
  absoluteForms,
  allPlacesOf,
  ANY_NAME,
  below,
  foldPlaces,
  LONGEST_PATH,
  type Places,
  placesOf,
  type Resolved,
  resolvePath,
} from "./paths.ts";
import { quote } from "./quote.ts";
import type { RuleCall } from "./rule.ts";
import { type ToolFacts, toolFacts } from "./tools.ts";

const PATH_KEY =
  /(?:path|pathname|file|filename|dir|directory|folder|notebook|uri|source|dest|destination|target|location|root)s?$/i;
/** What is called so is written or said, whatever it looks like. */
const TEXT_KEY = /(?:text|contents?|body|message|description|prompt|query|pattern|title|comment)s?$/i;
/** What is a path under any other name. */
const PATH_VALUE = /^\s*(?:[\\/]|~[\\/]|\.{1,2}[\\/]|file:|[A-Za-z]:[\\/])[^\n]*$/i;

/** Places that are others for every process: where they lead in the agent's, nobody here can see. */
const EACH_ITS_OWN = /^\/(?:proc\/[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|fd)|dev\/fd)\//;
/** So many paths of one call are looked at: to follow links takes time. */
const MOST_PATHS = 1_000;
/** So deep an input is looked through. */
const DEEPEST = 30;
/** Stands for paths that lie deeper: no file has this name. */
const TOO_DEEP = "\0";

/**
 * Why a deny rule covers a path in a call's input, or cannot be excluded from covering one.
 *
 * Case, the encoding of accents and characters that are not shown make no difference, a backslash counts as both a
 * name's character and a separator, and a pattern for any depth holds outside of the working directory too. Where links
 * can be followed, the path counts as it is written and as it leads on, and so does the folder that the pattern names.
 */
export function deniedPath(glob: PathGlob, call: RuleCall): string | undefined {
  const facts = toolFacts(call.toolName);
  const everywhere = allPlacesOf(call).map(foldPlaces);
  const linked = linkedFolder(glob, call);
  const paths = pathsOf(call, facts);
  if (paths.length > MOST_PATHS) return `it names more than ${MOST_PATHS} paths`;
  for (const path of paths) {
    if (path === TOO_DEEP) return "its input is nested too deeply to find the paths in it";
    if (path.length > LONGEST_PATH) {
      if (facts === undefined) continue;
      return `it names the path ${quote(path)}`;
    }
    const forms = [...formsOf(path), ...realForms(path, call)];
    const covers = everywhere.some((places) =>
      forms.some((form) => {
        const resolved = resolvePath(foldCase(form), places);
        if (resolved.absolute && EACH_ITS_OWN.test(`/${resolved.segments.join("/")}/`)) return true;
        const deeper = { ...resolved, segments: [...resolved.segments, ANY_NAME] };
        return [resolved, ...(facts?.searches === true ? [deeper] : [])].some((each) => {
          return touches(glob, each, places) || (linked !== undefined && each.absolute && liesBelow(linked, each));
        });
      })
    );
    if (covers || path.includes("\0")) return `it names the path ${quote(path)}`;
  }
  return undefined;
}

function pathsOf(call: RuleCall, facts: ToolFacts | undefined): string[] {
  const paths: string[] = [];
  collect(call.input, { keys: facts?.paths ?? [], paths, looks: facts === undefined ? PATH_VALUE : undefined });
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

function collect(
  value: unknown,
  { keys, paths, looks }: { keys: readonly string[]; paths: string[]; looks: RegExp | undefined },
  depth = 0,
): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > DEEPEST) return void (paths.includes(TOO_DEEP) || paths.push(TOO_DEEP));
  for (const [key, held] of Object.entries(value)) {
    const names = keys.includes(key) || PATH_KEY.test(key);
    for (const item of Array.isArray(held) ? held : [held]) {
      if (typeof item === "string" && (names || (looks?.test(item) && !TEXT_KEY.test(key)))) paths.push(item);
      else collect(item, { keys, paths, looks }, depth + 1);
    }
  }
}

function formsOf(path: string): string[] {
  const forms = new Set([path, path.trim(), path.trim().replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "")]);
  if (/^\s*file:/i.test(path)) { for (const form of [...forms]) forms.add(decoded(form)); }
  for (const form of [...forms]) forms.add(form.replaceAll("\\", "/"));
  return [...forms];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

// What the path leads to, where links can be followed.
function realForms(path: string, call: RuleCall): string[] {
  if (call.resolvePath === undefined) return [];
  const places = placesOf(call);
  const written = new Set(formsOf(path).flatMap((form) => absoluteForms(form, places) ?? []));
  return [...written].flatMap((form) => {
    const resolved = form.includes("\0") ? undefined : call.resolvePath!(form);
    return resolved !== undefined && "path" in resolved ? [resolved.path] : [];
  });
}

function liesBelow({ folder, rest }: Linked, { segments }: Resolved): boolean {
  if (rest.length === 0 && folder.length === segments.length) return folder.every((name, at) => segments[at] === name);
  const inside = below(folder, segments);
  return inside !== undefined && (rest.length === 0 || fitsAny(rest, inside));
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
  // A path of Windows starts somewhere that nothing else here is compared with.
  if (/^[a-z]:$/.test(path.segments[0] ?? "")) return fitsAny(tail, path.segments);
  // The path starts nobody knows where: below the folder of the pattern for all that can be said.
  if (glob.base === "cwd" && !path.wentUp) return fitsAny(glob.folded, path.segments);
  return fitsAny(tail, path.segments) ||
    glob.folded.some((_, index) => fitsAny(glob.folded.slice(index), path.segments));
}

// A pattern speaks for what lies below a folder that it names, too.
function fitsAny(pattern: readonly GlobSegment[], segments: readonly string[]): boolean {
  return segments.some((_, index) => fitsSegments(pattern, segments.slice(0, index + 1)));
}
