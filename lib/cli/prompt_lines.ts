import { LineIterator } from "./lines/line_source.ts";
import { StandardInput } from "./lines/standard_input.ts";
import { streamLines } from "./lines/stream_lines.ts";

/**
 * Reads prompts from standard input, or from any other bytes: a line each, blank lines left out.
 *
 * A prompt is asked for when the turn before has ended, and standard input is read only while one is
 * wanted. At a terminal that means:
 *
 * - What is typed while a turn runs is kept for the next prompt, and never answers a question of
 *   `askPerson`. While a question is shown, the keyboard belongs to it; a line that was half typed goes on
 *   afterwards.
 * - Ctrl+D at an empty line ends the prompts. Ctrl+C does what it does without this function.
 * - A run that ends while a prompt is awaited takes no more keys, and lets the script end.
 *
 * Where standard input is a pipe or a file, its lines are the prompts, and `askPerson` denies.
 *
 * @example One turn a line
 * ```ts
 * import { claude, turns } from "@turnstream/turnstream";
 * import { promptLines } from "@turnstream/turnstream/cli";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
 *     await cli.end({ text: `did ${prompt.text}` });
 *   }
 * });
 * const input = new Blob(["one\n\ntwo\n"]).stream();
 * const said: string[] = [];
 * await claude(promptLines(input), { transport }).pipe(turns()).forEach((turn) => said.push(turn.text));
 * assertEquals(said, ["did one", "did two"]);
 * ```
 *
 * @example A conversation at the terminal
 * ```ts
 * import { allowTools, claude, onPermission } from "@turnstream/turnstream";
 * import { askPerson, printEvents, promptLines } from "@turnstream/turnstream/cli";
 *
 * // Nothing is started before somebody subscribes, with `.forEach(() => {})` for example.
 * const chat = claude(promptLines()).pipe(allowTools("Read"), onPermission(askPerson()), printEvents());
 * ```
 *
 * @param input The bytes. @default standard input
 * @returns The lines; they can be read once.
 */
export function promptLines(
  input?: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncIterableIterator<string, undefined> {
  return new LineIterator(input === undefined ? new StandardInput() : streamLines(input));
}
