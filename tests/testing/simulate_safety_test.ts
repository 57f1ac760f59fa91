import { assertEquals } from "@std/assert";
import { allowTools, claude, decisions } from "../../mod.ts";
import { simulate } from "../../lib/testing/mod.ts";
import { hookOutput, oneCall } from "./_one_call.ts";

const NO = { behavior: "deny", message: "No" };
const GATE = { PreToolUse: [{ hookCallbackIds: ["gate"] }] };
const write = (file_path: string) => ({ name: "Write", input: { file_path, content: "" } });

/** The kind of each question, by path; `undefined` for an ordinary one. */
const PATHS: [path: string, reasonType: string | undefined][] = [
  ["src/.git/config", "safetyCheck"],
  ["src/.claude/settings.json", "safetyCheck"],
  ["/srv/demo/.mcp.json", "safetyCheck"],
  ["src/../.GIT/hooks/pre-commit", "safetyCheck"],
  ["/home/user/.bashrc", "safetyCheck"],
  [".claude/worktrees/a/.envrc", "safetyCheck"],
  [".config/git/ignore", "safetyCheck"],
  ["src/a.ts", undefined],
  [".gitignore", undefined],
  ["a.git/config", undefined],
  [".claude/worktrees/a/b.ts", undefined],
];

Deno.test("simulate() marks the edit of what programs take their orders from as a safety check", async () => {
  for (const version of ["2.1.332", "2.1.197"] as const) {
    for (const [path, reasonType] of PATHS) {
      const { host } = await oneCall([NO], { ...write(path), version });
      const [asked] = host.all("can_use_tool");
      assertEquals([path, asked?.request.decision_reason_type], [path, reasonType]);
    }
  }
});

Deno.test("simulate() says of a safety check which path it is about", async () => {
  const { host } = await oneCall([NO], write("src/../.git/config"));
  const { decision_reason, classifier_approvable } = host.all("can_use_tool")[0]?.request;
  assertEquals(
    decision_reason,
    "Claude requested permissions to edit /srv/demo/.git/config which is a sensitive file.",
  );
  assertEquals(classifier_approvable, true);
  const notebook = { notebook_path: ".vscode/a.ipynb" };
  const edited = await oneCall([NO], { name: "NotebookEdit", input: notebook });
  assertEquals(edited.host.all("can_use_tool")[0]?.request.decision_reason_type, "safetyCheck");
});

Deno.test("simulate() asks about a safety check whatever rules, acceptEdits and hooks allow", async () => {
  const call = write(".git/config");
  const asking: Parameters<typeof oneCall>[1][] = [
    { args: ["--allowedTools=Write"] },
    { args: ["--permission-mode=acceptEdits"] },
    { tool: { asks: false } },
  ];
  for (const options of asking) {
    const { kinds, outcome } = await oneCall([NO], { ...call, ...options });
    assertEquals([kinds, outcome.behavior], [["can_use_tool"], "deny"]);
  }
  for (const permissionDecision of ["allow", "ask"]) {
    const { kinds, host } = await oneCall([hookOutput({ permissionDecision }), NO], { ...call, hooks: GATE });
    assertEquals(kinds, ["hook_callback", "can_use_tool"]);
    assertEquals(host.all("can_use_tool")[0]?.request.decision_reason_type, "safetyCheck");
  }
});

Deno.test("simulate() refuses a safety check where nothing is asked, and lets it pass where all is bypassed", async () => {
  const call = write(".git/config");
  const refused = await oneCall([], { ...call, args: ["--permission-mode=dontAsk", "--allowedTools=Write"] });
  assertEquals(refused.outcome.behavior, "deny");
  const passed = await oneCall([], { ...call, args: ["--dangerously-skip-permissions"] });
  assertEquals(passed.outcome.behavior, "allow");
});

Deno.test("allowTools() leaves a safety check of the simulation to a person", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const path of ["a.ts", ".git/config", ".claude/settings.json"]) {
      await cli.tool("Write", { file_path: `src/${path}`, content: "" });
    }
    await cli.end();
  });
  const seen: unknown[] = [];
  await claude("go", { transport, settingSources: [] }).pipe(allowTools("Edit(src/**)", "Write"), decisions())
    .forEach(({ decision, forPerson }) => seen.push([decision, forPerson]));
  assertEquals(transport.failures, []);
  assertEquals(seen, [["allow", false], ["deny", true], ["deny", true]]);
});
