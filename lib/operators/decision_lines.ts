import type { OperatorFunction } from "rxjs";
import { map } from "../agent/rxjs.ts";
import type { DecisionRecord } from "../agent/events.ts";
import { maskedJson } from "../process/masked_json.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";

/** How records are written as lines. */
export interface DecisionLinesOptions {
  /**
   * Variables whose values are masked wherever they stand, if their names speak of a key, a token, a secret or a
   * password: the agent's `env`, say.
   *
   * @default none; what looks like a key is masked all the same
   */
  env?: Readonly<Record<string, string>>;
}

/**
 * Writes each record as one line of JSON, with keys and tokens masked, for an audit log.
 *
 * The lines end with a line feed. Inputs of tool calls stand in them whole: they hold what the agent wrote into files.
 * A secret that neither looks like one nor is named in `env` cannot be known and is not masked.
 *
 * @example A log
 * ```ts
 * import { allowTools, claude, decisionLines, decisions } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "curl -H 'Authorization: Bearer abcdefgh' localhost" });
 *   await cli.end();
 * });
 * let log = "";
 * await claude("go", { transport }).pipe(allowTools("Read"), decisions(), decisionLines())
 *   .forEach((line) => log += line);
 * assertEquals(JSON.parse(log).input, { command: "curl -H 'Authorization: Bearer ***' localhost" });
 * ```
 *
 * @param options What is masked besides. @default nothing
 * @returns An operator from records to lines.
 * @throws {UsageError} If an option does not exist.
 */
export function decisionLines(options: DecisionLinesOptions = {}): OperatorFunction<DecisionRecord, string> {
  checkOptionBag("decisionLines()", options, { env: true });
  const write = maskedJson(options.env ?? {});
  return map((record) => `${write(record) ?? write(withoutInput(record))}\n`);
}

// JSON can be read however deeply it is nested, but not written.
function withoutInput({ updatedInput, ...record }: DecisionRecord): DecisionRecord {
  const input = { unwritten: "the input is nested too deeply" };
  return { ...record, input, ...(updatedInput === undefined ? {} : { updatedInput: input }) };
}
