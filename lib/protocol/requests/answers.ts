import type { z } from "zod";
import { looseObject, type ObjectFactory } from "../schemas/object_factory.ts";
import type { AnswerBuilders } from "./answer_builders.ts";
import { contextAnswer } from "./context_answer.ts";
import type { ControlRequestName } from "./control_requests.ts";
import { fileAnswers } from "./file_answers.ts";
import { initializeAnswer } from "./initialize_answer.ts";
import { mcpAnswers } from "./mcp_answers.ts";
import { reportAnswers } from "./report_answers.ts";
import { sessionAnswers } from "./session_answers.ts";

const BUILDERS: AnswerBuilders<ControlRequestName> = {
  ...fileAnswers,
  ...mcpAnswers,
  ...reportAnswers,
  ...sessionAnswers,
  get_context_usage: contextAnswer,
};

const built = new Map<string, z.ZodType>();

/** The kinds of control requests that have types of their own here, and `initialize`. */
export const ANSWER_NAMES: readonly string[] = ["initialize", ...Object.keys(BUILDERS)].sort();

/**
 * Makes the schema of the answer to a control request.
 *
 * @param subtype The request's kind.
 * @param object Makes the schema of an object.
 * @returns The schema; `undefined` for a kind that has no types here.
 */
export function answerSchema(subtype: string, object: ObjectFactory): z.ZodType | undefined {
  if (subtype === "initialize") return initializeAnswer(object);
  return Object.hasOwn(BUILDERS, subtype) ? BUILDERS[subtype as ControlRequestName](object) : undefined;
}

/**
 * Tells what is wrong with the answer to a control request.
 *
 * @param subtype The request's kind.
 * @param answer The answer.
 * @returns The complaints, one a line; none where it fits, or its kind has no types here.
 */
export function answerIssues(subtype: string, answer: unknown): string[] {
  const schema = built.get(subtype) ?? answerSchema(subtype, looseObject);
  if (schema === undefined) return [];
  built.set(subtype, schema);
  const { error } = schema.safeParse(answer);
  return (error?.issues ?? []).map((issue) => `${issue.path.join(".") || "answer"}: ${issue.message}`);
}
