import { coveringRules, matchesAllow, matchesDeny, parseRule, type RuleCall } from "../../../lib/protocol/rules/mod.ts";

/** A call of Bash in a project. */
export function bash(command: string): RuleCall {
  return { toolName: "Bash", input: { command }, cwd: "/srv/project", home: "/home/me" };
}

/** A call of any tool in a project. */
export function call(toolName: string, input: Record<string, unknown> = {}): RuleCall {
  return { toolName, input, cwd: "/srv/project", home: "/home/me" };
}

/** Whether one rule allows a call. */
export function allows(rule: string, of: RuleCall): boolean {
  return matchesAllow(parseRule(rule), of);
}

/** Whether a set of rules allows a shell text. */
export function allowsText(rules: readonly string[], command: string): boolean {
  return coveringRules(rules.map(parseRule), bash(command)) !== undefined;
}

/** The reason by which one rule denies a call. */
export function denies(rule: string, of: RuleCall): string | undefined {
  return matchesDeny(parseRule(rule), of);
}

/** What a sensible person would allow: at most 40 rules, which both tables of commands are judged by. */
export const SENSIBLE: readonly string[] = [
  "Bash(git status *)",
  "Bash(git diff *)",
  "Bash(git log *)",
  "Bash(git show *)",
  "Bash(git grep *)",
  "Bash(git add *)",
  "Bash(git commit -m *)",
  "Bash(git switch *)",
  "Bash(git fetch *)",
  "Bash(ls *)",
  "Bash(cat *)",
  "Bash(head *)",
  "Bash(wc *)",
  "Bash(echo *)",
  "Bash(pwd)",
  "Bash(find *)",
  "Bash(sort *)",
  "Bash(uniq *)",
  "Bash(rg *)",
  "Bash(tar *)",
  "Bash(mkdir -p *)",
  "Bash(deno test *)",
  "Bash(deno lint *)",
  "Bash(npm test *)",
  "Bash(npm run build *)",
  "Bash(cargo test *)",
  "Bash(go test *)",
  "Bash(make test)",
  "Bash(make check *)",
  "Bash(python -m pytest -q)",
  "Bash(awk *)",
  "Bash(sed *)",
  "Bash(env *)",
  "Bash(xargs *)",
  "Bash(python *)",
  "Bash(vim *)",
  "Bash(less *)",
  "Bash(man *)",
  "Bash(sudo *)",
  "Bash(timeout *)",
];
