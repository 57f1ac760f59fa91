import { assertEquals } from "@std/assert";
import { cliDenyRules, parseRule } from "../../../lib/protocol/rules/mod.ts";

Deno.test("cliDenyRules says in the CLI's own terms what a rule covers", () => {
  const told = (rule: string) => cliDenyRules(parseRule(rule));
  assertEquals(told("Bash"), ["Bash"]);
  assertEquals(told("Bash(*)"), ["Bash"]);
  assertEquals(told("Edit"), ["Edit", "Write", "NotebookEdit"]);
  assertEquals(told("Read"), ["Read", "Grep", "Glob"]);
  assertEquals(told("mcp__git__*"), ["mcp__git__*"]);
  assertEquals(told("Bash(git push:*)"), ["Bash(git push:*)"]);
  assertEquals(told("Write(/dist/**)"), ["Edit(/dist/**)"]);
  assertEquals(told("Grep(.env)"), ["Read(.env)", "Edit(.env)"]);
  assertEquals(told("WebFetch(domain:example.com)"), [
    "WebFetch(domain:example.com)",
    "WebFetch(domain:*.example.com)",
  ]);
  assertEquals(told("WebFetch(domain:*.example.com)"), ["WebFetch(domain:*.example.com)"]);
  assertEquals(told("Task(Explore)"), ["Task(Explore)"]);
});
