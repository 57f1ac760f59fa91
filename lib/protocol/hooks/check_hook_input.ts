import { z } from "zod";
import { isRecord } from "../is_record.ts";
import { issuesOf } from "../issues_of.ts";
import { hookInputSchemas } from "./input_schemas.ts";

/**
 * Checks what a hook was told against its type. A field that the type does not have is no issue.
 *
 * Turnstream itself hands a hook's input on as it came. A script that would rather know than stumble can ask.
 *
 * @example An input, and one that has lost a field
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { checkHookInput } from "@turnstream/turnstream/protocol";
 *
 * const base = { session_id: "s-1", transcript_path: "/srv/s-1.jsonl", cwd: "/srv" };
 * assertEquals(checkHookInput({ ...base, hook_event_name: "WorktreeCreate", name: "fix" }), []);
 * assertEquals(checkHookInput({ ...base, hook_event_name: "WorktreeCreate" }).length, 1);
 * ```
 *
 * @param input The `input` of a `hook_callback` request.
 * @returns What does not fit, one line each; nothing where all does.
 */
export function checkHookInput(input: unknown): string[] {
  const event = isRecord(input) ? input.hook_event_name : undefined;
  const schema = typeof event === "string" ? schemas().get(event) : undefined;
  if (schema === undefined) return ["hook_event_name: expected the name of a hook event"];
  const result = schema.safeParse(input);
  return result.success ? [] : issuesOf(result.error);
}

let built: ReadonlyMap<string, z.ZodType> | undefined;

function schemas(): ReadonlyMap<string, z.ZodType> {
  return built ??= new Map(Object.entries(hookInputSchemas(z.looseObject)));
}
