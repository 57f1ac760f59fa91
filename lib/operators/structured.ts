import type { OperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { findAgent, isAdded } from "../agent/brand.ts";
import { LimitError, TurnError } from "../agent/errors.ts";
import type { AgentEvent, TurnEnd } from "../agent/events.ts";
import type { Turn } from "../agent/turn.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { responder } from "./responder.ts";
import { type Fit, fit, jsonSchemaOf } from "./_result_schema.ts";
import type { ResultSchema } from "./result_schema.ts";
import { StructuredOutputError } from "./structured_output_error.ts";

/** How `structured` deals with results that do not fit. */
export interface StructuredOptions {
  /** How often in a row the agent is sent back to mend a result that does not fit. @default 1 */
  repairs?: number;
}

/**
 * Gives the result of each turn as a typed value that fits a schema.
 *
 * The schema goes to the CLI as JSON schema, so that the model is made to answer by it, and what comes is parsed by the
 * schema once more. A model that does not comply (the CLI calls such a turn a success all the same) is sent back in the
 * same session with a list of what does not fit; after `repairs` such turns the stream errors with a
 * `StructuredOutputError`, which has the raw result.
 *
 * ```text
 * source        -o-m-t---m-t-r|
 * structured()  -----------V--|
 *               first t: does not fit, second t: the repair
 * ```
 *
 * A turn that failed is an error of the stream, as with `expectSuccess`; one that was interrupted or stopped has no
 * result, and is an error too. Turns that the CLI starts by itself are left alone. Put it last in the chain: an operator
 * before it that continues the conversation goes before a repair, and then the result that did not fit is the error.
 *
 * @example A number, and not a text about one
 * ```ts
 * import { claude, structured } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 * import { z } from "zod";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end({ result: "There are 3 of them" });
 *   await cli.prompt(); // the repair
 *   await cli.end({ structuredOutput: { files: 3 } });
 * });
 * const count = await lastValueFrom(
 *   claude("How many files are there?", { transport }).pipe(structured(z.object({ files: z.int() }))),
 * );
 * assertEquals(count.files, 3);
 * ```
 *
 * @param schema A schema of an object, of zod 4.2 or later. What zod/mini makes does not tell its JSON schema.
 * @param options How results that do not fit are dealt with. @default one repair
 * @returns An operator that gives one value a turn.
 * @throws {UsageError} If the schema is none, is not of an object, or has no form as JSON schema; if an option does not exist.
 */
export function structured<T>(
  schema: ResultSchema<T>,
  options: StructuredOptions = {},
): OperatorFunction<AgentEvent, T> {
  checkOptionBag("structured()", options, { repairs: true });
  const { repairs = 1 } = options;
  if (!(Number.isSafeInteger(repairs) && repairs >= 0)) {
    throw new UsageError(`Cannot use structured with repairs ${String(repairs)}: give a whole number, 0 for none`);
  }
  const registered = responder({ kind: "turn_end", name: "structured()", jsonSchema: jsonSchemaOf(schema) });
  return (source) =>
    new Observable<T>((subscriber) => {
      const books = new WeakMap<Agent, Book>();
      const open = new Set<Book>();
      const look = (event: AgentEvent): void => {
        if (!isAdded("turn_end", event) || event.turn.unsolicited) return;
        const agent = findAgent(event);
        const book = (agent && books.get(agent)) ?? { used: 0, waiting: undefined };
        if (agent !== undefined) books.set(agent, book);
        take(event, book);
      };
      const take = (event: TurnEnd, book: Book): void => {
        const { turn } = event;
        // Somebody else's prompt was sent in place of the repair.
        if (book.waiting !== undefined && !book.waiting.asked) throw book.waiting.error;
        book.waiting = undefined;
        open.delete(book);
        const found = outcomeOf(schema, turn);
        if (found.fits) {
          book.used = 0;
          return subscriber.next(found.value);
        }
        const error = new StructuredOutputError(turn, found.issues);
        if (book.used >= repairs) throw error;
        book.used++;
        const waiting = { asked: false, error };
        book.waiting = waiting;
        open.add(book);
        event.continueWith(() => {
          waiting.asked = true;
          return repairPrompt(found.issues);
        });
      };
      subscriber.add(
        source.pipe(registered).subscribe({
          next(event) {
            try {
              look(event);
            } catch (error) {
              subscriber.error(error);
            }
          },
          error: (error) => subscriber.error(error),
          complete() {
            const [unmended] = open;
            if (unmended?.waiting === undefined) subscriber.complete();
            else subscriber.error(unmended.waiting.error);
          },
        }),
      );
    });
}

/** What is known of one agent's results. */
interface Book {
  /** How many repairs in a row there were. */
  used: number;
  /** The result that is being mended. */
  waiting: { asked: boolean; error: StructuredOutputError } | undefined;
}

function outcomeOf<T>(schema: ResultSchema<T>, turn: Turn): Fit<T> {
  const { result, outcome } = turn;
  if (result?.subtype === "error_max_structured_output_retries") {
    return { fits: false, issues: ["the CLI gave up on the model after several tries"] };
  }
  if (outcome === "limit") throw new LimitError(turn);
  if (outcome !== "success") throw new TurnError(turn);
  if (result === undefined || !("structured_output" in result) || result.structured_output === undefined) {
    return { fits: false, issues: ["the result has no structured output"] };
  }
  return fit(schema, result.structured_output);
}

function repairPrompt(issues: readonly string[]): string {
  const list = issues.map((issue) => `- ${issue}`).join("\n");
  return `The result does not fit the schema:\n${list}\n` +
    "Give the whole result again, in the structured form that was asked for, with this mended.";
}
