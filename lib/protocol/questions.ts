import { isRecord } from "./is_record.ts";
import { UsageError } from "./errors.ts";

/** One choice of a question that the agent asks. */
export interface QuestionOption {
  /** What it is called; answers name it by this. */
  readonly label: string;
  /** What choosing it means. */
  readonly description: string;
  /** What it would look like, where the agent shows that. */
  readonly preview?: string;
}

/** One question that the agent asks its user. */
export interface UserQuestion {
  /** The question in full; answers are given under this text. */
  readonly question: string;
  /** The question in a word or two. */
  readonly header: string;
  /** The choices. Another answer than these may be given. */
  readonly options: readonly QuestionOption[];
  /** Whether several choices may be made. */
  readonly multiSelect: boolean;
}

/** What is answered: a label or a text of one's own, or several labels where the question takes several. */
export type QuestionChoice = string | readonly string[];

/** An answer to one question, by itself or with a remark. */
export type QuestionAnswer = QuestionChoice | {
  /** What is answered. */
  readonly answer: QuestionChoice;
  /** A remark that the agent reads beside the answer. @default none */
  readonly notes?: string;
};

/** Answers, each under the text of its question. A question that is left out counts as not answered. */
export type QuestionAnswers = Readonly<Record<string, QuestionAnswer>>;

/**
 * Reads the questions in the input of a call of `AskUserQuestion`.
 *
 * @example The question in a call
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readQuestions } from "@turnstream/turnstream/protocol";
 *
 * const input = { questions: [{ question: "Which colour?", header: "Colour", options: [{ label: "Red" }] }] };
 * assertEquals(readQuestions(input).map(({ question, options }) => [question, options[0]?.label]), [
 *   ["Which colour?", "Red"],
 * ]);
 * ```
 * @param input The call's input.
 * @returns The questions that can be read; what has no text is left out.
 */
export function readQuestions(input: Readonly<Record<string, unknown>>): UserQuestion[] {
  const { questions } = input;
  if (!Array.isArray(questions)) return [];
  return questions.filter(isRecord).filter(({ question }) => text(question) !== "").map((each) => ({
    question: text(each.question),
    header: text(each.header),
    options: Array.isArray(each.options) ? each.options.filter(isRecord).map(readOption) : [],
    multiSelect: each.multiSelect === true,
  }));
}

/**
 * The input of a call of `AskUserQuestion` with its answers, as an allowed call must have it: an allow without
 * answers tells the agent that nobody answered.
 *
 * The shape is what 2.1.332 and 2.1.197 take: `answers` by question text, several labels in one text with commas
 * between them, remarks in `annotations`.
 *
 * @example What goes back to the agent
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { answeredInput } from "@turnstream/turnstream/protocol";
 *
 * const input = { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }], multiSelect: true }] };
 * assertEquals(answeredInput(input, { "Which?": ["A", "B"] }), { ...input, answers: { "Which?": "A, B" } });
 * ```
 * @param input The call's input.
 * @param answers The answers.
 * @returns The whole input, with the answers in it.
 * @throws {UsageError} If nothing is answered, or an answer is for no question of the call, is empty, or names
 * several labels where one is asked for.
 */
export function answeredInput(
  input: Readonly<Record<string, unknown>>,
  answers: QuestionAnswers,
): Record<string, unknown> {
  if (!isRecord(answers)) {
    throw new UsageError('Give the answers as an object by question text, such as { "Which colour?": "Red" }');
  }
  const questions = new Map(readQuestions(input).map((each) => [each.question, each]));
  const given = Object.entries(answers).map(([question, answer]) => checked(question, answer as unknown, questions));
  if (given.length === 0) {
    throw new UsageError("Give an answer to at least one question, or deny the call: nothing was answered");
  }
  const noted = given.filter(({ notes }) => notes !== undefined);
  const whole: Record<string, unknown> = {
    ...input,
    answers: Object.fromEntries(given.map(({ question, answer }) => [question, answer])),
    annotations: Object.fromEntries(noted.map(({ question, notes }) => [question, { notes }])),
  };
  if (noted.length === 0) delete whole.annotations; // Nor those that the agent itself may have written.
  return whole;
}

interface Checked {
  question: string;
  answer: string;
  notes: string | undefined;
}

function checked(question: string, given: unknown, questions: ReadonlyMap<string, UserQuestion>): Checked {
  const asked = questions.get(question);
  const quoted = JSON.stringify(question);
  if (asked === undefined) {
    const known = [...questions.keys()].map((each) => JSON.stringify(each)).join(", ");
    throw new UsageError(
      `Answer a question that was asked: ${quoted} is none of ${known || "them, for none can be read"}`,
    );
  }
  const bare = typeof given === "string" || Array.isArray(given);
  const { answer, notes } = bare ? { answer: given as unknown, notes: undefined } : isRecord(given) ? given : {};
  const choices: unknown[] = Array.isArray(answer) ? answer : [answer];
  if (choices.length === 0 || !choices.every((choice) => typeof choice === "string" && choice.trim() !== "")) {
    throw new UsageError(`Answer ${quoted} with a label, a text of your own, or several labels: nothing else is taken`);
  }
  if (choices.length > 1 && !asked.multiSelect) {
    throw new UsageError(`Answer ${quoted} with one label: the question does not take several`);
  }
  if (notes !== undefined && typeof notes !== "string") {
    throw new UsageError(`Give the notes on ${quoted} as a text, not as a value of type ${typeof notes}`);
  }
  return { question, answer: choices.join(", "), notes: notes === "" ? undefined : notes };
}

function readOption(option: Readonly<Record<string, unknown>>): QuestionOption {
  const { preview } = option;
  return {
    label: text(option.label),
    description: text(option.description),
    ...(typeof preview === "string" ? { preview } : {}),
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
