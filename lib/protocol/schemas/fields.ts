import { z } from "zod";
import { isRecord } from "../is_record.ts";
import type { MessageBase, PromptLink } from "../messages/base.ts";
import { type Choose, noteChoice } from "./choices.ts";
import { optional, type Shape } from "./object_factory.ts";

type Maybe<T> = z.ZodExactOptional<z.ZodType<T>>;

/** A text that may be absent. */
export function maybeText(): Maybe<string> {
  return optional(z.string());
}

/** A text that may be absent or `null`. */
export function maybeTextOrNull(): Maybe<string | null> {
  return optional(z.string().nullable());
}

/** A number that may be absent. */
export function maybeNumber(): Maybe<number> {
  return optional(z.number());
}

/** A number that may be absent or `null`. */
export function maybeNumberOrNull(): Maybe<number | null> {
  return optional(z.number().nullable());
}

/** A yes or no that may be absent. */
export function maybeFlag(): Maybe<boolean> {
  return optional(z.boolean());
}

/** Texts that may be absent. */
export function maybeTexts(): Maybe<string[]> {
  return optional(z.array(z.string()));
}

/** An object of any shape. */
export function record(): z.ZodType<Record<string, unknown>> {
  return z.record(z.string(), z.unknown());
}

/** An object of any shape that may be absent. */
export function maybeRecord(): Maybe<Record<string, unknown>> {
  return optional(record());
}

/** An object of any shape that may be absent or `null`. */
export function maybeRecordOrNull(): Maybe<Record<string, unknown> | null> {
  return optional(record().nullable());
}

/** What every message may carry. */
export function messageBase(): Shape<MessageBase> {
  return { session_id: maybeText(), uuid: maybeText() };
}

/** Which prompts a message belongs to. */
export function promptLink(): Shape<PromptLink> {
  return { user_message_uuid: maybeText(), user_message_uuids: maybeTexts(), resume_reason: maybeText() };
}

/**
 * A schema that is chosen by the value: a union whose complaints are those of the one member that was meant.
 *
 * @param choose Gives the schema for a value.
 */
export function chosen<T>(choose: Choose): z.ZodType<T> {
  const schema = z.unknown().superRefine((value, context) => {
    const schema = choose(value);
    if (schema === undefined) return;
    if (typeof schema === "string") return context.addIssue({ code: "custom", message: schema });
    for (const issue of schema.safeParse(value).error?.issues ?? []) {
      context.addIssue({ ...issue, path: [...issue.path] });
    }
  });
  return noteChoice(schema, choose) as unknown as z.ZodType<T>;
}

/**
 * A schema that is chosen by the value's `type`. A kind that is not in the table passes: a newer CLI has more of them.
 *
 * @param builders What builds the schema of each kind; asked once, when its first value comes.
 */
export function chosenByType<T>(builders: ReadonlyMap<string, () => z.ZodType>): z.ZodType<T> {
  const built = new Map<string, z.ZodType>();
  return chosen((value) => {
    if (!isRecord(value) || typeof value.type !== "string") return "expected an object with a type";
    const known = built.get(value.type);
    if (known !== undefined) return known;
    const schema = builders.get(value.type)?.();
    if (schema !== undefined) built.set(value.type, schema);
    return schema;
  });
}
