/**
 * Writes a frame as the one line that the CLI reads, without its line end.
 *
 * Strings become well-formed Unicode: a lone surrogate is replaced by U+FFFD, because the escape
 * that stands for it would make the model's API refuse the whole session.
 *
 * @example A lone surrogate is mended
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serialiseFrame } from "@turnstream/turnstream/protocol";
 *
 * assertEquals(serialiseFrame({ text: "x\ud83d" }), '{"text":"x\ufffd"}');
 * ```
 *
 * @param frame The frame: any object that JSON can hold.
 * @returns One line of JSON.
 * @throws {TypeError} If the object cannot be written as JSON.
 */
export function serialiseFrame(frame: object): string {
  const line = JSON.stringify(frame);
  if (line === undefined) throw new TypeError("Cannot write the frame: it has no JSON form");
  // JSON.stringify writes a lone surrogate, and nothing else, as a \ud800 to \udfff escape.
  return line.includes("\\ud") ? JSON.stringify(frame, wellFormed) : line;
}

function wellFormed(_key: string, value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const keys = Object.keys(value);
  if (keys.every((key) => key.isWellFormed())) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toWellFormed(), item]));
}
