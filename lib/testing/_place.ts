const LIBRARY = new URL("..", import.meta.url).href;
const OTHERS = ["(ext:", " ext:", "(node:", " node:", "<anonymous>", LIBRARY];

/**
 * Where in a scenario an error comes from: the lines of its stack, without those of the library and of
 * the runtime. Empty if there is none.
 */
export function placeOf(error: Error): string {
  const lines = (error.stack ?? "").split("\n").filter((line) => /^ {4}at /.test(line));
  return lines.filter((line) => !OTHERS.some((other) => line.includes(other))).map((line) => `${line}\n`).join("");
}
