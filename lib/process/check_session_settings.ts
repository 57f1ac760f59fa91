import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { isBareValue } from "./_bare_mode.ts";

/** Variables that the run stands on, and why a script must leave them alone. */
const FIXED: Readonly<Record<string, string>> = {
  // Seen on 2.1.332 and 2.1.197: without it the CLI never says that it is idle.
  CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "Turnstream could not tell any more when the agent is idle",
  CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: 'the script counts as well; set the option "stopBlocks"',
};

/**
 * Refuses settings that would take a gate away from a running session, or what the run stands on. Seen on 2.1.332 and
 * 2.1.197: `CLAUDE_CODE_SIMPLE` works from the next tool call on, and no hook is called any more; the settings of the
 * launch otherwise stay as they are, whatever is set on top of them, and `disableAllHooks` does not touch the hooks of
 * the script.
 *
 * @param settings The settings that are to be set on top of those of the launch.
 * @throws {UsageError} Naming the setting and the cure.
 */
export function checkSessionSettings(settings: Readonly<Record<string, unknown>>): void {
  const { env } = settings;
  if (settings.disableSkillShellExecution === null) {
    throw new UsageError(
      'Cannot set "disableSkillShellExecution" to null: what a gate has set would be taken back; say false if that is meant',
    );
  }
  if (env === undefined) return;
  if (!isRecord(env)) {
    throw new UsageError('Cannot set "env" in settings: give an object with one text a variable');
  }
  for (const [name, value] of Object.entries(env)) {
    refuseFixed(name, "in settings");
    // The value may be a secret: it is not shown.
    if (value !== null && typeof value !== "string") {
      throw new UsageError(`Cannot set "${name}" in settings: give a text, or null to take it back`);
    }
  }
  if (Object.hasOwn(env, "CLAUDE_CODE_SIMPLE") && isBareValue(env.CLAUDE_CODE_SIMPLE)) {
    throw new UsageError(
      'Cannot set "CLAUDE_CODE_SIMPLE" in settings: the CLI calls no hook then, so that no gate would hold; remove it',
    );
  }
}

/** Refuses a variable that the run stands on, wherever a script would set it. */
export function refuseFixed(name: string, where: string): void {
  const why = Object.hasOwn(FIXED, name) ? FIXED[name] : undefined;
  if (why !== undefined) throw new UsageError(`Cannot set "${name}" ${where}: ${why}`);
}
