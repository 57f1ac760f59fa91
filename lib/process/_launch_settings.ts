import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { isBareValue } from "./_bare_mode.ts";
import { refuseFixed } from "./check_session_settings.ts";
import { type EnvironmentOptions, guardedEnvironment } from "./environment.ts";
import type { LaunchOptions } from "./launch_options.ts";
import { isListSafe } from "./rule_lists.ts";

type Settings = Record<string, unknown>;

/**
 * The value of `--settings`: the user's own, bare mode off, the rules that a flag would tear apart and, where a gate
 * stands, no shell texts inside of skills.
 */
export function launchSettings(
  options: LaunchOptions & Pick<EnvironmentOptions, "stopBlocks">,
  { gated, ask }: { gated: boolean; ask: readonly string[] },
): string | undefined {
  const deny = options.disallowedTools?.filter((rule) => !isListSafe(rule)) ?? [];
  const allow = options.allowedTools?.filter((rule) => !isListSafe(rule)) ?? [];
  const given = parseSettings(options.settings);
  if (typeof given === "string") {
    if (options.outputStyle !== undefined) {
      throw new UsageError(
        `Cannot use "outputStyle" beside the settings file ${JSON.stringify(given)}: it is a setting, and only one ` +
          'source of settings can be named; write "outputStyle" into the file, or give the settings as an object',
      );
    }
    const torn = deny[0] ?? allow[0];
    if (torn === undefined) return given;
    throw new UsageError(
      `Cannot pass the rule ${JSON.stringify(torn)} beside the settings file ${JSON.stringify(given)}: a flag would ` +
        "tear it at its closing parenthesis, and only one source of settings can be named; write the rule into the " +
        "file, or give the settings as an object",
    );
  }
  if (options.outputStyle !== undefined && given.outputStyle !== undefined) {
    throw new UsageError('Cannot use "outputStyle" beside an "outputStyle" in "settings": keep one of the two');
  }
  const settings: Settings = {
    ...(gated ? { disableSkillShellExecution: true } : {}),
    ...given,
    ...(options.outputStyle === undefined ? {} : { outputStyle: options.outputStyle }),
    env: { ...guardedEnvironment(options), ...record(given, "env") },
  };
  if (deny.length > 0 || ask.length > 0 || allow.length > 0) {
    const permissions = record(given, "permissions");
    settings.permissions = {
      ...permissions,
      ...merged("deny", permissions, deny),
      ...merged("ask", permissions, ask),
      ...merged("allow", permissions, allow),
    };
  }
  return JSON.stringify(settings);
}

/** The settings as an object; the path where they are one. */
function parseSettings(settings: LaunchOptions["settings"]): Settings | string {
  if (settings === undefined) return {};
  if (typeof settings === "string" && !settings.trimStart().startsWith("{")) return settings;
  const parsed = typeof settings === "string" ? parse(settings) : settings;
  const env = record(parsed, "env");
  for (const name of Object.keys(env)) refuseFixed(name, 'in "settings"');
  if (isBareValue(env.CLAUDE_CODE_SIMPLE)) {
    throw new UsageError(
      'Cannot set "CLAUDE_CODE_SIMPLE" in "settings": the CLI calls no hook then, so that no gate would hold; remove it',
    );
  }
  return parsed;
}

function parse(text: string): Settings {
  try {
    return JSON.parse(text) as Settings;
  } catch {
    throw new UsageError(
      // Settings hold keys: they are not shown, and the parser's complaint, which quotes them, is no cause.
      'Cannot read "settings": the text begins like JSON and is none; give an object, or the path of a file',
    );
  }
}

function record(settings: Readonly<Settings>, name: string): Settings {
  const found = settings[name];
  if (found === undefined) return {};
  if (isRecord(found)) return found;
  throw new UsageError(`Cannot read "settings": "${name}" must be an object, not ${kindOf(found)}`);
}

function merged(name: "allow" | "ask" | "deny", permissions: Settings, rules: readonly string[]): Settings {
  if (rules.length === 0) return {};
  const own = permissions[name] ?? [];
  if (!Array.isArray(own)) {
    throw new UsageError(`Cannot read "settings": "permissions.${name}" must be a list, not ${kindOf(own)}`);
  }
  return { [name]: [...own, ...rules] };
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a ${typeof value}`;
}
