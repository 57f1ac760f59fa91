import type { z } from "zod";

/** How many complaints are told of one message; the others are counted. */
const MOST_ISSUES = 20;

/** The issues of a failed check, one line each: path and complaint. */
export function issuesOf(error: z.ZodError): string[] {
  const { issues } = error;
  const lines = issues.slice(0, MOST_ISSUES).map((issue) => `${issue.path.join(".") || "value"}: ${issue.message}`);
  return issues.length > MOST_ISSUES ? [...lines, `and ${issues.length - MOST_ISSUES} more`] : lines;
}
