import { UsageError } from "../protocol/errors.ts";
import { isAbsolute, isRoot, lookAt, variableOf } from "./_permissions.ts";
import type { LaunchOptions } from "./launch_options.ts";
import type { Launch } from "./transport.ts";

/**
 * Refuses what the machine makes impossible, as far as the script may look: a plugin whose folder is not there, and the
 * mode without questions for root. Asks nobody for a permission; what the script may not know is left to the CLI.
 *
 * @param options What the agent is started with.
 * @param launch The launch that they gave.
 * @throws {UsageError} Naming the option and the cure.
 */
export function checkStart(options: LaunchOptions, launch: Launch): void {
  for (const path of options.plugins ?? []) checkPlugin(path, launch);
  const bypass = bypassOption(options);
  if (bypass === undefined || !isRoot() || !isUnprotected(launch)) return;
  throw new UsageError(
    `Cannot use ${bypass} as root: the CLI refuses it; run the script as another user or, in a container that holds ` +
      'nothing of value, set "IS_SANDBOX" to "1" in "env"',
  );
}

/** Seen on 2.1.332 and 2.1.197: the CLI goes on without a plugin that it does not find. */
function checkPlugin(path: string, { cwd }: Launch): void {
  if (path.startsWith("~")) return;
  if (lookAt(cwd === undefined || isAbsolute(path) ? path : `${cwd}/${path}`) !== null) return;
  const where = cwd === undefined ? "" : `, seen from ${JSON.stringify(cwd)}`;
  throw new UsageError(`Cannot load the plugin ${JSON.stringify(path)}: there is no such folder${where}`);
}

function bypassOption(options: LaunchOptions): string | undefined {
  if (options.permissionMode === "bypassPermissions") return '"permissionMode" of "bypassPermissions"';
  return options.allowDangerouslySkipPermissions === true ? '"allowDangerouslySkipPermissions"' : undefined;
}

/** Both versions let root do it where one of these variables is set; a value that is not known may be set. */
function isUnprotected(launch: Launch): boolean {
  const sandbox = variableOf(launch, "IS_SANDBOX");
  return sandbox !== undefined && sandbox !== "1" && variableOf(launch, "CLAUDE_CODE_BUBBLEWRAP") === "";
}
