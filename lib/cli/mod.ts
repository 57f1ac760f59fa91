/**
 * Helpers for scripts that a person runs at a terminal.
 *
 * {@linkcode askPerson} lets a person decide what no rule decided, {@linkcode printEvents} shows what the
 * agent does, {@linkcode optionsFromArgs} reads a script's command line,
 * {@linkcode promptLines} takes prompts from standard input. None of them needs a permission
 * besides the core's `--allow-run=claude`: they read standard input, write standard output and standard
 * error, ask for the terminal's width, and raise SIGINT in the script itself, all of which Deno lets every
 * script do.
 *
 * @module
 */
export { askPerson, type AskPersonOptions } from "./ask_person.ts";
export { type ArgsRead, optionsFromArgs } from "./options_from_args.ts";
export { printEvents, type PrintEventsOptions } from "./print_events.ts";
export { promptLines } from "./prompt_lines.ts";
export type { Terminal } from "./terminal.ts";
