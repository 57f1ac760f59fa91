import { UsageError } from "./errors.ts";
import { nearestName } from "./nearest_name.ts";

/** The names of a function's options, all of them: one that is missing here does not compile. */
export type OptionNames<Options> = { readonly [Name in keyof Required<Options>]: true };

/**
 * Refuses options of a function that nobody knows, and what are no options at all: `deno run` does not check types, and
 * a limit with a slip in its name would be no limit.
 *
 * @example A slip of the pen
 * ```ts
 * import { assertThrows } from "@std/assert";
 *
 * interface Options {
 *   timeoutMs?: number;
 * }
 * const names = { timeoutMs: true } as const;
 *
 * checkOptionBag<Options>("onPermission()", { timeoutMs: 5 }, names);
 * assertThrows(
 *   () => checkOptionBag<Options>("onPermission()", { timeout: 5 } as Options, names),
 *   Error,
 *   'Cannot use the option "timeout" of onPermission(): it does not exist, did you mean "timeoutMs"?',
 * );
 * ```
 *
 * @param owner What takes the options, as a message names it.
 * @param options The options as they were given; `undefined` is none.
 * @param names The names that exist.
 * @throws {UsageError} If it is no object, or has a name that is not known.
 */
export function checkOptionBag<Options extends object>(
  owner: string,
  options: Options | undefined,
  names: OptionNames<Options>,
): void {
  if (options === undefined) return;
  const known = Object.keys(names);
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new UsageError(
      `Cannot use ${shown(options)} as the options of ${owner}: give an object with ${known.join(", ")}`,
    );
  }
  const odd = unknownOption(options, known);
  if (odd !== undefined) {
    throw new UsageError(`Cannot use the option ${JSON.stringify(odd.name)} of ${owner}: ${odd.cure}`);
  }
}

/**
 * Finds the first option that is not known.
 *
 * @param options The options as they were given.
 * @param known The names that exist.
 * @returns The name, and what to write in its place; nothing if all are known.
 */
export function unknownOption(
  options: object,
  known: readonly string[],
): { readonly name: string; readonly cure: string } | undefined {
  const name = Object.keys(options).find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const near = nearestName(name, known);
  const cure = near === undefined ? `the options are ${known.join(", ")}` : `did you mean "${near}"?`;
  return { name, cure: `it does not exist, ${cure}` };
}

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  try {
    return JSON.stringify(value)?.slice(0, 80) ?? String(value);
  } catch {
    return `a ${typeof value}`;
  }
}
