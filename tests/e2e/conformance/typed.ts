import type { z } from "zod";

/**
 * What a row says about its types: `"yes"` where the strict schema takes every value, otherwise what it does not know,
 * in the order of the alphabet.
 */
export function typed(schema: z.ZodType, values: readonly unknown[]): string {
  const complaints = values.flatMap((value) => {
    const issues = schema.safeParse(value).error?.issues ?? [];
    return issues.flatMap((issue) => {
      const path = issue.path.map((part) => typeof part === "number" ? "*" : String(part));
      return issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => `unknown: ${[...path, key].join(".")}`)
        : [`${path.join(".")}: ${issue.message}`];
    });
  });
  return complaints.length === 0 ? "yes" : [...new Set(complaints)].sort().join("; ");
}
