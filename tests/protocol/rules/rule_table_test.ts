import { assert, assertEquals } from "@std/assert";
import { coveringRules, matchesAsk, matchesDeny, parseRule, type RuleCall } from "../../../lib/protocol/rules/mod.ts";
import { RuleTable } from "../../../lib/protocol/rules/rule_table.ts";
import { generateCommand, pick, random } from "./_generate.ts";
import { bash, call } from "./_rules.ts";

const RULES = [
  ..."Bash Read Edit Grep WebFetch Monitor PowerShell Task mcp__github mcp__github__log mcp__git* * Write".split(" "),
  ..."git ls cat make deno g++ a.b x-y _z p1 /usr/bin/git GIT sh env".split(" ").map((program) => `Bash(${program} *)`),
  ..."git a,git b,git -l,git -l a,make a,deno a b,ls src/a,cat x.ts,sudo git".split(",").flatMap((words) => [
    `Bash(${words} *)`,
    `Bash(${words})`,
    `Monitor(${words})`,
  ]),
  "Bash(git a && ls)",
  "Bash(git $x)",
  "Edit(src/**)",
  "Edit(**)",
  "Read(*.md)",
  "Read(//etc/**)",
  "Grep(src/**)",
  "Write(~/notes/*)",
  "WebFetch(domain:example.com)",
  "WebFetch(domain:*.example.com)",
  "Agent(Explore)",
  "Skill(review)",
];

function anyCall(next: () => number): RuleCall {
  if (next() < 0.7) return bash(generateCommand(next));
  const tool = pick(next, ["Monitor", "PowerShell", "Bash", "mcp__shell__run", "Strange"]);
  return pick(next, [
    call(tool, { command: generateCommand(next) }),
    call(tool, { command: generateCommand(next), dangerouslyDisableSandbox: true, file_path: "/etc/passwd" }),
    call(tool, { command: 7 }),
    call(tool, { ws: "wss://example.com" }),
    call(pick(next, ["Read", "Edit", "Write", "NotebookEdit", "Strange"]), {
      file_path: pick(next, ["src/a.ts", "/srv/project/README.md", "/etc/hosts", "~/notes/a", "../x"]),
    }),
    call(pick(next, ["Grep", "Glob", "LS"]), { path: pick(next, ["src", "/etc", "."]), pattern: "x" }),
    call("WebFetch", { url: pick(next, ["https://example.com/a", "https://docs.example.com", "x", 7]) }),
    call(pick(next, ["Agent", "Task", "Skill"]), { subagent_type: "Explore", skill: "review" }),
    call(pick(next, ["mcp__github", "mcp__github__log", "mcp__gitlab__x__y", "toString"])),
  ]);
}

Deno.test("RuleTable finds what all rules together say, whatever the rules and the call are", () => {
  const next = random(20260801);
  const parsed = RULES.map(parseRule);
  const said = { allow: 0, deny: 0, narrowed: 0 };
  for (let round = 0; round < 300; round++) {
    const rules = Array.from({ length: 1 + Math.floor(next() * 40) }, () => pick(next, parsed));
    const allow = new RuleTable(rules, "allow");
    const deny = new RuleTable(rules, "deny");
    const ask = new RuleTable(rules, "deny");
    for (let count = 0; count < 20; count++) {
      const each = anyCall(next);
      const covering = coveringRules(rules, each);
      assertEquals(coveringRules(allow.about(each), each), covering);
      const denying = rules.find((rule) => matchesDeny(rule, each) !== undefined);
      const reason = denying && matchesDeny(denying, each);
      // Twice: the second time it may be known already.
      for (const found of [deny.first(each, matchesDeny), deny.first(each, matchesDeny)]) {
        assertEquals([found?.rule, found?.reason], [denying, reason]);
      }
      assertEquals(ask.first(each, matchesAsk)?.reason, denying && matchesAsk(denying, each));
      if (covering !== undefined) said.allow++;
      if (denying !== undefined) said.deny++;
      if (deny.about(each).length < rules.length) said.narrowed++;
    }
  }
  // Each of them was looked at in earnest.
  assert(said.allow > 200 && said.deny > 1_000 && said.narrowed > 1_000, JSON.stringify(said));
});

Deno.test("RuleTable asks those rules alone that can say something", () => {
  const texts = Array.from({ length: 200 }, (_, index) => `Bash(git topic${index} *)`);
  const rules = [...texts, "Bash(make a)", "Edit(src/**)", "Bash(ls *)"].map(parseRule);
  const about = (use: "allow" | "deny", of: RuleCall) => new RuleTable(rules, use).about(of).map(({ text }) => text);
  assertEquals(about("allow", bash("ls -l && git topic7 x")), ["Bash(git topic7 *)", "Bash(ls *)"]);
  assertEquals(about("allow", bash("make a")), ["Bash(make a)"]);
  assertEquals(about("allow", call("Write", { file_path: "src/a" })), ["Edit(src/**)"]);
  assertEquals(about("deny", bash("sudo make b; ls")), ["Bash(make a)", "Bash(ls *)"]);
  // An option may stand in front of the sub-command, so here each rule about the program is asked.
  assertEquals(about("deny", bash("git -C x topic7")).length, 200);
  // What cannot be read may be anything.
  assertEquals(about("deny", bash("$x y")).length, 202);
});

Deno.test("RuleTable knows a text again by the whole of it, and a call by its tool", () => {
  const table = new RuleTable([parseRule("Bash(git push *)"), parseRule("Read")], "deny");
  const first = (of: RuleCall) => table.first(of, matchesDeny)?.rule.text;
  assertEquals(first(bash("git push x")), "Bash(git push *)");
  assertEquals(first(bash("git pull x")), undefined);
  assertEquals(first(bash("git push x")), "Bash(git push *)");
  assertEquals(first(call("Read", { command: "git push x" })), "Read");
  assertEquals(first(call("Bash", { command: 7 })), "Bash(git push *)");
  assertEquals(first(call("TaskStop", { command: "git push x" })), undefined);
});
