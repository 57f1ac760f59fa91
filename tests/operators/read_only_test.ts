import { assertEquals, assertThrows } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { readOnly } from "../../lib/operators/read_only.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { type Call, passesOn, playCalls } from "./_policy.ts";

Deno.test("readOnly() passes every event on", () => passesOn(() => readOnly()));

Deno.test("readOnly() allows reading, and gates whatever else there is, in every mode", async () => {
  const reading: Call[] = [
    ["Read", { file_path: "/srv/a" }],
    ["Grep", { pattern: "a" }],
    ["Glob", { pattern: "*" }],
  ];
  const writing: Call[] = [
    ["Write", { file_path: "/srv/demo/a", content: "" }],
    ["Edit", { file_path: "/srv/demo/a" }],
    ["MultiEdit", { file_path: "/srv/demo/a" }],
    ["NotebookEdit", { notebook_path: "/srv/demo/a" }],
    ["Bash", { command: "ls" }],
    ["PowerShell", { command: "ls" }],
    ["Monitor", { command: "ls" }],
    ["WebFetch", { url: "https://example.com" }],
    ["WebSearch", { query: "a" }],
    ["Agent", { prompt: "a" }],
    ["Skill", { skill: "a" }],
    ["SendUserFile", { files: ["/srv/a"] }],
    ["AskUserQuestion", { questions: [] }],
    ["mcp__x__read", {}],
    ["SomethingNew", {}],
  ];
  const open = pipe(readOnly(), allowTools("*"), onPermission((request) => request.allow()));
  for (const permissionMode of ["default", "acceptEdits", "bypassPermissions", "plan"] as const) {
    for (const asks of [true, false]) {
      const calls = [...reading, ...writing].map(([name, input]): Call => [name, input, { asks }]);
      const { behaviors } = await playCalls(open, calls, { permissionMode });
      assertEquals(behaviors, [...reading.map(() => "allow"), ...writing.map(() => "deny")]);
    }
  }
});

Deno.test("readOnly({ also }) adds rules and functions, to the gate and to what is allowed", async () => {
  const also = ["Bash(git log *)", ({ toolName }: { toolName: string }) => toolName === "mcp__x__read"];
  const { behaviors } = await playCalls(readOnly({ also }), [
    ["Bash", { command: "git log -3" }],
    ["Bash", { command: "git push" }],
    ["mcp__x__read", {}],
    ["mcp__x__write", {}],
    ["Read", { file_path: "/srv/a" }],
  ]);
  assertEquals(behaviors, ["allow", "deny", "allow", "deny", "allow"]);
});

Deno.test("readOnly() refuses what is no list of rules, and a rule that is none", () => {
  assertThrows(() => readOnly({ also: "Bash(ls)" as never }), UsageError, '"also" a list of rules');
  assertThrows(() => readOnly({ also: ["Bash("] }), UsageError, "Bash(");
});
