import { variableOf } from "./_permissions.ts";
import type { Launch } from "./transport.ts";

/** What is asked for one by one where a script may not see its whole environment. */
const NAMES = [
  "HOME",
  "USERPROFILE",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "AWS_BEARER_TOKEN_BEDROCK",
  "CLAUDE_CODE_OAUTH_TOKEN",
];

/**
 * What the agent sees of its environment, as far as the script may know it: what is set for it, and what it inherits.
 * Nobody is asked for a permission.
 *
 * @param launch What the agent is started with.
 * @returns The variables.
 */
export function visibleEnvironment(launch: Pick<Launch, "env" | "clearEnv">): Record<string, string> {
  if (launch.clearEnv) return { ...launch.env };
  return { ...inherited(), ...launch.env };
}

function inherited(): Record<string, string> {
  if (Deno.permissions.querySync({ name: "env" }).state === "granted") return Deno.env.toObject();
  const nothing = { env: {}, clearEnv: false, program: [], args: [] };
  return Object.fromEntries(NAMES.flatMap((name) => {
    const value = variableOf(nothing, name);
    return value === undefined || value === "" ? [] : [[name, value]];
  }));
}
