import { assertEquals } from "@std/assert";
import { mayHideAskRule } from "../../../lib/agent/answer/hidden_ask.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { canUseTool, init } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const NEW = "2.1.332";
const OLD = "2.1.197";

/** What the CLI suggests for the parts of a command, one update for each pipeline. */
function suggesting(...lists: string[][]): { permission_suggestions: Record<string, unknown>[] } {
  return {
    permission_suggestions: lists.map((list) => ({
      type: "addRules",
      rules: list.map((ruleContent) => ({ toolName: "Bash", ruleContent })),
      behavior: "allow",
      destination: "localSettings",
    })),
  };
}

function hides(command: unknown, fields: object, version?: string): boolean {
  const { request } = canUseTool("Bash", { command }, { decision_reason_type: "subcommandResults", ...fields });
  return mayHideAskRule(request, version);
}

// As both versions wrote it, with the ask rule `Bash(touch *)` in the user's settings.
const MATCHED: [string, string[][] | undefined][] = [
  ["mkdir x && touch a", [["mkdir x *"]]],
  ["touch a; curl example.invalid", [["curl example.invalid"]]],
  ["ls | touch a", undefined],
  ["touch a && touch b", undefined],
  ["ls && mkdir x && touch a", [["mkdir x *"]]],
  ["make a && touch x | wc -l && make b", [["make a *"], ["make b *"]]],
  ["make a && ! touch x && make b", [["make a *", "make b *"]]],
  ["make a && xargs touch < f && make b", [["make a *", "make b *"]]],
  ["make a 2>&1 | touch c", [["make a *"]]],
  ["npx touch; touch a", [["npx touch *"]]],
  ["sh -c touch; touch a", [["sh -c touch"]]],
  ["mkdir a; mkdir b; mkdir c; mkdir d; mkdir e; touch g", [[
    "mkdir a *",
    "mkdir b *",
    "mkdir c *",
    "mkdir d *",
    "mkdir e *",
  ]]],
];

// The same without a match.
const FREE: [string, string[][]][] = [
  ["mkdir x && rmdir y", [["mkdir x *", "rmdir y *"]]],
  ["mkdir x && mkdir x", [["mkdir x *"]]],
  ["make test | tail -5", [["make test *"]]],
  ["make a 2>&1 && make b > /dev/null", [["make a *", "make b *"]]],
  ["FOO=1 mkdir x && mkdir y", [["FOO=1 mkdir x", "mkdir y *"]]],
  ["timeout 5 make a && make b &", [["timeout 5 make a", "make b *"]]],
  ['make a "$HOME" && make b', [["make a *", "make b *"]]],
  ["git add . && git status && git commit -m x", [["git add *", "git commit *"]]],
  ["make a && ls | wc -l && make b", [["make a *"], ["make b *"]]],
  ['python3 -c "print(1)" && make b', [['python3 -c "print(1)"', "make b *"]]],
  ["cd sub && make test && make lint", [["make test *", "make lint *"]]],
  ["docker run x && docker compose up -d", [["docker run *", "docker compose *"]]],
  ["poetry run pytest && npm test", [["poetry run *", "npm test *"]]],
];

Deno.test("mayHideAskRule() takes what 2.1.332 suggests nothing for as matched by an ask rule", () => {
  for (const [command] of MATCHED) {
    assertEquals([hides(command, {}, NEW), hides(command, suggesting(), NEW)], [true, true], command);
  }
  for (const [command, lists] of FREE) assertEquals(hides(command, suggesting(...lists), NEW), false, command);
  // Another part passed by a rule of the settings, or by the mode: what is suggested proves that no ask rule matched.
  for (const version of [NEW, "2.1.400", "2.2.0", "3.0.0"]) {
    assertEquals(hides("npm run build && mkdir x && rmdir y", suggesting(["mkdir x *", "rmdir y *"]), version), false);
  }
});

Deno.test("mayHideAskRule() takes a part that 2.1.197 suggests nothing for as matched by an ask rule", () => {
  for (const version of [OLD, undefined, "", "unknown", "2.1.331", "1.9.999"]) {
    for (const [command, lists] of MATCHED) {
      assertEquals(hides(command, lists === undefined ? {} : suggesting(...lists), version), true, command);
    }
    for (const [command, lists] of FREE) assertEquals(hides(command, suggesting(...lists), version), false, command);
  }
});

Deno.test("mayHideAskRule() does not go by rules that are suggested beside folders or a mode", () => {
  // Written by both versions, with the ask rule and without it: the rule is made of how the whole text begins.
  const beside = [
    { type: "addDirectories", directories: ["/srv/project"], destination: "session" },
    { type: "setMode", mode: "acceptEdits", destination: "session" },
  ];
  for (const version of [NEW, OLD]) {
    for (const [command, rule] of [["touch a | mkdir b", "touch a *"], ["mkdir a | rmdir b", "mkdir a *"]] as const) {
      const [rules] = suggesting([rule]).permission_suggestions;
      for (const each of beside) assertEquals(hides(command, { permission_suggestions: [rules, each] }, version), true);
    }
  }
});

Deno.test("mayHideAskRule() says nothing of other reasons, and reads odd suggestions as none", () => {
  for (const reason of [undefined, "other", "hook", "mode"]) {
    assertEquals(hides("mkdir x && touch a", { decision_reason_type: reason }, NEW), false);
  }
  const odd = [null, 5, {}, { type: "addRules" }, {
    type: "addRules",
    rules: [null, { toolName: "Bash" }, { ruleContent: 5 }],
  }];
  assertEquals(hides("mkdir x && touch a", { permission_suggestions: odd }, NEW), true);
  assertEquals(hides(5, suggesting(["mkdir x *"]), OLD), false);
  for (const text of ["*", " *", ":*", "", "$(x) *"]) {
    assertEquals(hides("mkdir x && touch a", suggesting(["mkdir x *", text]), OLD), true, text);
  }
});

for (const version of [NEW, OLD]) {
  Deno.test(
    `allowTools() leaves a compound command to a person where an ask rule may have matched a part (${version})`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: allowTools("Bash", "Bash(mkdir *)", "Bash(touch *)", "Bash(rmdir *)") });
      session.push({ ...init(), claude_code_version: version });
      const fields = { decision_reason_type: "subcommandResults" };
      const hidden = version === NEW ? fields : { ...fields, ...suggesting(["mkdir x *"]) };
      const answer = await session.permission("Bash", { command: "mkdir x && touch a" }, hidden);
      assertEquals(answer, {
        behavior: "deny",
        message:
          "No policy allowed the tool Bash, so it was not run: the CLI does not say whether an ask rule holds back " +
          "a part of this command (run its parts one by one), so allowTools() leaves it to onPermission()",
      });
      const free = { ...fields, ...suggesting(["mkdir x *", "rmdir y *"]) };
      assertEquals((await session.permission("Bash", { command: "mkdir x && rmdir y" }, free)).behavior, "allow");
    }),
  );
}
