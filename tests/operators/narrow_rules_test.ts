import { assertEquals } from "@std/assert";
import type { AlwaysOffer } from "../../lib/operators/remember.ts";
import { remember } from "../../lib/operators/remember.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { type Call, playCalls } from "./_policy.ts";

/** What may be said always to for a call. */
async function offeredFor(call: Call): Promise<readonly string[] | undefined> {
  let offer: AlwaysOffer | undefined;
  await playCalls(
    onPermission(remember((request, _signal, given) => {
      offer = given;
      return request.deny("No");
    })),
    [call],
  );
  return offer?.rules;
}

for (
  const [what, call, rules] of [
    ["a command: itself, and its beginning", ["Bash", { command: "deno fmt a.ts" }], [
      "Bash(deno fmt a.ts)",
      "Bash(deno fmt *)",
    ]],
    ["a program that runs others: itself alone", ["Bash", { command: "sh -c ls" }], ["Bash(sh -c ls)"]],
    ["a compound: its text alone", ["Bash", { command: "make && ls" }], ["Bash(make && ls)"]],
    ["an expansion: its text alone", ["Bash", { command: "echo $HOME" }], ["Bash(echo $HOME)"]],
    ["stars and parentheses, that mean themselves", ["Bash", { command: "ls *(a)" }], ["Bash(ls \\*\\(a\\))"]],
    ["a command on two lines", ["Bash", { command: "ls\nrm -r /" }], undefined],
    ["a command with what is not shown", ["Bash", { command: "ls \u202e-l" }], undefined],
    ["a command too long to be read", ["Bash", { command: `echo ${"a".repeat(400)}` }], ["Bash(echo *)"]],
    ["a command outside of the sandbox", ["Bash", { command: "ls", dangerouslyDisableSandbox: true }], undefined],
    ["no command", ["Bash", {}], undefined],
    ["an edit: the file, and its folder", ["Edit", { file_path: "/srv/demo/src/a.ts" }], [
      "Edit(//srv/demo/src/a.ts)",
      "Edit(//srv/demo/src/**)",
    ]],
    ["an edit near the root: the file alone", ["Write", { file_path: "/srv/a.ts" }], ["Edit(//srv/a.ts)"]],
    ["a relative edit", ["Write", { file_path: "src/a.ts" }], ["Edit(/src/a.ts)", "Edit(/src/**)"]],
    ["an edit with patterns in its name", ["Write", { file_path: "/srv/x/(a)*.ts" }], [
      "Edit(//srv/x/\\(a\\)\\\\*.ts)",
      "Edit(//srv/x/**)",
    ]],
    ["an edit through ..", ["Write", { file_path: "/srv/demo/../a.ts" }], undefined],
    ["a search", ["Grep", { pattern: "a", path: "/srv/other" }], ["Read(//srv/other/**)"]],
    ["a page: its host", ["WebFetch", { url: "https://docs.example.com/a" }], ["WebFetch(domain:docs.example.com)"]],
    ["a page that is none", ["WebFetch", { url: "*.com" }], undefined],
    ["a subagent: its kind", ["Agent", { subagent_type: "Explore" }], ["Agent(Explore)"]],
    ["a subagent that would be every kind", ["Agent", { subagent_type: "*" }], undefined],
    ["a skill", ["Skill", { skill: "review" }], ["Skill(review)"]],
    ["a search of the web: the tool", ["WebSearch", { query: "a" }], ["WebSearch"]],
    ["an MCP tool: the tool", ["mcp__x__y", { a: 1 }], ["mcp__x__y"]],
    ["a tool whose name is a pattern", ["mcp__x__*", {}], undefined],
    ["another shell, whose commands cannot be read", ["PowerShell", { command: "ls" }], undefined],
  ] as [string, Call, string[] | undefined][]
) {
  Deno.test(`remember() offers for ${what}`, async () => assertEquals(await offeredFor(call), rules));
}
