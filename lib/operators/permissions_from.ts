import type { MonoTypeOperatorFunction } from "rxjs";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { type PermissionRules, permissions } from "./permissions.ts";

/** What `permissionsFrom` may pass over. */
export interface PermissionsFromOptions {
  /** Keys beside the three lists that the script sees to in another way, such as `defaultMode`. @default none */
  readonly ignore?: readonly string[];
}

/** What does the same here as a key of the settings that is no list of rules. */
const INSTEAD: Readonly<Record<string, string>> = {
  defaultMode: "give the option permissionMode to claude()",
  additionalDirectories: "give the option addDirs to claude()",
  disableBypassPermissionsMode: "do not give the permissionMode bypassPermissions to claude()",
  disableAutoMode: "do not give the permissionMode auto to claude()",
};

const LISTS: readonly string[] = ["allow", "ask", "deny"];

/**
 * The policy that a settings file of the CLI describes, enforced here.
 *
 * It reads the text or the value of such a file: its `permissions`, or an object that has the three lists itself. Other
 * keys of the file (`model`, `hooks`, `env` …) are no permissions and are left alone. What stands beside the three lists
 * would be lost, so it is refused: the error says which option of `claude` does the same, and `ignore` names what the
 * script has seen to.
 *
 * Paths that begin with one slash or none start at the launch directory, whichever file the rules come from. Rules that
 * are written in a way that cannot be judged here (`Bash(npm run test*)`, a `*` without a space in front) are errors too.
 *
 * @example The rules of a settings file
 * ```ts
 * import { claude, permissionsFrom } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * // As from Deno.readTextFile(".claude/settings.json").
 * const text = '{ "model": "sonnet", "permissions": { "allow": ["Bash(make test)"], "deny": ["Read(.env)"] } }';
 *
 * const seen: string[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   seen.push((await cli.tool("Bash", { command: "make test" })).behavior);
 *   seen.push((await cli.tool("Read", { file_path: "/srv/.env" }, { asks: false })).behavior);
 *   await cli.end();
 * });
 * await lastValueFrom(claude("go", { transport, settingSources: [] }).pipe(permissionsFrom(text)));
 * assertEquals(seen, ["allow", "deny"]);
 * ```
 *
 * @param json The text of the file, or what it holds.
 * @param options What is passed over. @default nothing
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the text is no JSON, holds no permissions or something beside them, or a rule is malformed;
 * if an option does not exist.
 */
export function permissionsFrom(
  json: string | Readonly<Record<string, unknown>>,
  options: PermissionsFromOptions = {},
): MonoTypeOperatorFunction<AgentEvent> {
  checkOptionBag("permissionsFrom()", options, { ignore: true });
  const { ignore = [] } = options;
  if (!Array.isArray(ignore)) {
    throw new UsageError(
      `Give "ignore" of permissionsFrom() a list of keys, such as ["defaultMode"], not ${JSON.stringify(ignore)}`,
    );
  }
  const settings: unknown = typeof json === "string" ? parse(json) : json;
  if (!isRecord(settings)) {
    throw new UsageError("Give permissionsFrom() the text or the object of a settings file: this is no object");
  }
  const whole = "permissions" in settings;
  const held = whole ? settings["permissions"] : settings;
  if (!isRecord(held)) throw new UsageError('Correct "permissions" in the settings: it must be an object');
  if (!whole && !LISTS.some((key) => key in held)) {
    throw new UsageError(
      'Cannot find permissions in the settings: neither "permissions" nor allow, ask or deny is there',
    );
  }
  const rules: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(held)) {
    if (ignore.includes(key)) continue;
    if (!LISTS.includes(key)) throw unknownKey(key);
    rules[key] = texts(key, value);
  }
  return permissions(rules as PermissionRules);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Settings hold keys: they are not shown, and the parser's complaint, which quotes them, is no cause.
    throw new UsageError(
      "Cannot read the settings that permissionsFrom() was given: the text is no JSON; " +
        "give what the file holds, as readTextFile(path) reads it",
    );
  }
}

function texts(key: string, value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new UsageError(`Correct "${key}" in the settings: it must be a list of rules`);
  const odd = value.findIndex((rule) => typeof rule !== "string");
  if (odd >= 0) throw new UsageError(`Correct ${key}[${odd}] in the settings: a rule is a text such as "Read"`);
  return value as string[];
}

function unknownKey(key: string): UsageError {
  const instead = Object.hasOwn(INSTEAD, key) ? `${INSTEAD[key]}, and name` : "if it does not matter here, name";
  return new UsageError(
    `Cannot take over ${JSON.stringify(key)} from the permissions in the settings: ${instead} it in the option ignore`,
  );
}
