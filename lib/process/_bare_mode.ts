/**
 * Whether a value of the variable `CLAUDE_CODE_SIMPLE` switches the CLI's bare mode on, in which it calls no hook.
 *
 * Measured on 2.1.332 and 2.1.197: "1", "true" and "yes" do; "", "0", "false", "no" and "x" do not. Everything but the
 * values that are known to be off counts as on.
 */
export function isBareValue(value: unknown): boolean {
  return value !== undefined && value !== "" && value !== "0" && value !== "false" && value !== "no";
}
