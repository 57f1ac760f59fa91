import { UsageError } from "../protocol/errors.ts";
import { unknownOption } from "../protocol/option_bag.ts";

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
  const odd = unknownOption(options, known);
  if (odd !== undefined) throw new UsageError(`Cannot use the option ${JSON.stringify(odd.name)}: ${odd.cure}`);
}
