import { Misread } from "./misread.ts";
import { compileSegment, fitsSegment, type SegmentPart } from "./path_segment.ts";

/** Where a path pattern starts: at the file system's root, the home directory, the launch directory, anywhere below. */
export type PathBase = "root" | "home" | "cwd" | "anyDepth";

/** One segment of a path pattern: `**`, or what a single name must look like. */
export type GlobSegment = "**" | readonly SegmentPart[];

/** A gitignore-style path pattern, compiled twice: as it is, and without regard to case. */
export interface PathGlob {
  /** Where the pattern starts. */
  readonly base: PathBase;
  /** The segments. */
  readonly segments: readonly GlobSegment[];
  /** The segments in folded case, for deny rules. */
  readonly folded: readonly GlobSegment[];
  /** Whether the pattern ended in a slash and so speaks of folders alone. */
  readonly folderOnly: boolean;
  /** Whether the last segment is a plain name, which speaks for everything below it too. */
  readonly plainEnd: boolean;
}

/** Reads a path pattern, which stands at an index of a rule. Throws `Misread`. */
export function compilePathGlob(pattern: string, index = 0): PathGlob {
  if (pattern.startsWith("!")) throw new Misread("a pattern that begins with an exclamation mark negates", index);
  const { base, from } = startOf(pattern, index);
  let at = index + from;
  const segments: GlobSegment[] = [];
  const folded: GlobSegment[] = [];
  const parts = pattern.slice(from).split("/");
  const folderOnly = parts.length > 1 && parts[parts.length - 1] === "";
  for (const part of parts) {
    if (part === "..") throw new Misread("a pattern cannot go up with `..`; write `//absolute/path`", at);
    if (part === "**") add(segments, folded, "**", "**");
    else if (part !== "" && part !== ".") {
      add(segments, folded, compileSegment(part, at), compileSegment(foldCase(part), at));
    }
    at += part.length + 1;
  }
  if (segments.length === 0) throw new Misread("no file is named", index + from);
  const last = parts.findLast((part) => part !== "" && part !== ".") ?? "";
  return { base, segments, folded, folderOnly, plainEnd: !/[*?[]/.test(last) };
}

/** Whether the segments of a path fit the segments of a pattern, from the first to the last. */
export function fitsSegments(pattern: readonly GlobSegment[], path: readonly string[]): boolean {
  let p = 0;
  let s = 0;
  let star = -1;
  let resume = 0;
  while (s < path.length) {
    const part = pattern[p];
    if (part === "**") {
      star = p++;
      resume = s;
    } else if (part !== undefined && fitsSegment(part, path[s]!)) {
      p++;
      s++;
    } else if (star >= 0) {
      p = star + 1;
      s = ++resume;
    } else return false;
  }
  // A `**` at the end stands for what is inside of a folder, never for the folder itself.
  return p === pattern.length;
}

/** A name without regard to case, to how accents are encoded and to characters that are not shown. */
export function foldCase(name: string): string {
  const shown = name.normalize("NFC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  return shown.toUpperCase().toLowerCase().normalize("NFC");
}

function startOf(pattern: string, index: number): { base: PathBase; from: number } {
  if (pattern.startsWith("//")) return { base: "root", from: 2 };
  if (pattern.startsWith("/")) return { base: "cwd", from: 1 };
  if (pattern.startsWith("~/")) return { base: "home", from: 2 };
  if (pattern.startsWith("./")) return { base: "cwd", from: 2 };
  if (pattern.startsWith("~")) throw new Misread("`~` is followed by `/`: the home of others is not known", index + 1);
  const slash = pattern.indexOf("/");
  return { base: slash < 0 || slash === pattern.length - 1 ? "anyDepth" : "cwd", from: 0 };
}

function add(segments: GlobSegment[], folded: GlobSegment[], segment: GlobSegment, fold: GlobSegment): void {
  segments.push(segment);
  folded.push(fold);
}
