import type { z } from "zod";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import { hookOutputSchemas } from "../../protocol/hooks/output_schemas.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { issuesOf } from "../../protocol/issues_of.ts";
import { checkReplacement } from "./replaced_output.ts";
import { show, written, WrongAnswer } from "./wrong_answer.ts";

/**
 * Checks a hook's output before it is written.
 *
 * @param event The event that asked.
 * @param given What a responder gave.
 * @param input What the hook was told; what replaces a tool's output is held against it.
 * @returns A copy of the output, exactly as it will be written.
 * @throws {WrongAnswer} Naming what is allowed.
 */
export function checkHookOutput<Event extends HookEventName>(
  event: Event,
  given: unknown,
  input?: HookInput,
): HookOutput<Event> {
  const value = written(given);
  if (isRecord(value) && "async" in value) {
    throw new WrongAnswer(
      `the answer ${show(value)} is asynchronous, which the CLI takes for no answer at all: ` +
        "give a promise, which may take as long as the hook may",
    );
  }
  const result = (schemas ??= hookOutputSchemas())[event].safeParse(value);
  if (!result.success) {
    throw new WrongAnswer(
      `the answer ${show(value)} is not an output of a ${event} hook (${issuesOf(result.error).join("; ")})` +
        allowed(event),
    );
  }
  if (event === "PostToolUse") checkReplacement(value as HookOutput<"PostToolUse">, input as HookInput<"PostToolUse">);
  return value as HookOutput<Event>;
}

let schemas: Record<HookEventName, z.ZodType> | undefined;

/** What the CLI heeds of an answer to the event, read from its schema. */
function allowed(event: HookEventName): string {
  const { hookSpecificOutput: own, ...fields } = shapeOf(schemas?.[event]);
  const common = `: it may hold ${Object.keys(fields).join(", ")}`;
  if (own === undefined) return `${common}, and no hookSpecificOutput, which the CLI does not read here`;
  const { hookEventName: _, permissionDecision, ...others } = shapeOf(own);
  const values = permissionDecision === undefined
    ? []
    : [`permissionDecision is one of ${valuesOf(permissionDecision).map((value) => `"${value}"`).join(", ")}`];
  const names = Object.keys(others);
  return `${common}, and in hookSpecificOutput hookEventName "${event}" with ${[...names, ...values].join(", ")}`;
}

interface Inner {
  shape?: Record<string, z.ZodType>;
  options?: string[];
  unwrap?(): Inner;
}

function shapeOf(schema: z.ZodType | undefined): Record<string, z.ZodType> {
  return bare(schema).shape ?? {};
}

function valuesOf(schema: z.ZodType): string[] {
  return bare(schema).options ?? [];
}

function bare(schema: z.ZodType | undefined): Inner {
  const inner = (schema ?? {}) as Inner;
  return inner.unwrap?.() ?? inner;
}
