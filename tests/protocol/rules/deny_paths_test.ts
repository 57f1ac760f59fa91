import { assertEquals, assertStringIncludes } from "@std/assert";
import { call, denies } from "./_rules.ts";

const denied = (rule: string, tool: string, input: Record<string, unknown>) =>
  denies(rule, call(tool, input)) !== undefined;

Deno.test("Read(.env) covers every tool that reads or edits the file", () => {
  const at = "/srv/project/.env";
  assertStringIncludes(
    denies("Read(.env)", call("Read", { file_path: at }))!,
    `The rule "Read(.env)" denies this call`,
  );
  for (
    const [tool, key] of [
      ["Read", "file_path"],
      ["Edit", "file_path"],
      ["Write", "file_path"],
      ["MultiEdit", "file_path"],
      ["NotebookEdit", "notebook_path"],
      ["NotebookRead", "notebook_path"],
      ["Grep", "path"],
      ["LS", "path"],
      ["mcp__files__read", "path"],
      ["mcp__files__read", "filename"],
      ["mcp__files__read", "uri"],
    ] as const
  ) {
    assertEquals(denied("Read(.env)", tool, { [key]: at }), true, tool);
    assertEquals(denied("Read(.env)", tool, { [key]: "/srv/project/.envrc" }), false, tool);
  }
  assertEquals(denied("Read(.env)", "SendUserFile", { files: ["/srv/project/a", at] }), true);
  assertEquals(denied("Read(.env)", "mcp__files__read", { paths: ["a", "b/.env"] }), true);
  assertEquals(denied("Read(.env)", "mcp__files__read", { edits: [{ path: "b/.env" }] }), true);
  assertEquals(denied("Read(.env)", "mcp__files__read", { uri: "file:///srv/project/.env" }), true);
  assertEquals(denied("Read(.env)", "mcp__files__read", { text: at }), false);
  assertEquals(denied("Read(.env)", "Bash", { command: "cat .env" }), false);
});

Deno.test("a rule for any editing tool covers all of them, and no reading", () => {
  for (const rule of ["Edit(.env)", "Write(.env)", "NotebookEdit(.env)"]) {
    for (const tool of ["Edit", "Write", "MultiEdit"]) {
      assertEquals(denied(rule, tool, { file_path: "/srv/project/.env" }), true, `${rule} ${tool}`);
    }
    assertEquals(denied(rule, "NotebookEdit", { notebook_path: "/srv/project/.env" }), true, rule);
    assertEquals(denied(rule, "Read", { file_path: "/srv/project/.env" }), false, rule);
    assertEquals(denied(rule, "Grep", { path: "/srv/project/.env" }), false, rule);
  }
});

Deno.test("however the path is written", () => {
  for (
    const path of [
      "/srv/project/secret/a",
      "/srv/project/./secret//a",
      "/srv/project/x/../secret/a",
      "/srv/other/../project/secret/a",
      "secret/a",
      "./secret/a",
      "x/../secret/a",
      "../project/secret/a",
      " secret/a",
      "/srv/project/secret/a ",
      "/srv/project/SECRET/a",
      "/SRV/project/Secret/A",
      "/srv/project/\u017Fecret/a",
      "/srv/project/sec\u200Bret/a",
      "secret\\a",
      "/srv/project\\secret\\a",
      "file:///srv/project/secret/a",
      "/srv/project/secret/a\u0000.txt",
      "\u0000",
      "/srv/project/secret/deep/er",
    ]
  ) assertEquals([path, denied("Edit(secret/**)", "Write", { file_path: path })], [path, true]);
  for (
    const path of ["/srv/project/secrets/a", "/srv/project/x/secret/a", "/secret/a", "/srv/project/secret/../a", "a"]
  ) {
    assertEquals([path, denied("Edit(secret/**)", "Write", { file_path: path })], [path, false]);
  }
});

Deno.test("patterns of every kind, in deny rules", () => {
  const cases: readonly [pattern: string, path: string, covered: boolean][] = [
    [".env", "/srv/project/a/.env", true],
    [".env", "/elsewhere/.env", true],
    [".env", "/srv/project/.env/x", true],
    ["*.pem", "/srv/project/keys/a.pem", true],
    ["*.pem", "/srv/project/keys/a.PEM", true],
    ["src/*", "/srv/project/src/deep/a.ts", true],
    ["/dist", "/srv/project/dist/a.js", true],
    ["/dist", "/srv/project/x/dist/a.js", false],
    ["docs/", "/srv/project/docs", true],
    ["//etc/**", "/etc/passwd", true],
    ["//etc/**", "/etc/../etc/passwd", true],
    ["//etc/**", "/home/etc/passwd", false],
    ["~/.ssh/**", "/home/me/.ssh/id", true],
    ["~/.ssh/**", "~/.ssh/id", true],
    ["~/.ssh/**", "/home/you/.ssh/id", false],
    ["caf\u00E9", "/srv/project/cafe\u0301", true],
  ];
  for (const [pattern, path, covered] of cases) {
    assertEquals([pattern, path, denied(`Edit(${pattern})`, "Edit", { file_path: path })], [pattern, path, covered]);
  }
});

