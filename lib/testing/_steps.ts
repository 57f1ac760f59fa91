import type { ExpectedPrompt } from "./scenario_options.ts";
import type { Machine } from "./_machine.ts";
import { ProcessGone } from "./_wire.ts";

const PATIENCE = 10_000;

/** Counts the steps of a scenario, and makes sure that what fails in one is never lost. */
export class Steps {
  readonly #machine: Machine;
  readonly #word: string;
  #count = 0;
  #label = "";
  #idle = 0;

  /** Starts before the first step. */
  constructor(machine: Machine, word: string) {
    this.#machine = machine;
    this.#word = word;
  }

  /** Takes a step. Its failure ends the process, also where the scenario does not wait for the step. */
  run<T>(name: string, detail: unknown, work: () => Promise<T> | T): Promise<T> {
    this.#count++;
    this.#label = `${name}(${detail === undefined ? "" : describe(detail)})`;
    const done = this.#take(work);
    done.catch((error) => this.#machine.fail(error));
    return done;
  }

  /** A step was without effect. A loop of such steps that never ends would block the program. */
  idle(): void {
    if (++this.#idle < PATIENCE) return;
    throw this.error("its turn was ended long ago: look at cli.aborted in loops");
  }

  /** Makes the error that names the current step. */
  error(why: string): Error {
    return new Error(
      `Cannot go on with the scenario at ${this.#word.toLowerCase()} ${this.#count}, ${this.#label}: ${why}`,
    );
  }

  /** Compares a prompt with what the scenario expects. */
  expectPrompt(expected: ExpectedPrompt | undefined, text: string): void {
    this.#idle = 0;
    if (expected === undefined || fits(expected, text)) return;
    throw this.error(`expected a prompt that ${wanted(expected)}, but came ${JSON.stringify(text)}`);
  }

  async #take<T>(work: () => Promise<T> | T): Promise<T> {
    if (this.#machine.isGone) throw new ProcessGone();
    return await work();
  }
}

function fits(expected: ExpectedPrompt, text: string): boolean {
  if (typeof expected === "string") return text === expected;
  return expected instanceof RegExp ? new RegExp(expected).test(text) : expected(text);
}

function wanted(expected: ExpectedPrompt): string {
  if (typeof expected === "string") return `is ${JSON.stringify(expected)}`;
  return expected instanceof RegExp ? `matches ${expected}` : `satisfies ${expected.name || "the predicate"}`;
}

function describe(detail: unknown): string {
  return typeof detail === "string" ? JSON.stringify(detail) : String(detail);
}
