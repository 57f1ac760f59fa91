import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { editsWithin } from "../../lib/operators/edits_within.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import type { ResolvedPath } from "../../lib/protocol/rules/mod.ts";
import { type Call, passesOn, play, playCalls } from "./_policy.ts";

const UNASKED = { asks: false };

Deno.test("editsWithin() passes every event on", () => passesOn(() => editsWithin("src")));

Deno.test("editsWithin() allows every editing tool inside, and nothing else", async () => {
  const calls: Call[] = [
    ["Write", { file_path: "/srv/demo/src/a.ts", content: "" }],
    ["Write", { file_path: "src/b.ts", content: "" }],
    ["Edit", { file_path: "/srv/demo/src/deep/../a.ts", old_string: "a", new_string: "b" }],
    ["MultiEdit", { file_path: "/srv/demo/src/a.ts", edits: [] }],
    ["NotebookEdit", { notebook_path: "/srv/demo/src/a.ipynb", new_source: "" }],
    ["Write", { file_path: "/srv/demo/README.md", content: "" }],
    ["Read", { file_path: "/srv/demo/src/a.ts" }],
    ["Bash", { command: "touch src/a.ts" }],
    ["mcp__files__write", { path: "/srv/demo/src/a.ts" }],
  ];
  const { behaviors } = await playCalls(editsWithin("src", "README.md"), calls);
  assertEquals(behaviors, [
    ...["allow", "allow", "allow", "allow", "allow", "allow"],
    ...["deny", "deny", "deny"],
  ]);
});

for (
  const [what, call] of [
    ["..", ["Write", { file_path: "/srv/demo/src/../a.ts", content: "" }]],
    [".. at the start", ["Write", { file_path: "../demo2/src/a.ts", content: "" }]],
    ["a name that only begins the same", ["Edit", { file_path: "/srv/demo/src2/a.ts" }]],
    ["the folder's parent", ["Write", { file_path: "/srv/demo", content: "" }]],
    ["another case", ["Write", { file_path: "/srv/demo/SRC/a.ts", content: "" }]],
    ["a backslash", ["Write", { file_path: "src\\..\\..\\a.ts", content: "" }]],
    ["white space at the end", ["Write", { file_path: "/srv/demo/src/a.ts ", content: "" }]],
    ["a character that is not shown", ["Write", { file_path: "/srv/demo/src/a\u200b.ts", content: "" }]],
    ["a home directory", ["Write", { file_path: "~/src/a.ts", content: "" }]],
    ["no path", ["Write", { content: "" }]],
    ["a path that is no text", ["Edit", { file_path: ["/srv/demo/src/a.ts"] }]],
    ["a notebook elsewhere", ["NotebookEdit", { notebook_path: "/srv/a.ipynb" }]],
    ["a path for an unknown tool", ["mcp__files__write", { path: "/etc/hosts" }]],
    ["one of several paths", ["mcp__files__move", { paths: ["/srv/demo/src/a", "/etc/b"] }]],
    ["a path deep inside", ["mcp__x__y", { all: [{ of: { it: { target: "file:///etc/hosts" } } }] }]],
    ["a path too deep to look for", ["mcp__x__y", nested(40, { path: "src/a" })]],
  ] as [string, Call][]
) {
  Deno.test(`editsWithin() gates ${what}, though the CLI does not ask and another rule allows`, async () => {
    const policy = pipe(allowTools("*"), editsWithin("src"));
    const asked = await playCalls(policy, [call]);
    const unasked = await playCalls(policy, [[call[0], call[1], UNASKED]], { permissionMode: "acceptEdits" });
    assertEquals([asked.behaviors, unasked.behaviors], [["deny"], ["deny"]]);
    assertStringIncludes(asked.outcomes[0]!.message!, 'Edits are allowed within "src" alone');
  });
}

Deno.test("editsWithin() leaves unknown tools alone that name no path elsewhere", async () => {
  const calls: Call[] = [
    ["mcp__weather__get", { location: "Berlin", source: "station" }],
    ["mcp__web__get", { uri: "https://example.com/a" }],
    ["mcp__files__read", { path: "/srv/demo/src/a.ts" }],
  ];
  const { behaviors } = await playCalls(pipe(editsWithin("src"), allowTools("*")), calls);
  assertEquals(behaviors, ["allow", "allow", "allow"]);
});

