/** What a simulated CLI reads from its command line. */
export interface Flags {
  /** Whether the prompts are echoed. */
  replay: boolean;
  /** Whether answers come in pieces. */
  partial: boolean;
  /** Whether somebody can be asked. */
  asks: boolean;
  /** The permission mode, `default` where none is named. */
  mode: string;
  /** Whether `bypassPermissions` may be set later. */
  mayBypass: boolean;
  /** The model, where one is named. */
  model: string | undefined;
  /** The agent of the main conversation, where one is named. */
  agent: string | undefined;
  /** The output style, `default` where the settings name none. */
  outputStyle: string;
  /** The session's id, where one is given or resumed. */
  sessionId: string | undefined;
  /** Rules that pass without asking. */
  allowed: string[];
  /** Rules that are refused. */
  disallowed: string[];
}

/**
 * Reads the flags that change what the simulation does, in both spellings (`--flag=value` and
 * `--flag value`), and passes over the others.
 */
export function readFlags(args: readonly string[]): Flags {
  const values = new Map<string, string[]>();
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("--")) continue;
    const equals = arg.indexOf("=");
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const list = values.get(name) ?? [];
    values.set(name, list);
    if (equals >= 0) list.push(arg.slice(equals + 1));
    else while (args[at + 1]?.startsWith("--") === false) list.push(args[++at] ?? "");
  }
  const last = (name: string) => values.get(name)?.at(-1);
  const bypass = values.has("--dangerously-skip-permissions");
  const mode = bypass ? "bypassPermissions" : last("--permission-mode") ?? "default";
  const settings = readSettings(last("--settings"));
  const resumed = values.has("--fork-session") ? undefined : last("--resume");
  return {
    replay: values.has("--replay-user-messages"),
    partial: values.has("--include-partial-messages"),
    asks: last("--permission-prompt-tool") === "stdio",
    mode: mode === "manual" ? "default" : mode,
    mayBypass: mode === "bypassPermissions" || values.has("--allow-dangerously-skip-permissions"),
    model: last("--model"),
    agent: last("--agent"),
    outputStyle: settings.outputStyle ?? "default",
    sessionId: last("--session-id") ?? resumed,
    allowed: [...rules(values, "--allowedTools", "--allowed-tools"), ...settings.permissions?.allow ?? []],
    disallowed: [...rules(values, "--disallowedTools", "--disallowed-tools"), ...settings.permissions?.deny ?? []],
  };
}

interface Settings {
  outputStyle?: string;
  permissions?: { allow?: string[]; deny?: string[] };
}

/** Settings that are given as JSON; a settings file is not read. */
function readSettings(settings: string | undefined): Settings {
  if (settings?.trimStart().startsWith("{") !== true) return {};
  try {
    return JSON.parse(settings);
  } catch {
    return {};
  }
}

/** Splits at commas and spaces that stand outside of parentheses. */
function rules(values: Map<string, string[]>, ...names: string[]): string[] {
  const found: string[] = [];
  for (const value of names.flatMap((name) => values.get(name) ?? [])) {
    let depth = 0;
    let rule = "";
    for (const char of value) {
      if (char === "(") depth++;
      if (char === ")") depth--;
      if (depth > 0 || (char !== "," && char !== " ")) {
        rule += char;
        continue;
      }
      if (rule !== "") found.push(rule);
      rule = "";
    }
    if (rule !== "") found.push(rule);
  }
  return found;
}
