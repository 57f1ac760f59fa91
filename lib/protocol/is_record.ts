/** Whether a value is an object with properties, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is an object as JSON makes it, with names alone for its properties. */
export function isPlain(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && value.constructor === Object &&
    Object.getOwnPropertySymbols(value).length === 0;
}
