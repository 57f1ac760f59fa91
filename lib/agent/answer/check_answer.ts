import { z } from "zod";
import { issuesOf } from "../../protocol/parse.ts";
import type { HookEventName, HookOutput } from "../../protocol/hooks.ts";
import type { Decision } from "../events.ts";
import { messageOf } from "./message_of.ts";
import { snapshot } from "./snapshot.ts";

/** An answer that must not be written: its shape is not what the CLI takes. */
export class WrongAnswer extends Error {}

/**
 * Checks a decision before it is written.
 *
 * @returns A copy of the decision, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkDecision(given: unknown, input: Readonly<Record<string, unknown>>): Decision {
  const value = written(given);
  const result = decisionSchema().safeParse(value);
  if (!result.success) {
    throw new WrongAnswer(
      `the answer ${show(value)} is not a decision (${issuesOf(result.error).join("; ")}): ` +
        "give request.allow(), request.allow(input), request.deny(message) or undefined",
    );
  }
  const decision = value as Decision;
  if (decision.behavior === "allow") checkInput(decision.updatedInput, input);
  return decision;
}

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

/** The CLI runs a call's original input where an empty one comes back, so an empty one is refused. */
export function checkInput(
  updated: Record<string, unknown> | undefined,
  input: Readonly<Record<string, unknown>>,
): void {
  if (updated === undefined || Object.keys(updated).length > 0 || Object.keys(input).length === 0) return;
  throw new WrongAnswer(
    "an empty input {} stands for the original one in the CLI, so it does not change the call: " +
      "give the whole input, or deny the call",
  );
}

/** The answer as JSON holds it; a function or symbol, which JSON leaves out, is shown by its kind. */
function written(value: unknown): unknown {
  let copy: unknown;
  try {
    copy = snapshot(value);
  } catch (error) {
    throw new WrongAnswer(`the answer cannot be written as JSON (${messageOf(error)}): give plain data`);
  }
  return copy === undefined ? `a ${typeof value}` : copy;
}

function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

let decision: z.ZodType | undefined;
let hooks: { pre: z.ZodType; other: Map<string, z.ZodType> } | undefined;

function record(): z.ZodType {
  return z.record(z.string(), z.unknown());
}

function decisionSchema(): z.ZodType {
  return decision ??= z.discriminatedUnion("behavior", [
    z.strictObject({
      behavior: z.literal("allow"),
      updatedInput: record().optional(),
      updatedPermissions: z.array(record()).optional(),
    }),
    z.strictObject({
      behavior: z.literal("deny"),
      message: z.string().min(1),
      interrupt: z.boolean().optional(),
    }),
  ]);
}

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
      updatedInput: record().optional(),
      additionalContext: z.string().optional(),
    }).optional(),
  });
}
