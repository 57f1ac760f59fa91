/** A plan that the agent made, and asks leave to carry out. */
export interface PlanText {
  /** The plan, where the call or its message says it. */
  readonly plan: string | undefined;
  /** The file that the agent wrote it to, where there is one. */
  readonly planFile: string | undefined;
}

/**
 * Reads the plan in the input of a call of `ExitPlanMode`.
 *
 * Seen on 2.1.332 and 2.1.197: once the agent has written its plan to the file that the CLI names for it, both put the
 * file's text and path into the input, whatever the model wrote there. Without that file 2.1.197 has the plan that the
 * model sent, and 2.1.332 has none.
 *
 * @example A plan from its file
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readPlan } from "@turnstream/turnstream/protocol";
 *
 * const input = { plan: "# Tidy up", planFilePath: "/home/me/.claude/plans/tidy-up.md" };
 * assertEquals(readPlan(input), { plan: "# Tidy up", planFile: "/home/me/.claude/plans/tidy-up.md" });
 * assertEquals(readPlan({}), { plan: undefined, planFile: undefined });
 * ```
 * @param input The call's input.
 * @returns What can be read.
 */
export function readPlan(input: Readonly<Record<string, unknown>>): PlanText {
  const { plan, planFilePath } = input;
  return {
    plan: typeof plan === "string" && plan !== "" ? plan : undefined,
    planFile: typeof planFilePath === "string" && planFilePath !== "" ? planFilePath : undefined,
  };
}
