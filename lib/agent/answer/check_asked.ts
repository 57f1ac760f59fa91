import { z } from "zod";
import type { DialogAnswer, ElicitationAnswer } from "../../protocol/control.ts";
import { issuesOf } from "../../protocol/issues_of.ts";
import { show, written, WrongAnswer } from "./wrong_answer.ts";

let elicitation: z.ZodType | undefined;
let dialog: z.ZodType | undefined;

/**
 * Checks an answer to an elicitation before it is written.
 *
 * @returns A copy, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkElicitation(given: unknown): ElicitationAnswer {
  const schema = elicitation ??= z.discriminatedUnion("action", [
    z.strictObject({ action: z.literal("accept"), content: z.record(z.string(), z.unknown()).optional() }),
    z.strictObject({ action: z.literal("decline") }),
    z.strictObject({ action: z.literal("cancel") }),
  ]);
  return checked<ElicitationAnswer>(schema, given, {
    what: "an answer to an elicitation",
    cure: "give request.accept(content), request.decline(), request.cancel() or undefined",
  });
}

/**
 * Checks an answer to a dialog before it is written.
 *
 * @returns A copy, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkDialog(given: unknown): DialogAnswer {
  const schema = dialog ??= z.discriminatedUnion("behavior", [
    z.strictObject({ behavior: z.literal("completed"), result: z.unknown() }),
    z.strictObject({ behavior: z.literal("cancelled") }),
  ]);
  return checked<DialogAnswer>(schema, given, {
    what: "an answer to a dialog",
    cure: "give request.complete(result), request.cancel() or undefined",
  });
}

function checked<T>(schema: z.ZodType, given: unknown, text: { what: string; cure: string }): T {
  const value = written(given);
  const result = schema.safeParse(value);
  if (result.success) return value as T;
  const issues = issuesOf(result.error).join("; ");
  throw new WrongAnswer(`the answer ${show(value)} is not ${text.what} (${issues}): ${text.cure}`);
}
