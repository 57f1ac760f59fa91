import { z } from "zod";
import { issuesOf } from "../../protocol/parse.ts";
import type { HookEventName, HookOutput } from "../../protocol/hooks.ts";
import { show, written, WrongAnswer } from "./wrong_answer.ts";

/**
 * Checks a hook's output before it is written.
 *
 * @returns A copy of the output, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkHookOutput<Event extends HookEventName>(event: Event, given: unknown): HookOutput<Event> {
  const value = written(given);
  const result = hookSchema(event).safeParse(value);
  if (!result.success) {
    throw new WrongAnswer(
      `the answer ${show(value)} is not an output of a ${event} hook (${issuesOf(result.error).join("; ")})` +
        (event === "PreToolUse" ? ': permissionDecision is one of "allow", "deny", "ask", "defer"' : ""),
    );
  }
  return value as HookOutput<Event>;
}

let hooks: { pre: z.ZodType; other: Map<string, z.ZodType> } | undefined;

const common = () => ({
  continue: z.boolean().optional(),
  stopReason: z.string().optional(),
  suppressOutput: z.boolean().optional(),
  systemMessage: z.string().optional(),
  decision: z.enum(["approve", "block"]).optional(),
  reason: z.string().optional(),
});

function hookSchema(event: HookEventName): z.ZodType {
  hooks ??= { pre: preToolUseSchema(), other: new Map() };
  if (event === "PreToolUse") return hooks.pre;
  let schema = hooks.other.get(event);
  if (schema === undefined) {
    const specific = z.looseObject({ hookEventName: z.literal(event), additionalContext: z.string().optional() });
    schema = z.strictObject({ ...common(), hookSpecificOutput: specific.optional() });
    hooks.other.set(event, schema);
  }
  return schema;
}

function preToolUseSchema(): z.ZodType {
  return z.strictObject({
    ...common(),
    hookSpecificOutput: z.strictObject({
      hookEventName: z.literal("PreToolUse"),
      permissionDecision: z.enum(["allow", "deny", "ask", "defer"]).optional(),
      permissionDecisionReason: z.string().optional(),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      additionalContext: z.string().optional(),
    }).optional(),
  });
}
