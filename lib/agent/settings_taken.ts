import { secretMask } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import type { AgentCore } from "./core.ts";
import { ControlError } from "./errors.ts";

/**
 * Makes sure that the CLI took the settings that the script gave. One value that it does not understand, and it leaves
 * out all of them and says nothing (seen on 2.1.332 and 2.1.197): the rules of gates that travel in them too, and the
 * guard against bare mode.
 *
 * @throws (the promise rejects) `UsageError` naming what the CLI did not understand; `ControlError` if it does not answer.
 */
export async function checkSettingsTaken({ options, correlator, limits }: AgentCore): Promise<void> {
  const { settings } = options;
  if (settings === undefined) return;
  const path = typeof settings === "string" && !settings.trimStart().startsWith("{") ? settings : undefined;
  const problems = problemsIn(await ask());
  // A file's problems are told by its name; what was given as an object stands in a file of the CLI's own.
  const own = path === undefined ? problems : problems?.filter(({ file }) => isSame(file, path));
  if (own === undefined || own.length === 0) return;
  const told = own.map((each) => `${String(each.path ?? "")}: ${String(each.message ?? "")}`).join("; ");
  throw new UsageError(
    `Cannot use "settings": the CLI leaves out all of them, because it does not understand ${
      secretMask(options.env ?? {})(told)
    }; correct that, or leave it out`,
  );

  async function ask(): Promise<Record<string, unknown>> {
    try {
      return await correlator.request("get_settings", { timeoutMs: limits.controlMs });
    } catch (error) {
      // A version that does not know the question cannot be asked.
      if (error instanceof ControlError && error.kind !== "timeout") return {};
      throw error;
    }
  }
}

/** What the CLI could not read, where none of the script's settings hold. */
function problemsIn({ sources, errors }: Record<string, unknown>): Record<string, unknown>[] | undefined {
  if (!Array.isArray(sources) || !Array.isArray(errors)) return undefined;
  if (sources.some((source) => isRecord(source) && source.source === "flagSettings")) return undefined;
  return errors.filter(isRecord);
}

function isSame(file: unknown, path: string): boolean {
  return typeof file === "string" && file.endsWith(path.replace(/^\.\//, ""));
}
