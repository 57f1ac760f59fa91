import { z } from "zod";
import { issuesOf } from "../../protocol/parse.ts";
import type { HookEventName, HookOutput } from "../../protocol/hooks.ts";
import type { Decision } from "../events.ts";

/** An answer that must not be written: its shape is not what the CLI takes. */
export class WrongAnswer extends Error {}

/**
 * Checks a decision before it is written.
 *
 * @returns The decision.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkDecision(value: unknown, input: Readonly<Record<string, unknown>>): Decision {
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
 * @returns The output.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkHookOutput<Event extends HookEventName>(event: Event, value: unknown): HookOutput<Event> {
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

function show(value: unknown): string {
  try {
    const text = JSON.stringify(value) ?? String(value);
    return text.length > 200 ? `${text.slice(0, 200)}…` : text;
  } catch {
    return "that was given";
  }
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
