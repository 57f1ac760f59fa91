import { z } from "zod";
import type { PermissionUpdate } from "../../protocol/control.ts";
import { updateIssue } from "../../protocol/control/update_schema.ts";
import { isPlain } from "../../protocol/is_record.ts";
import { issuesOf } from "../../protocol/issues_of.ts";
import type { Decision } from "../events.ts";
import { checkInput, show, written, WrongAnswer } from "./wrong_answer.ts";

/**
 * Checks a decision before it is written.
 *
 * @returns A copy of the decision, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkDecision(given: unknown, input: Readonly<Record<string, unknown>>): Decision {
  if (isPlainAllow(given)) return { behavior: "allow" };
  const value = written(given);
  const result = decisionSchema().safeParse(value);
  if (!result.success) {
    throw new WrongAnswer(
      `the answer ${show(value)} is not a decision (${issuesOf(result.error).join("; ")}): ` +
        "give request.allow(), request.allow(input), request.deny(message) or undefined",
    );
  }
  const decision = value as Decision;
  if (decision.behavior === "allow") {
    checkInput(decision.updatedInput, input);
    decision.updatedPermissions?.forEach(checkUpdate);
  }
  return decision;
}

// What request.allow() gives: nothing of it can be wrong, and no copy of it says anything else. The copy and the schema
// take ten times as long.
function isPlainAllow(given: unknown): boolean {
  if (!isPlain(given) || "toJSON" in given) return false;
  const keys = Object.keys(given);
  return keys.length === 1 && keys[0] === "behavior" && given.behavior === "allow";
}

/** The CLI would run the call and leave out an update that it cannot read: half an answer. */
function checkUpdate(update: PermissionUpdate): void {
  const issue = updateIssue(update);
  if (issue !== undefined) {
    throw new WrongAnswer(
      `the answer brings ${show(update)}, which is no permission update (${issue}): ` +
        "pass on request.suggestions, or give an update of that shape",
    );
  }
  // Seen on 2.1.332 and 2.1.197: so are the rules that denyTools gives to the CLI, which then hold there no more.
  if (!("behavior" in update) || update.type === "addRules" || update.destination !== "cliArg") return;
  if (update.behavior === "allow") return;
  throw new WrongAnswer(
    `the answer brings ${
      show(update)
    }, which takes back what the agent was started with, the rules of gates among it: ` +
      "remove such rules from the script",
  );
}

let decision: z.ZodType | undefined;

function decisionSchema(): z.ZodType {
  return decision ??= z.discriminatedUnion("behavior", [
    z.strictObject({
      behavior: z.literal("allow"),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      updatedPermissions: z.array(z.unknown()).optional(),
    }),
    z.strictObject({
      behavior: z.literal("deny"),
      message: z.string().min(1),
      interrupt: z.boolean().optional(),
    }),
  ]);
}
