import { editDistance } from "../protocol/edit_distance.ts";
import { UsageError } from "../protocol/errors.ts";

/**
 * Refuses options that nobody knows, so that a slip of the pen is not silently without effect.
 *
 * @example A slip of the pen
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * assertThrows(
 *   () => checkOptionNames({ permisionMode: "plan" }, ["model", "permissionMode"]),
 *   Error,
 *   'did you mean "permissionMode"',
 * );
 * ```
 *
 * @param options The options as they were given.
 * @param known The names that exist.
 * @throws {UsageError} If there is a name that is not known.
 */
export function checkOptionNames(options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const near = nearest(name, known);
    const cure = near === undefined ? `the options are ${known.join(", ")}` : `did you mean "${near}"?`;
    throw new UsageError(`Cannot use the option ${JSON.stringify(name)}: it does not exist, ${cure}`);
  }
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = simplified(name);
  let best: string | undefined;
  // More than a third of the letters wrong is another word.
  let least = Math.max(2, Math.ceil(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, simplified(candidate));
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

function simplified(name: string): string {
  return name.slice(0, 64).replaceAll(/[-_]/g, "").toLowerCase();
}
