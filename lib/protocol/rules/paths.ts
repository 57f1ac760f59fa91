import { foldCase } from "./path_glob.ts";
import type { RuleCall } from "./rule.ts";

/** A path in segments, without `.`, `..` and empty ones. */
export interface Resolved {
  /** The segments, from the root on where `absolute`. */
  readonly segments: readonly string[];
  /** Whether the segments start at the file system's root. */
  readonly absolute: boolean;
  /** Whether a relative path went up beyond its start. */
  readonly wentUp: boolean;
}

/** A name that no pattern writes out: it stands for whatever lies below a folder. */
export const ANY_NAME = "\u{F8FF}any name\u{F8FF}";

/** How long a path can be on any system, in UTF-16 units; beyond that a text is no path. */
export const LONGEST_PATH = 8_192;

/** Where relative paths and `~/` start; both as absolute paths. */
export interface Places {
  /** The working directory. */
  readonly cwd: string | undefined;
  /** The home directory. */
  readonly home: string | undefined;
}

/** The segments of a path, with `.`, `..` and repeated slashes gone. Slashes alone separate. */
export function resolvePath(path: string, places: Places): Resolved {
  if (path === "~" || path.startsWith("~/")) {
    if (places.home === undefined) return { ...walk(path.slice(1)), absolute: false };
    return { ...walk(`${places.home}/${path.slice(1)}`), absolute: true };
  }
  if (path.startsWith("/")) return { ...walk(path), absolute: true };
  if (places.cwd === undefined) return { ...walk(path), absolute: false };
  return { ...walk(`${places.cwd}/${path}`), absolute: true };
}

/** The places of a call, each only where it is an absolute path. */
export function placesOf(call: { cwd: string | undefined; home?: string }): Places {
  const absolute = (path: string | undefined) => path?.startsWith("/") === true ? path : undefined;
  return { cwd: absolute(call.cwd), home: absolute(call.home) };
}

/**
 * A path from the root on, once with `..` taken away by name, as the CLI does it, and once as it is written, as the file
 * system goes along it; `undefined` for one that starts nobody knows where.
 */
export function absoluteForms(path: string, places: Places): readonly string[] | undefined {
  const { absolute, segments } = resolvePath(path, places);
  if (!absolute) return undefined;
  const byName = `/${segments.join("/")}`;
  if (!path.split("/").includes("..")) return [byName];
  const home = path === "~" || path.startsWith("~/");
  const raw = home ? places.home + path.slice(1) : path.startsWith("/") ? path : `${places.cwd}/${path}`;
  return [byName, raw];
}

/** A call's places as it names them and, where links in them can be followed, as they really are. */
export function allPlacesOf(call: RuleCall): readonly Places[] {
  const places = placesOf(call);
  const real: Places = { cwd: realOf(call, places.cwd), home: realOf(call, places.home) };
  return real.cwd === places.cwd && real.home === places.home ? [places] : [places, real];
}

function realOf(call: RuleCall, path: string | undefined): string | undefined {
  const resolved = path === undefined ? undefined : call.resolvePath?.(path);
  return resolved !== undefined && "path" in resolved ? resolved.path : path;
}

/** Places and paths without regard to case. */
export function foldPlaces(places: Places): Places {
  return { cwd: places.cwd && foldCase(places.cwd), home: places.home && foldCase(places.home) };
}

/** What lies below a folder, or `undefined` for a path that does not. */
export function below(folder: readonly string[], path: readonly string[]): readonly string[] | undefined {
  if (path.length <= folder.length || folder.some((name, index) => path[index] !== name)) return undefined;
  return path.slice(folder.length);
}

/**
 * Whether a path can be taken for what it says: text without control characters, without backslashes (which separate
 * on some systems and not on others), without white space at its ends (which the CLI cuts off), in the composed
 * encoding of accents (which the CLI brings about).
 */
export function isPlainPath(path: unknown): path is string {
  return typeof path === "string" && path !== "" && path.length <= LONGEST_PATH && path === path.trim() &&
    path === path.normalize("NFC") &&
    path.isWellFormed() && !/[\p{Cc}\p{Default_Ignorable_Code_Point}\\]/u.test(path);
}

function walk(path: string): { segments: readonly string[]; wentUp: boolean } {
  const segments: string[] = [];
  let wentUp = false;
  for (const part of path.split("/")) {
    if (part === "..") wentUp = segments.pop() === undefined || wentUp;
    else if (part !== "" && part !== ".") segments.push(part);
  }
  return { segments, wentUp };
}
