import type { Machine } from "./_machine.ts";
import { EDIT_TOOLS } from "./_rules.ts";

/** Folders out of which programs take their orders, wherever they stand. */
const FOLDERS = "claude git vscode idea husky cargo devcontainer yarn mvn".split(" ").map((name) => `.${name}`);

/** Files that programs take their orders from, wherever they stand: shells, git, package managers, builders, editors. */
const FILES: ReadonlySet<string> = new Set([
  ..."bashrc bash_profile bash_login bash_logout bash_aliases profile".split(" ").map((name) => `.${name}`),
  ..."zshrc zprofile zshenv zlogin zlogout envrc ripgreprc".split(" ").map((name) => `.${name}`),
  ..."gitconfig gitmodules pre-commit-config.yaml lefthook.yml lefthook.yaml".split(" ").map((name) => `.${name}`),
  ..."mcp.json claude.json devcontainer.json npmrc yarnrc yarnrc.yml".split(" ").map((name) => `.${name}`),
  ..."pnp.cjs pnp.loader.mjs pnpmfile.cjs bunfig.toml bazelrc bazelversion bazeliskrc".split(" ")
    .map((name) => `.${name}`),
  ..."bunfig.toml lefthook.yml lefthook.yaml pyrightconfig.json".split(" "),
  ..."gradle-wrapper.properties maven-wrapper.properties".split(" "),
]);

/** Those that the newer CLI alone knows. */
const NEWER_FILES: ReadonlySet<string> = new Set([".pnp.js", ".pnp.data.json"]);

/** What the CLI itself takes its orders from. */
const OWN = /\/\.claude\/(settings(\.local)?\.json$|commands\/|agents\/|skills\/)/;

/**
 * What the CLI marks a question with about a call that would write to what programs take their orders from: it asks about
 * such a call whatever rules, hooks and `acceptEdits` allow (seen on 2.1.332 and 2.1.197). Nothing for any other call.
 */
export function safetyCheck(
  machine: Machine,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if (machine.mode === "bypassPermissions" || !EDIT_TOOLS.has(name)) return undefined;
  const given = input.file_path ?? input.notebook_path;
  if (typeof given !== "string") return undefined;
  const path = resolved(given, machine.launch.cwd ?? "/srv/demo");
  const known = path.toLowerCase();
  if (!isSensitive(known, machine.isNew)) return undefined;
  const decision_reason = OWN.test(known)
    ? `Claude requested permissions to write to ${path}, but you haven't granted it yet.`
    : `Claude requested permissions to edit ${path} which is a sensitive file.`;
  return { decision_reason, decision_reason_type: "safetyCheck", classifier_approvable: true };
}

function isSensitive(path: string, isNew: boolean): boolean {
  // Work trees of the CLI's own are ordinary folders.
  const parts = path.replaceAll("/.claude/worktrees", "").split("/");
  const file = parts.at(-1) ?? "";
  return parts.some((part) => FOLDERS.includes(part)) || path.includes("/.config/git/") || FILES.has(file) ||
    (isNew && NEWER_FILES.has(file));
}

/** The path from the root on, without `.` and `..`. */
function resolved(path: string, cwd: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith("/") ? path : `${cwd}/${path}`).split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
