import { UsageError } from "../protocol/errors.ts";
import { isBareValue } from "./_bare_mode.ts";
import { refuseFixed } from "./check_session_settings.ts";
import { checkSwitch, checkWhole } from "./option_checks.ts";

/** The options that become environment variables; `ClaudeOptions` has them all. */
export interface EnvironmentOptions {
  /** Environment variables set on top of the script's own. @default none */
  env?: Readonly<Record<string, string>>;
  /**
   * How often in a row a Stop hook may send the agent back to work, above 0; then the turn ends all the same, with the
   * outcome `limit`.
   *
   * @default 8, the CLI's own
   */
  stopBlocks?: number;
  /** Whether the CLI keeps what it needs to take files back to an earlier prompt (`rewindFiles`). @default false */
  enableFileCheckpointing?: boolean;
}

/** How often in a row a Stop hook may send the agent back to work unless told otherwise: the CLI's own cap. */
export const DEFAULT_STOP_BLOCKS: number = 8;

/**
 * What is set in the agent's environment, on top of the script's own. Needs no permission.
 *
 * - `CLAUDECODE` is emptied: Deno cannot unset one variable without `--allow-env`.
 * - `CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS` makes the CLI say when it is idle.
 * - `CLAUDE_CODE_SIMPLE` is emptied: if it is inherited as "1", the CLI calls no hook, and no gate holds.
 * - `CLAUDE_CODE_STOP_HOOK_BLOCK_CAP` is `stopBlocks`: an inherited one would make the host count wrongly.
 * - `CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING` is set for `enableFileCheckpointing`.
 *
 * @example The agent's environment
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(childEnvironment({ stopBlocks: 3, env: { LANG: "C" } }), {
 *   CLAUDECODE: "",
 *   CLAUDE_CODE_SIMPLE: "",
 *   CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1",
 *   CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3",
 *   LANG: "C",
 * });
 * ```
 *
 * @param options The options; those that are no part of the environment are ignored.
 * @returns The variables.
 * @throws {UsageError} If a variable or `stopBlocks` has a wrong value.
 */
export function childEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { env = {}, stopBlocks = DEFAULT_STOP_BLOCKS, enableFileCheckpointing } = options;
  checkVariables(env);
  // Measured on 2.1.332 and 2.1.197: the CLI takes 0 for "without end".
  checkWhole("stopBlocks", stopBlocks);
  checkSwitch("enableFileCheckpointing", enableFileCheckpointing);
  return {
    CLAUDECODE: "",
    CLAUDE_CODE_SIMPLE: "",
    [STATE_EVENTS]: "1",
    CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: String(stopBlocks),
    ...(enableFileCheckpointing === true ? { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" } : {}),
    ...env,
  };
}

const STATE_EVENTS = "CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS";

function checkVariables(env: Readonly<Record<string, unknown>>): void {
  if (typeof env !== "object" || env === null || Array.isArray(env)) {
    throw new UsageError('Cannot use "env": give an object with one text a variable');
  }
  for (const [name, value] of Object.entries(env)) {
    if (name === "" || /[=\0]/.test(name)) {
      throw new UsageError(`Cannot set the variable ${JSON.stringify(name)} in "env": this is no variable's name`);
    }
    // The value may be a secret: it is not shown.
    if (typeof value !== "string" || value.includes("\0")) {
      throw new UsageError(`Cannot set the variable "${name}" in "env": give a text without NUL characters`);
    }
  }
  for (const name of Object.keys(env)) {
    // What is set here anyway does no harm.
    if (name !== STATE_EVENTS || env[name] !== "1") refuseFixed(name, 'as a variable in "env"');
  }
  if (isBareValue(env.CLAUDE_CODE_SIMPLE)) {
    throw new UsageError(
      'Cannot set the variable "CLAUDE_CODE_SIMPLE" in "env": the CLI calls no hook then, so that no gate would hold; ' +
        "remove it",
    );
  }
}

/**
 * The variables that settings files of the user or the project could set over those of the process: bare mode, and the
 * cap of Stop blocks, which the script counts along.
 */
export function guardedEnvironment({ stopBlocks }: Pick<EnvironmentOptions, "stopBlocks">): Record<string, string> {
  return {
    CLAUDE_CODE_SIMPLE: "0",
    CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: String(stopBlocks ?? DEFAULT_STOP_BLOCKS),
  };
}
