import { parseArgs } from "@std/cli/parse-args";
import type { ClaudeOptions } from "../agent/options.ts";
import { UsageError } from "../protocol/errors.ts";
import { nearestName } from "../protocol/nearest_name.ts";
import { FLAGS, helpText, SWITCHES } from "./args/flags.ts";

/** What a command line says. */
export interface ArgsRead {
  /** Options for `claude` or `connect`; only what was given is set. */
  options: ClaudeOptions;
  /**
   * The words that are no flags, joined by spaces; `undefined` if there are none, so that a script gives
   * its own: `prompt ?? "Tidy up the examples"`.
   */
  prompt: string | undefined;
  /** What follows `--`, for the script's own use. */
  rest: string[];
  /** A list of the flags to print, if `--help` was given: print it and go, before an agent is started. */
  help: string | undefined;
}

/**
 * Reads options for an agent, and its prompt, from a command line.
 *
 * The flags are those of the `claude` CLI: `--model`, `--fallback-model`, `--effort`, `--thinking`, `--agent`,
 * `--permission-mode`, `--resume`, `--continue`, `--fork-session`, `--session-id`, `--no-session-persistence`,
 * `--max-turns`, `--max-budget-usd`, `--add-dir` and `--plugin-dir` (repeatable), `--system-prompt`,
 * `--append-system-prompt`, `--setting-sources`, `--strict-mcp-config`, `--debug`, `--debug-file`; and `--cwd`,
 * `--program`, `--output-style`, `--help`. What would loosen the script's policy, such as rules that allow, is not among
 * them. A value that begins with a dash is written `--flag=value`. What is not known is an error, so that no misspelt
 * limit is silently none.
 *
 * @example A script with flags
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { optionsFromArgs } from "@turnstream/turnstream/cli";
 *
 * const { options, prompt } = optionsFromArgs(["--model", "sonnet", "--max-turns=5", "Fix", "the", "typo"]);
 *
 * assertEquals(options, { model: "sonnet", maxTurns: 5 });
 * assertEquals(prompt, "Fix the typo");
 * ```
 *
 * @example A whole script, with help and a prompt of its own
 * ```ts
 * import { claude, texts } from "@turnstream/turnstream";
 * import { optionsFromArgs } from "@turnstream/turnstream/cli";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * async function main(args: readonly string[], say = console.log): Promise<void> {
 *   const { options, prompt, help } = optionsFromArgs(args);
 *   if (help !== undefined) return say(`Usage: review.ts [options] [prompt]\n\n${help}`);
 *   await claude(prompt ?? "Review the last commit", { ...options, transport }).pipe(texts()).forEach(say);
 * }
 *
 * // The agent of this example is a simulated one, which repeats its prompt.
 * const transport = simulate(async (cli) => {
 *   const { text } = await cli.prompt();
 *   await cli.end({ text });
 * });
 * const said: string[] = [];
 * await main(["--model", "sonnet"], (text) => said.push(text));
 * await main(["Review", "README.md"], (text) => said.push(text));
 * await main(["--help"], (text) => said.push(text.slice(0, 37)));
 * assertEquals(said, ["Review the last commit", "Review README.md", "Usage: review.ts [options] [prompt]\n\n"]);
 * ```
 *
 * @param args The arguments; those of the script where absent.
 * @returns The options, the prompt and the rest.
 * @throws `UsageError` if a flag is unknown, misses its value or has one that does not fit.
 */
export function optionsFromArgs(args: readonly string[] = Deno.args): ArgsRead {
  const names = Object.keys(FLAGS);
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  const negated = own.find((arg) => arg.startsWith("--no-") && !Object.hasOwn(SWITCHES, arg.slice(2)));
  if (negated !== undefined) refuse(negated);
  const read = parseArgs([...own], {
    string: [...names, "_"],
    boolean: Object.keys(SWITCHES),
    collect: names,
    unknown: (arg: string, key?: string) => key === undefined || refuse(arg),
  }) as Record<string, unknown>;
  const options: ClaudeOptions = {};
  for (const [name, { put }] of Object.entries(SWITCHES)) if (read[name] === true) put(options);
  for (const [name, flag] of Object.entries(FLAGS)) {
    for (const value of read[name] as string[]) {
      if (value === "" && !(flag.mayBeEmpty && isEmptyOnPurpose(own, name))) missValue(name, flag.takes);
      flag.put(options, value);
    }
  }
  const prompt = (read._ as string[]).filter((word) => word !== "").join(" ");
  return {
    options,
    prompt: prompt === "" ? undefined : prompt,
    rest: dashes < 0 ? [] : args.slice(dashes + 1),
    help: read.help === true ? helpText() : undefined,
  };
}

function refuse(arg: string): never {
  const given = arg.replace(/^-+(no-)?/, "").replace(/=.*$/s, "");
  const flags = [...Object.keys(FLAGS), ...Object.keys(SWITCHES)];
  const begun = given.length > 2 ? flags.find((flag) => flag.startsWith(given)) : undefined;
  const known = begun ?? nearestName(given, flags);
  const cure = known === undefined ? 'use "--help" for a list' : `use "--${known}"`;
  throw new UsageError(`Remove the unknown flag ${JSON.stringify(arg.replace(/=.*$/s, ""))}, or ${cure}`);
}

function missValue(name: string, takes: string): never {
  throw new UsageError(
    `Give "--${name}" a value: "--${name} <${takes}>", or "--${name}=<${takes}>" for one with a dash`,
  );
}

function isEmptyOnPurpose(args: readonly string[], name: string): boolean {
  return args.some((arg, at) => arg === `--${name}=` || (arg === `--${name}` && args[at + 1] === ""));
}