Deno.test("without a known start a rule covers what could match by its end", () => {
  const nowhere = (rule: string, path: string) =>
    denies(rule, { toolName: "Edit", input: { file_path: path }, cwd: undefined }) !== undefined;
  assertEquals(nowhere("Edit(src/**)", "/any/where/src/a.ts"), true);
  assertEquals(nowhere("Edit(src/**)", "src/a.ts"), true);
  assertEquals(nowhere("Edit(src/**)", "../x/src/a.ts"), true);
  assertEquals(nowhere("Edit(src/**)", "/any/where/a.ts"), false);
  assertEquals(nowhere("Edit(~/.ssh/id)", "/home/somebody/.ssh/id"), true);
  assertEquals(nowhere("Edit(~/.ssh/id)", "~/.ssh/id"), true);
  assertEquals(nowhere("Edit(//etc/passwd)", "passwd"), true);
  assertEquals(nowhere("Edit(//etc/passwd)", "hosts"), false);
});

Deno.test("what cannot be looked through is refused", () => {
  const nested = (depth: number) => {
    let input: Record<string, unknown> = { path: "/srv/project/.env" };
    for (let i = 0; i < depth; i++) input = { inner: [input] };
    return denies("Edit(.env)", call("mcp__files__write", input));
  };
  assertStringIncludes(nested(6)!, 'it names the path "/srv/project/.env"');
  assertStringIncludes(nested(40)!, "its input is nested too deeply to find the paths in it");
  assertEquals(denies("Edit(.env)", call("Write", { file_path: "/srv/project/a", content: "b" })), undefined);
  const paths = (count: number) => Array.from({ length: count }, (_, index) => `/srv/project/${index}`);
  assertEquals(denies("Edit(.env)", call("mcp__files__write", { paths: paths(1_000) })), undefined);
  assertStringIncludes(
    denies("Edit(.env)", call("mcp__files__write", { paths: paths(1_001) }))!,
    "it names more than 1000 paths",
  );
});

Deno.test("paths of Windows are covered by what they end in", () => {
  const at = (file_path: string) => ({ toolName: "Edit", input: { file_path }, cwd: "C:\\Users\\me\\project" });
  for (const path of ["C:\\Users\\me\\project\\src\\.env", "C:/Users/me/project/src/.env", "src\\.ENV", "src/.env"]) {
    for (const rule of ["Edit(.env)", "Edit(src/**)", "Edit(/src/.env)", "Read(src/.env)"]) {
      assertEquals([path, rule, denies(rule, at(path)) !== undefined], [path, rule, true]);
    }
    assertEquals(denies("Edit(docs/**)", at(path)), undefined);
  }
});

Deno.test("searches are covered where their folder is, not where it is above", () => {
  assertEquals(denied("Read(secret/**)", "Grep", { pattern: "x", path: "secret" }), true);
  assertEquals(denied("Read(secret/**)", "Grep", { pattern: "x", path: "secret/deep" }), true);
  assertEquals(denied("Read(secret/**)", "Grep", { pattern: "x", path: "/srv/project" }), false);
  assertEquals(denied("Read(secret/**)", "Grep", { pattern: "x" }), false);
  assertEquals(denied("Read(.env)", "Grep", { pattern: "x", glob: ".env" }), true);
  assertEquals(denied("Read(.env)", "Grep", { pattern: "x", glob: "**/.env" }), true);
  assertEquals(denied("Read(.env)", "Glob", { pattern: "sub/.env" }), true);
  assertEquals(denied("Read(//etc/**)", "Glob", { pattern: "/etc/*" }), true);
  assertEquals(denied("Read(.env)", "Glob", { pattern: "**/*.ts" }), false);
  assertEquals(denied("Read(//srv/project/**)", "Grep", { pattern: "x" }), true);
});

Deno.test("a hostile path is matched in proportion to its length", () => {
  const long = `/srv/project/${"a/".repeat(3_000)}b`;
  assertEquals(denied("Edit(**/a/**/a/**/c)", "Edit", { file_path: long }), false);
  const longest = "a/".repeat(1_000_000);
  assertEquals(denied("Edit(b)", "Edit", { file_path: longest }), true);
  assertEquals(denied("Edit(b)", "mcp__files__write", { source: longest }), false);
  assertEquals(denied("Edit(*a*a*a*a*b)", "Edit", { file_path: `/srv/project/${"a".repeat(8_000)}` }), false);
});
