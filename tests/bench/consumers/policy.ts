import { type AgentEvent, allowTools, denyTools, onPermission, type ToolCall } from "@turnstream/turnstream";
import { type MonoTypeOperatorFunction, pipe } from "rxjs";

/** The rules of the smallest policy; each further ten are added by the mixture below. */
const FEWEST = 20;

const DENIED = [
  "WebFetch",
  "Bash(git push *)",
  "Bash(rm *)",
  "Read(secrets/**)",
  "Edit(.git/**)",
  "mcp__mail",
];

const ALLOWED = [
  "Read(src/**)",
  "Grep",
  "Glob",
  "Edit(src/**)",
  "Edit(docs/*.md)",
  "mcp__github",
  "mcp__tracker__search",
  "Bash(deno test *)",
  "Bash(git diff *)",
  "Bash(npm run build)",
  "Bash(ls *)",
  "Bash(git log *)",
];

/**
 * A policy as people write them: gates and rules of all kinds, two functions among them. What the producer asks about is
 * covered by two shell rules near the end together.
 *
 * @param rules How many rules it has: 20, or more by tens; 0 for a function that allows everything in their place.
 */
export function policy(rules: number): MonoTypeOperatorFunction<AgentEvent> {
  if (rules === 0) return onPermission((request) => request.allow());
  if (rules < FEWEST || rules % 10 !== 0) throw new RangeError(`There is no policy of ${rules} rules`);
  const more = Array.from({ length: (rules - FEWEST) / 10 }, (_, index) => index);
  return pipe(
    denyTools(noSecrets, ...DENIED, ...more.flatMap(furtherDenied)),
    allowTools(...more.flatMap(furtherAllowed), ...ALLOWED, readsWiki),
  );
}

function furtherDenied(index: number): string[] {
  return [`Bash(tool-${index} drop *)`, `Read(private-${index}/**)`, `mcp__closed-${index}`];
}

function furtherAllowed(index: number): string[] {
  return [
    `Bash(tool-${index} list *)`,
    `Bash(tool-${index} show)`,
    `Bash(make part-${index})`,
    `Read(part-${index}/**)`,
    `Edit(part-${index}/src/**)`,
    `mcp__open-${index}__search`,
    `mcp__open-${index}__read`,
  ];
}

function noSecrets(call: ToolCall): string | undefined {
  return JSON.stringify(call.input).includes(".env") ? "Secrets are not for the agent" : undefined;
}

function readsWiki(call: ToolCall): boolean {
  return call.toolName === "mcp__wiki__read" && call.subagentId === undefined;
}
