/** The flags of the real CLI that a host may use, and whether a value follows. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...withValue(
    "--add-dir",
    "--agent",
    "--agents",
    "--allowedTools",
    "--allowed-tools",
    "--append-system-prompt",
    "--betas",
    "--debug-file",
    "--disallowedTools",
    "--disallowed-tools",
    "--effort",
    "--fallback-model",
    "--input-format",
    "--json-schema",
    "--max-budget-usd",
    "--max-thinking-tokens",
    "--max-turns",
    "--mcp-config",
    "--model",
    "--output-format",
    "--permission-mode",
    "--permission-prompt-tool",
    "--plugin-dir",
    "--resume",
    "--resume-session-at",
    "--session-id",
    "--setting-sources",
    "--settings",
    "--system-prompt",
    "--system-prompt-file",
    "--task-budget",
    "--thinking",
    "--thinking-display",
    "--tools",
  ),
  ...withoutValue(
    "--allow-dangerously-skip-permissions",
    "--await-initialize",
    "--continue",
    "--dangerously-skip-permissions",
    "--debug",
    "--debug-to-stderr",
    "--fork-session",
    "--forward-subagent-text",
    "--include-hook-events",
    "--include-partial-messages",
    "--no-session-persistence",
    "--print",
    "--replay-user-messages",
    "--strict-mcp-config",
    "--verbose",
  ),
]);

const MODES = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "manual", "plan"];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Looks at a command line as the real CLI does before it starts.
 *
 * @returns Why it refuses to start; `undefined` if it starts.
 */
export function refusal(args: readonly string[]): string | undefined {
  const values = new Map<string, string>();
  for (let at = 0; at < args.length; at++) {
    const [name = "", ...rest] = (args[at] ?? "").split("=");
    if (!name.startsWith("-") || name === "-p") continue;
    const takes = FLAGS.get(name);
    if (takes === undefined) return `error: unknown option '${name}'`;
    const value = rest.length > 0 ? rest.join("=") : takes ? args[++at] : "";
    if (value === undefined) return `error: option '${name}' needs a value`;
    values.set(name, value);
  }
  const mode = values.get("--permission-mode") ?? "default";
  if (!MODES.includes(mode)) return `error: option '--permission-mode': allowed choices are ${MODES.join(", ")}`;
  const session = values.get("--session-id");
  if (session !== undefined && !UUID.test(session)) return "Error: Invalid session ID. Must be a valid UUID.";
  if (session !== undefined && values.has("--resume") && !values.has("--fork-session")) {
    return "Error: --session-id cannot be used with --resume without --fork-session.";
  }
  if (values.get("--output-format") !== "stream-json" || values.get("--input-format") !== "stream-json") {
    return "Error: the stand-in only speaks --input-format stream-json and --output-format stream-json.";
  }
  if (!values.has("--verbose")) return "Error: --output-format=stream-json requires --verbose.";
  return undefined;
}

function withValue(...names: string[]): [string, boolean][] {
  return names.map((name) => [name, true]);
}

function withoutValue(...names: string[]): [string, boolean][] {
  return names.map((name) => [name, false]);
}
