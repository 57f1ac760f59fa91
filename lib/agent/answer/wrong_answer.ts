import { messageOf } from "./message_of.ts";
import { snapshot } from "./snapshot.ts";

/** An answer that must not be written: its shape is not what the CLI takes. */
export class WrongAnswer extends Error {}

/** The answer as JSON holds it; a function or symbol, which JSON leaves out, is shown by its kind. */
export function written(value: unknown): unknown {
  let copy: unknown;
  try {
    copy = snapshot(value);
  } catch (error) {
    throw new WrongAnswer(`the answer cannot be written as JSON (${messageOf(error)}): give plain data`);
  }
  if (copy === undefined) return `a ${typeof value}`;
  if (isLost(value, copy)) {
    throw new WrongAnswer(`the answer is ${kindOf(value)}, which JSON cannot hold: give plain data`);
  }
  return copy;
}

/** Whether nothing is left of an object that is not plain, such as an error: it would count as an answer that says nothing. */
function isLost(value: unknown, copy: unknown): boolean {
  if (typeof value !== "object" || value === null || typeof copy !== "object" || copy === null) return false;
  if (Array.isArray(value) || Object.keys(copy).length > 0) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

function kindOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

/** An answer as a message quotes it. */
export function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The CLI runs a call's original input where an empty one comes back, so an empty one is refused. */
export function checkInput(
  updated: Record<string, unknown> | undefined,
  input: Readonly<Record<string, unknown>>,
): void {
  if (updated === undefined || Object.keys(updated).length > 0 || Object.keys(input).length === 0) return;
  throw new WrongAnswer(
    "an empty input {} stands for the original one in the CLI, so it does not change the call: " +
      "give the whole input, or deny the call",
  );
}
