/** Tools that change files: `acceptEdits` lets them pass. */
export const EDIT_TOOLS: ReadonlySet<string> = new Set(["Edit", "MultiEdit", "NotebookEdit", "Write"]);

/** Tools whose question is for a person: they ask in every mode. */
export const PERSON_TOOLS: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** What a rule is compared with, by tool. */
const SUBJECTS: Record<string, string> = {
  Bash: "command",
  Edit: "file_path",
  MultiEdit: "file_path",
  Read: "file_path",
  Write: "file_path",
};

/**
 * Tells whether a rule of the command line matches a call: a bare name (`Bash`, `mcp__server`), an
 * exact subject (`Bash(make test)`), or one that starts or ends in stars (`Bash(git push *)`).
 *
 * Simpler than the real thing: a compound command is compared as a whole.
 */
export function matchesRule(rule: string, name: string, input: Record<string, unknown>): boolean {
  const parts = /^([^(]+)\((.*)\)$/s.exec(rule);
  if (parts === null) return rule === name || (rule.startsWith("mcp__") && name.startsWith(`${rule}__`));
  const [, tool, pattern = ""] = parts;
  if (tool !== name) return false;
  const subject = input[SUBJECTS[name] ?? ""];
  if (typeof subject !== "string") return pattern === "*";
  return matchesPattern(pattern.replace(/:\*$/, " *"), subject, name === "Bash");
}

function matchesPattern(pattern: string, subject: string, command: boolean): boolean {
  if (command && pattern.endsWith(" *")) {
    const prefix = pattern.slice(0, -2);
    return subject === prefix || subject.startsWith(`${prefix} `);
  }
  const source = pattern.split(/(\*+)/).map((piece) => piece.startsWith("*") ? ".*" : RegExp.escape(piece));
  return new RegExp(`^${source.join("")}$`, "s").test(subject);
}