Deno.test("editsWithin() takes the working directory, the root, and names that are no patterns", async () => {
  const write = (file_path: string): Call => ["Write", { file_path, content: "" }];
  const here = await playCalls(editsWithin("."), [write("/srv/demo/a"), write("/srv/a")]);
  assertEquals(here.behaviors, ["allow", "deny"]);
  const everywhere = await playCalls(editsWithin("/"), [write("/srv/a"), write("/etc/a")]);
  assertEquals(everywhere.behaviors, ["allow", "allow"]);
  const odd = await playCalls(editsWithin("/srv/[ab] (c) {d}*", "./lib/"), [
    write("/srv/[ab] (c) {d}*/x"),
    write("/srv/a (c) {d}*/x"),
    write("/srv/[ab] (c) {d}e/x"),
    write("lib/x"),
  ]);
  assertEquals(odd.behaviors, ["allow", "deny", "deny", "allow"]);
});

Deno.test("editsWithin() holds in subagents, and edits nothing in plan mode", async () => {
  const seen: string[] = [];
  await play(pipe(editsWithin("src"), allowTools("Agent", "Write")), async (cli) => {
    await cli.prompt();
    await cli.task({ prompt: "write", background: false }, async (subagent) => {
      for (const file_path of ["/srv/demo/src/a", "/etc/a"]) {
        seen.push((await subagent.tool("Write", { file_path, content: "" })).behavior);
      }
    });
    await cli.end();
  });
  assertEquals(seen, ["allow", "deny"]);
  const planned = await playCalls(editsWithin("src"), [["Write", { file_path: "/srv/demo/src/a", content: "" }]], {
    permissionMode: "plan",
  });
  assertEquals(planned.behaviors, ["deny"]);
});

Deno.test("editsWithin() judges a path as it is written and as it leads on", async () => {
  const links: Record<string, ResolvedPath> = {
    "/srv/demo/src/out/a": { path: "/etc/a" },
    "/srv/demo/in/a": { path: "/srv/demo/src/a" },
    "/srv/demo/src/circle": { failed: "its links lead in a circle" },
    "/srv/demo/src/same": { path: "/srv/demo/src/other" },
  };
  const write = (file_path: string): Call => ["Write", { file_path, content: "" }];
  const calls = [...Object.keys(links).map(write), write("src/out/a"), write("/srv/demo/src/plain")];
  const { outcomes, behaviors } = await playCalls(pipe(editsWithin("src"), allowTools("*")), calls, {
    resolvePath: (path: string) => links[path] ?? { path },
  });
  assertEquals(behaviors, ["deny", "deny", "deny", "allow", "deny", "allow"]);
  const start = 'Edits are allowed within "src" alone, and Write names ';
  assertEquals(outcomes.map(({ message }) => message?.slice(start.length)), [
    '"/srv/demo/src/out/a", which leads to "/etc/a"',
    '"/srv/demo/in/a", which leads to "/srv/demo/src/a"',
    '"/srv/demo/src/circle", which leads nowhere (its links lead in a circle)',
    undefined,
    '"src/out/a", which leads to "/etc/a"',
    undefined,
  ]);
});

Deno.test("editsWithin() refuses a path that is none, goes up, or starts at home", () => {
  for (
    const [path, cure] of [["", "the path of a folder"], ["../x", 'without ".."'], ["~/x", "from the root"]] as const
  ) {
    assertStringIncludes(assertThrows(() => editsWithin("src", path), UsageError).message, cure);
  }
  assertThrows(() => editsWithin(1 as never), UsageError, "not 1");
  assertThrows(() => editsWithin(undefined as never), UsageError, "not undefined");
  assertThrows(() => editsWithin("a\u0007b"), UsageError, "control characters");
});

function nested(depth: number, value: object): Record<string, unknown> {
  return depth === 0 ? { ...value } : { a: nested(depth - 1, value) };
}
