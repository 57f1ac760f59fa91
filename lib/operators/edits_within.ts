import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent, ToolCall } from "../agent/events.ts";
import type { Gate } from "../agent/opening.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { coveringRules, type ParsedRule, parseRule, toolFacts } from "../protocol/rules/mod.ts";
import { namesOf, pathRule } from "./_path_rules.ts";
import { allowToolsNamed } from "./allow_tools.ts";
import { responder } from "./responder.ts";

/**
 * Allows edits of files in some folders, and refuses them everywhere else, in every mode.
 *
 * Every tool that edits files may do so in these folders and below, or in these files. Elsewhere they are gated, as
 * `denyTools` does it: whether or not the CLI would ask, in subagents too. What leads out by `..` lies elsewhere; so
 * does what leads out by a symbolic link, where the script may read the file system (`--allow-read`) and so can tell.
 * Where it may not, a path is judged as it is written. A folder that is a link itself is named by where it really is.
 *
 * - A path without a slash in front starts at the directory that the agent is launched in.
 * - Tools that are not known here (those of MCP servers) are refused where their input names a path elsewhere, because
 *   they may write it, and are never allowed by this.
 * - Reading is left to others: put `allowTools("Read")` or the like beside it.
 * - What a command hook of the project's settings makes of a call afterwards is not seen.
 * - **A shell command is no file tool**: what `Bash` may do is for its own rules, and one that is allowed may write
 *   anywhere. Leave it out, or allow commands by name.
 * - In plan mode the agent writes its plan to a file below `~/.claude/plans`. That is elsewhere, too, unless the folder
 *   is named, from the root.
 * - Files from which the CLI and others take their orders (`.claude`, `.git`) stay a question for a person. In
 *   plan mode nothing is allowed by this.
 *
 * @example Edits here, and nowhere else
 * ```ts
 * import { claude, editsWithin } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const file_path of ["/srv/demo/src/a.ts", "/srv/demo/src/../b.ts", "/etc/hosts"]) {
 *     seen.push((await cli.tool("Write", { file_path, content: "" })).behavior);
 *   }
 *   await cli.end();
 * });
 * const options = { transport, cwd: "/srv/demo", settingSources: [] };
 * await lastValueFrom(claude("tidy up", options).pipe(editsWithin("src", "docs")));
 * assertEquals(seen, ["allow", "deny", "deny"]);
 * ```
 *
 * @param path A folder or a file: `src`, `/srv/project/src`.
 * @param paths More of them.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a path is empty, goes up by `..`, or starts at a home directory.
 */
export function editsWithin(path: string, ...paths: string[]): MonoTypeOperatorFunction<AgentEvent> {
  const texts = [path, ...paths].flatMap(rulesFor);
  const rules = texts.map(parseRule);
  const where = [path, ...paths].map((each) => JSON.stringify(each)).join(" or ");
  const judge: Gate["judge"] = (call, _failed, decided) => {
    const outside = outsidePath(call, rules);
    if (outside === undefined) return undefined;
    decided?.({ rule: texts.join(", ") });
    return `Edits are allowed within ${where} alone, and ${call.toolName} names ${outside}`;
  };
  const gate = responder({ kind: "gate", name: "editsWithin()", asks: false, cliRules: [], judge });
  const allow = allowToolsNamed("editsWithin", texts);
  return (source) => allow(gate(source));
}

function rulesFor(path: string): string[] {
  if (typeof path !== "string" || path.trim() === "") {
    throw new UsageError(
      `Give editsWithin() the path of a folder or a file, not ${JSON.stringify(path) ?? typeof path}`,
    );
  }
  if (path.startsWith("~")) {
    throw new UsageError(
      `Write the path ${
        JSON.stringify(path)
      } from the root, such as "/home/me/notes": where the home directory is, is ` +
        "not known to editsWithin()",
    );
  }
  if (path.split(/[\\/]/).includes("..")) {
    throw new UsageError(
      `Write the path ${
        JSON.stringify(path)
      } without "..": from the directory that the agent starts in, or from the root`,
    );
  }
  const names = namesOf(path);
  const absolute = path.startsWith("/");
  const pattern = names.findIndex((name) => /^[*]+$/.test(name));
  if (pattern >= 0) {
    const folder = (absolute ? "/" : "") + names.slice(0, pattern).join("/");
    throw new UsageError(
      `Write ${JSON.stringify(folder || ".")}, not ${
        JSON.stringify(path)
      }: a path stands for itself and all below it, ` +
        "and has no patterns",
    );
  }
  const inside = pathRule("Edit", names, { absolute, inside: true });
  return names.length === 0 ? [inside] : [inside, pathRule("Edit", names, { absolute, inside: false })];
}

/** What a path in a call lies outside of, in quotes; `undefined` where nothing does. */
function outsidePath(call: ToolCall, rules: readonly ParsedRule[]): string | undefined {
  const facts = toolFacts(call.toolName);
  if (facts !== undefined) {
    if (facts.edits !== true || coveringRules(rules, call) !== undefined) return undefined;
    const path = call.input[facts.paths?.[0] ?? ""];
    return typeof path === "string" ? shown(path, call) : "no file";
  }
  const outside = pathsIn(call.input).find((path) => !covers(rules, call, path));
  return outside === undefined ? undefined : shown(outside, call);
}

function covers(rules: readonly ParsedRule[], call: ToolCall, path: string): boolean {
  const edit = Object.create(call, {
    toolName: { value: "Edit" },
    input: { value: { file_path: path } },
  }) as ToolCall;
  return coveringRules(rules, edit) !== undefined;
}

function shown(path: string, { cwd, resolvePath }: ToolCall): string {
  if (path === UNREADABLE) return "paths too deep inside of its input to be read";
  const written = path.startsWith("/") || cwd === undefined ? path : `${cwd}/${path}`;
  const resolved = written.startsWith("/") ? resolvePath?.(written) : undefined;
  if (resolved === undefined) return quoted(path);
  if ("failed" in resolved) return `${quoted(path)}, which leads nowhere (${resolved.failed})`;
  return resolved.path === written ? quoted(path) : `${quoted(path)}, which leads to ${quoted(resolved.path)}`;
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}

const PATH_KEY = /(?:path|file|filename|dir|directory|folder|notebook)s?$/i;
const OTHER_KEY = /(?:uri|source|destination|target|location|root)s?$/i;
const LOOKS_LIKE_A_PATH = /^\s*(?:[\\/~]|\.{1,2}(?:[\\/]|$)|file:|[A-Za-z]:[\\/])/i;

/** Stands for paths that were not looked for: no path is this one, and no rule covers it. */
const UNREADABLE = "\0";
const DEEPEST = 30;

// What a tool that is not known may write to: more than it names is not to be told from its input.
function pathsIn(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null) return [];
  if (depth > DEEPEST) return [UNREADABLE];
  return Object.entries(value).flatMap(([key, held]) =>
    (Array.isArray(held) ? held : [held]).flatMap((item: unknown) => {
      if (typeof item !== "string") return isRecord(item) || Array.isArray(item) ? pathsIn(item, depth + 1) : [];
      return PATH_KEY.test(key) || (OTHER_KEY.test(key) && LOOKS_LIKE_A_PATH.test(item)) ? [item] : [];
    })
  );
}
