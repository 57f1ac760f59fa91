/** How a simulated agent, or the executable stand-in, makes its host's life hard. */
export interface Misbehaviour {
  /** The most bytes that its output comes in at a time: 1 takes apart every character. @default whole lines */
  splitBytes?: number;
  /** A stray line in front of every frame. @default none */
  noise?: string;
  /** How many bytes it writes on standard error before anything else. @default none */
  stderrBytes?: number;
  /** The size of a frame of an unknown kind in front of each result. @default none */
  hugeLineBytes?: number;
  /** After how many lines it says nothing any more; it still ends with its input. @default never */
  silentAfter?: number;
  /** How late its answers to control requests come, in milliseconds. @default at once */
  lateMs?: number;
  /** What it says twice: its answers to control requests, or its own requests. @default nothing */
  doubles?: readonly ("answers" | "requests")[];
  /** What it pays no attention to. @default nothing */
  ignore?: readonly ("EOF" | "SIGINT" | "SIGTERM")[];
  /** The code with which it exits by itself. @default the real one's */
  exitCode?: number;
  /** After how many bytes its output breaks off, whereupon it exits. @default never */
  truncateAfter?: number;
  /**
   * How long a program that it started and left behind holds its pipes open, in milliseconds. That program's process id
   * is told on standard error: `left behind: 4711`. The stand-in alone can do this.
   *
   * @default there is none
   */
  holdPipesMs?: number;
}

const NUMBERS = [
  "splitBytes",
  "stderrBytes",
  "hugeLineBytes",
  "silentAfter",
  "lateMs",
  "exitCode",
  "truncateAfter",
  "holdPipesMs",
];
const CHOICES: Record<string, readonly string[]> = {
  doubles: ["answers", "requests"],
  ignore: ["EOF", "SIGINT", "SIGTERM"],
};

/**
 * Reads how an agent is to misbehave. A name or a value that makes no sense is refused: a test that asks for a fault and
 * gets none would prove nothing.
 *
 * @param value What was given.
 * @returns The same.
 * @throws {TypeError} Naming what makes no sense.
 */
export function checkMisbehaviour(value: unknown): Misbehaviour {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError('Cannot misbehave: give an object such as {"splitBytes":1}');
  }
  for (const [name, given] of Object.entries(value)) {
    if (given === undefined || isSensible(name, given)) continue;
    throw new TypeError(`Cannot misbehave: ${JSON.stringify(given)} makes no sense as "${name}"`);
  }
  return value;
}

function isSensible(name: string, given: unknown): boolean {
  if (name === "noise") return typeof given === "string" && !given.includes("\n");
  const choices = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined;
  if (choices !== undefined) return Array.isArray(given) && given.every((each) => choices.includes(each));
  const least = name === "splitBytes" ? 1 : 0;
  return NUMBERS.includes(name) && Number.isSafeInteger(given) && (given as number) >= least;
}
