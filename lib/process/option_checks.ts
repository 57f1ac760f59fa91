import { UsageError } from "../protocol/errors.ts";

/** A value as an error shows it. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 80) ?? String(value);
}

/**
 * Refuses what is no text, or an empty one.
 *
 * @param name The option.
 * @param value Its value.
 * @throws {UsageError} Naming the option.
 */
export function checkText(name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== "string" || value.trim() === "") {
    throw new UsageError(`Cannot use ${shown(value)} as "${name}": give a text that is not empty, or leave it out`);
  }
}

/**
 * Refuses what is neither true nor false.
 *
 * @param name The option.
 * @param value Its value.
 * @throws {UsageError} Naming the option.
 */
export function checkSwitch(name: string, value: unknown): void {
  if (value === undefined || typeof value === "boolean") return;
  throw new UsageError(`Cannot use ${shown(value)} as "${name}": give true or false`);
}

/**
 * Refuses what is no whole number above 0.
 *
 * @param name The option.
 * @param value Its value.
 * @throws {UsageError} Naming the option.
 */
export function checkWhole(name: string, value: unknown): void {
  if (value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)) return;
  throw new UsageError(`Cannot use ${shown(value)} as "${name}": give a whole number above 0`);
}

/** What a value is chosen from. */
export interface ChoiceOptions {
  /** The values that there are. */
  choices: readonly string[];
  /** What they are called. */
  what: string;
}

/**
 * Refuses what is none of a few values.
 *
 * @param name The option.
 * @param value Its value.
 * @param options The values that there are.
 * @throws {UsageError} Naming the option and the values.
 */
export function checkChoice(name: string, value: unknown, options: ChoiceOptions): void {
  if (value === undefined || options.choices.includes(value as string)) return;
  throw new UsageError(
    `Cannot use ${shown(value)} as "${name}": the ${options.what} are ${options.choices.join(", ")}`,
  );
}

/** What a list may hold. */
export interface ListOptions {
  /** Whether a text may be empty. @default false */
  mayBeEmpty?: boolean;
  /** Whether each text is one word, without commas and spaces. @default false */
  word?: boolean;
}

/**
 * Refuses what is no list of texts.
 *
 * @param name The option.
 * @param value Its value.
 * @param options What the list may hold. @default texts that are not empty
 * @throws {UsageError} Naming the option.
 */
export function checkList(name: string, value: unknown, options: ListOptions = {}): void {
  if (value === undefined) return;
  if (!Array.isArray(value)) {
    throw new UsageError(`Cannot use ${shown(value)} as "${name}": give a list of texts, such as [${shown(value)}]`);
  }
  for (const one of value) {
    if (typeof one !== "string" || (one.trim() === "" && options.mayBeEmpty !== true)) {
      throw new UsageError(`Cannot use ${shown(one)} in "${name}": give texts that are not empty`);
    }
    if (options.word === true && /[\s,]/.test(one)) {
      throw new UsageError(`Cannot use ${shown(one)} in "${name}": give one name a text, without spaces or commas`);
    }
  }
}
