import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { explain } from "../../../lib/protocol/rules/mod.ts";
import { bash, call } from "./_rules.ts";

const RULES = {
  allow: ["Read", "Bash(git *)", "Bash(ls *)", "Edit(src/**)"],
  ask: ["Bash(git commit *)"],
  deny: ["Bash(git push *)", "Edit(.env)"],
};

Deno.test("explain() deny goes before ask, and ask before allow", () => {
  const decided = (command: string) => {
    const { decision, rules } = explain(RULES, bash(command));
    return [decision, ...rules];
  };
  assertEquals(decided("git status"), ["allow", "Bash(git *)"]);
  assertEquals(decided("git status && ls -la"), ["allow", "Bash(git *)", "Bash(ls *)"]);
  assertEquals(decided("git status && git commit -m x"), ["ask", "Bash(git commit *)"]);
  assertEquals(decided("git commit -m x && git push"), ["deny", "Bash(git push *)"]);
  assertEquals(decided("make"), ["none"]);
  assertEquals(decided("$x"), ["deny", "Bash(git push *)"]);
});

Deno.test("explain() says why each other rule does not decide", () => {
  const { reason, others } = explain(RULES, bash("git commit -m x"));
  assertEquals(
    reason,
    'By the rule "Bash(git commit *)" this call is for a person to allow: it runs "git commit -m x"',
  );
  assertEquals(others, [
    { rule: "Bash(git push *)", list: "deny", why: 'it is about the command "git push" with any arguments' },
    { rule: "Edit(.env)", list: "deny", why: 'it is about Edit of files that fit ".env"' },
    { rule: "Read", list: "allow", why: 'it is about the tool "Read"' },
    { rule: "Bash(git *)", list: "allow", why: "it covers the call, but ask goes before allow" },
    {
      rule: "Bash(ls *)",
      list: "allow",
      why: 'it is about the command "ls" with any arguments',
    },
    { rule: "Edit(src/**)", list: "allow", why: 'it is about Edit of files that fit "src/**"' },
  ]);
});

Deno.test("explain() says of a near miss what is missing, and of a second rule that one stands before it", () => {
  const none = explain({ allow: ["Bash(npm run *)"] }, bash("npm run build"));
  const why = '"Bash(npm run *)" does not cover "npm run build": what "npm run" runs can do anything, so a rule must ' +
    'name it; "Bash(npm run build)" would cover it';
  assertEquals([none.decision, none.reason], ["none", `No rule decides about this call: ${why}`]);
  assertEquals(none.others, [{ rule: "Bash(npm run *)", list: "allow", why }]);
  const twice = explain({ deny: ["Write", "Edit"] }, call("Write", { file_path: "/srv/project/a" }));
  assertEquals(twice.rules, ["Write"]);
  assertEquals(twice.others[0]?.why, "it covers the call too, but one that stands before it decides");
});

Deno.test("explain() is one line for the decision and one for each other rule, as a text", () => {
  assertEquals(
    `${explain({ deny: ["Edit(.env)"], allow: ["Edit"] }, call("Edit", { file_path: "/srv/project/.env" }))}`,
    'deny: The rule "Edit(.env)" denies this call: it names the path "/srv/project/.env"\n' +
      '  allow "Edit": it covers the call, but deny goes before allow',
  );
  assertEquals(String(explain({}, bash("ls"))), "none: No rule decides about this call");
});

Deno.test("explain() no rule allows what asks a person", () => {
  const { decision, rules, others } = explain({ allow: ["*"] }, call("AskUserQuestion", { questions: [] }));
  assertEquals([decision, rules], ["ask", []]);
  assertEquals(others[0]?.why, "it covers the call, but ask goes before allow");
  assertEquals(explain({ allow: ["*"], deny: ["ExitPlanMode"] }, call("ExitPlanMode")).decision, "deny");
});

Deno.test("explain() names list and place of a rule that is malformed", () => {
  assertThrows(
    () => explain({ ask: ["Read", "Bash("] }, bash("ls")),
    UsageError,
    'Correct the rule "Bash(" (ask[1]) at character 5: a parenthesis is opened and not closed',
  );
});
