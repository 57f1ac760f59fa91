import type { MonoTypeOperatorFunction } from "rxjs";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { answeredInput, type QuestionAnswers, readQuestions, type UserQuestion } from "../protocol/questions.ts";
import { responder } from "./responder.ts";

/** Questions that the agent asks its user, all at once. */
export interface AskedQuestions {
  /** The questions; one at least. */
  readonly questions: readonly UserQuestion[];
  /** The subagent that asks; absent for the main agent. */
  readonly subagentId?: string;
  /** The request that they came in. */
  readonly request: PermissionRequest;
  /**
   * Answers the questions.
   *
   * @param answers The answers, each under the text of its question: a label, a text of your own, several labels
   * where the question takes several, or `{ answer, notes }`.
   * @returns The decision, to be given back.
   * @throws {UsageError} If nothing is answered, or something that was not asked.
   */
  answer(answers: QuestionAnswers): Decision;
  /**
   * Leaves the questions without an answer.
   *
   * @param message Why; the model reads it.
   * @param options `interrupt: true` ends the turn as well. @default no interrupt
   * @returns The decision, to be given back.
   */
  decline(message: string, options?: { interrupt?: boolean }): Decision;
}

/**
 * Answers questions, or leaves them to the next responder by `undefined`.
 *
 * @param asked The questions; make the decision with `asked.answer(…)` or `asked.decline(message)`.
 * @param signal Fires when nobody wants the answer any more.
 */
export type QuestionHandler = (asked: AskedQuestions, signal: AbortSignal) => Answer<Decision>;

/**
 * Answers the questions that the agent asks its user with the tool `AskUserQuestion`.
 *
 * The CLI asks about that tool in every mode, and no `allowTools` answers it. A plain allow would tell the agent that
 * its user did not answer; `asked.answer(…)` puts the answers where it reads them. Questions that nobody answers are
 * denied. An answer to something that was not asked is a mistake of the script: the call is denied, and a
 * `responder_failed` diagnostic says what was wrong.
 *
 * A gate that lets only some tools through, such as `readOnly()`, refuses questions too: name the tool there,
 * `readOnly({ also: ["AskUserQuestion"] })`.
 *
 * @example A question with a known answer
 * ```ts
 * import { claude, onQuestion } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * let input: Record<string, unknown> | undefined;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   const options = [{ label: "Postgres", description: "A server" }, { label: "SQLite", description: "A file" }];
 *   const questions = [{ question: "Which database?", header: "Database", options, multiSelect: false }];
 *   input = (await cli.tool("AskUserQuestion", { questions })).input;
 *   await cli.end();
 * });
 * await lastValueFrom(claude("set it up", { transport }).pipe(
 *   onQuestion(({ questions, answer }) =>
 *     questions[0]?.header === "Database" ? answer({ "Which database?": "SQLite" }) : undefined
 *   ),
 * ));
 * assertEquals(input?.answers, { "Which database?": "SQLite" });
 * ```
 *
 * @param handler Answers.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the handler is no function.
 */
export function onQuestion(handler: QuestionHandler): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use onQuestion without a function: give ({ answer }) => answer({ … }) or the like");
  }
  return responder({ kind: "permission", name: "onQuestion()" }, (event) => {
    if (!isAdded("permission", event) || event.toolName !== "AskUserQuestion") return;
    event.respondWith((signal) => {
      const asked = askedQuestions(event);
      return asked === undefined ? undefined : handler(asked, signal);
    });
  });
}

/** The questions of a request, with their answers; `undefined` where it has none. */
export function askedQuestions(request: PermissionRequest): AskedQuestions | undefined {
  if (request.toolName !== "AskUserQuestion") return undefined;
  const questions = readQuestions(request.input);
  if (questions.length === 0) return undefined;
  const { subagentId } = request;
  return {
    questions,
    ...(subagentId === undefined ? {} : { subagentId }),
    request,
    answer: (answers) => request.allow(answeredInput(request.input, answers)),
    decline: (message, options) => request.deny(message, options),
  };
}
