import { assertEquals } from "@std/assert";
import { allows, call } from "./_rules.ts";

const inside = (path: unknown) => call("Edit", { file_path: path });

Deno.test("Edit(src/**) covers files below src and nothing else", () => {
  const covered = [
    "/srv/project/src/a.ts",
    "/srv/project/src/deep/er/a.ts",
    "/srv/project/./src//a.ts",
    "/srv/project/src/../src/a.ts",
    "/srv/project/other/../src/a.ts",
    "/srv/project/src/.hidden",
    "/srv/project/src/..a",
    "/srv/project/src/a b.ts",
    "/srv/project/src/日本.ts",
    "src/a.ts",
    "./src/a.ts",
    "/srv/project/src/a.ts/",
  ];
  const escapes: unknown[] = [
    "/srv/project/src",
    "/srv/project/src/",
    "/srv/project/src/..",
    "/srv/project/src/../a.ts",
    "/srv/project/src/../../project2/src/a.ts",
    "/srv/project/src/../../../etc/passwd",
    "/srv/project/src/x/../../a.ts",
    "/srv/project/src/./../a.ts",
    "/srv/project/src//../a.ts",
    "/srv/project/srcs/a.ts",
    "/srv/project/Src/a.ts",
    "/srv/project/SRC/a.ts",
    "/srv/project/other/src/a.ts",
    "/srv/project2/src/a.ts",
    "/srv/src/a.ts",
    "/src/a.ts",
    "/etc/passwd",
    "/",
    "",
    ".",
    "..",
    "../src/a.ts",
    "src",
    "src/..",
    "src/../a.ts",
    "src/../../../etc/passwd",
    "~",
    "~/src/a.ts",
    "~root/src/a.ts",
    "~/../srv/project/x",
    "~\u0000/src/a.ts",
    "src\\a.ts",
    "src/..\\..\\a.ts",
    "src/a\\..\\..\\b.ts",
    "/srv/project\\src\\a.ts",
    " src/a.ts",
    "src/a.ts ",
    " /etc/passwd",
    "src/a.ts\u0000/../../etc/passwd",
    "/srv/project/src/a\u0000.ts",
    "/srv/project/src/a\n.ts",
    "/srv/project/src/\u001b[2J",
    "/srv/project/src/\u200b/a.ts",
    "/srv/project/src/e\u0301.ts",
    "/srv/project/\uFF53\uFF52\uFF43/a.ts",
    "src\u2215a.ts",
    "/srv/project/src/\uD800.ts",
    "file:///srv/project/src/a.ts",
    `/srv/project/src/${"a/".repeat(1_000_000)}`,
    undefined,
    null,
    5,
    ["/srv/project/src/a.ts"],
    { toString: () => "/srv/project/src/a.ts" },
  ];
  assertEquals(covered.filter((path) => !allows("Edit(src/**)", inside(path))), []);
  assertEquals(escapes.filter((path) => allows("Edit(src/**)", inside(path))), []);
});

const PATTERNS: readonly [pattern: string, path: string, covered: boolean][] = [
  ["*.ts", "/srv/project/a.ts", true],
  ["*.ts", "/srv/project/deep/er/a.ts", true],
  ["*.ts", "/srv/other/a.ts", false],
  ["*.ts", "/srv/project/a.tsx", false],
  ["*.ts", "/srv/project/x.ts/a.md", false],
  ["docs", "/srv/project/docs/a.md", true],
  ["docs", "/srv/project/x/docs/y/a.md", true],
  ["docs", "/srv/project/docs", true],
  ["docs/", "/srv/project/docs", false],
  ["docs/", "/srv/project/x/docs/a.md", true],
  ["/docs", "/srv/project/docs/a.md", true],
  ["/docs", "/srv/project/x/docs/a.md", false],
  ["/docs", "/docs/a.md", false],
  ["/*.md", "/srv/project/a.md", true],
  ["/*.md", "/srv/project/x/a.md", false],
  ["./a.md", "/srv/project/a.md", true],
  ["./a.md", "/srv/project/x/a.md", false],
  ["src/*", "/srv/project/src/a.ts", true],
  ["src/*", "/srv/project/src/x/a.ts", false],
  ["src/*.ts", "/srv/project/src/a.ts", true],
  ["src/**/*.ts", "/srv/project/src/a.ts", true],
  ["src/**/*.ts", "/srv/project/src/x/y/a.ts", true],
  ["src/**/*.ts", "/srv/project/src/x/y/a.js", false],
  ["**/test/**", "/srv/project/test/a.ts", true],
  ["**/test/**", "/srv/project/x/test/a.ts", true],
  ["**/test/**", "/srv/project/x/a.ts", false],
  ["a?.ts", "/srv/project/ab.ts", true],
  ["a?.ts", "/srv/project/abc.ts", false],
  ["a?.ts", "/srv/project/a/.ts", false],
  ["[ab].ts", "/srv/project/a.ts", true],
  ["[ab].ts", "/srv/project/c.ts", false],
  ["[!ab].ts", "/srv/project/c.ts", true],
  ["[a-c]x[]-]", "/srv/project/bx]", true],
  ["[a-c]x[]-]", "/srv/project/bx-", true],
  ["a\\*b", "/srv/project/a*b", true],
  ["a\\*b", "/srv/project/axb", false],
  ["//etc/hosts", "/etc/hosts", true],
  ["//etc/**", "/etc/ssh/config", true],
  ["//etc/**", "/srv/project/etc/x", false],
  ["~/notes/**", "/home/me/notes/a.md", true],
  ["~/notes/**", "~/notes/a.md", true],
  ["~/notes/**", "/home/you/notes/a.md", false],
  ["~/notes/**", "~/notes/../.bashrc", false],
  ["~/notes/**", "/srv/project/~/notes/a.md", false],
];

Deno.test("path patterns are those of gitignore, and speak for what lies below a plain name", () => {
  for (const [pattern, path, covered] of PATTERNS) {
    assertEquals([pattern, path, allows(`Edit(${pattern})`, inside(path))], [pattern, path, covered]);
  }
});

Deno.test("without a known start nothing is covered", () => {
  const nowhere = (path: string) => ({ toolName: "Edit", input: { file_path: path }, cwd: undefined });
  assertEquals(allows("Edit(src/**)", nowhere("src/a.ts")), false);
  assertEquals(allows("Edit(src/**)", nowhere("/srv/project/src/a.ts")), false);
  assertEquals(allows("Edit(*.ts)", nowhere("/a.ts")), false);
  assertEquals(allows("Edit(~/x)", nowhere("/home/me/x")), false);
  assertEquals(allows("Edit(~/x)", nowhere("~/x")), false);
  assertEquals(allows("Edit(//a/**)", nowhere("/a/b")), true);
  assertEquals(allows("Edit(//a/**)", nowhere("b")), false);
  assertEquals(allows("Edit(src/**)", { ...nowhere("src/a.ts"), cwd: "relative" }), false);
});

Deno.test("paths of Windows are never covered", () => {
  const at = (file_path: string) => ({ toolName: "Edit", input: { file_path }, cwd: "C:\\Users\\me\\project" });
  for (const path of ["C:\\Users\\me\\project\\a.ts", "C:/Users/me/project/a.ts", "a.ts", "\\\\host\\share\\a.ts"]) {
    for (const rule of ["Edit(**)", "Edit(*.ts)", "Edit(//C:/**)", "Edit(//**)", "Edit(a.ts)"]) {
      assertEquals([path, rule, allows(rule, at(path))], [path, rule, false]);
    }
    assertEquals(allows("Edit", at(path)), true);
  }
});

Deno.test("which tools a path rule covers", () => {
  const at = (tool: string, key: string) => call(tool, { [key]: "/srv/project/src/a.ts" });
  for (
    const [tool, key] of [["Edit", "file_path"], ["Write", "file_path"], ["NotebookEdit", "notebook_path"]] as const
  ) {
    assertEquals(allows("Edit(src/**)", at(tool, key)), true, tool);
    assertEquals(allows("Read(src/**)", at(tool, key)), false, tool);
  }
  for (const [tool, key] of [["Read", "file_path"], ["Grep", "path"], ["LS", "path"]] as const) {
    assertEquals(allows("Read(src/**)", at(tool, key)), true, tool);
    assertEquals(allows("Edit(src/**)", at(tool, key)), false, tool);
  }
  assertEquals(allows("Write(src/**)", at("Write", "file_path")), true);
  assertEquals(allows("Write(src/**)", at("Edit", "file_path")), false);
  assertEquals(allows("Read(src/**)", call("SendUserFile", { files: ["/srv/project/src/a.ts"] })), false);
  assertEquals(allows("Edit(src/**)", at("mcp__files__write", "file_path")), false);
  assertEquals(allows("Edit(src/**)", call("Edit", { path: "/srv/project/src/a.ts" })), false);
});

Deno.test("a search is covered when all of its folder is, and its pattern stays inside", () => {
  const grep = (input: Record<string, unknown>) => allows("Read(src/**)", call("Grep", { pattern: "x", ...input }));
  assertEquals(grep({ path: "/srv/project/src" }), true);
  assertEquals(grep({ path: "/srv/project/src/deep" }), true);
  assertEquals(grep({ path: "/srv/project/src", glob: "**/*.{ts,tsx}" }), true);
  assertEquals(grep({ path: "/srv/project" }), false);
  assertEquals(grep({}), false);
  assertEquals(grep({ path: null }), false);
  assertEquals(allows("Grep(*.ts)", call("Grep", { pattern: "x", path: "/srv/project/src" })), false);
  assertEquals(allows("Grep(src/*)", call("Grep", { pattern: "x", path: "/srv/project/src" })), false);
  assertEquals(allows("Grep(src)", call("Grep", { pattern: "x", path: "/srv/project/src" })), true);
  // The shell may have gone to another folder, from where a search starts that names none.
  assertEquals(grep({ path: "src" }), false);
  assertEquals(grep({ path: "./src/deep" }), false);
  assertEquals(allows("Read(**)", call("Grep", { pattern: "x" })), true);
  assertEquals(allows("Read(**)", call("Grep", { pattern: "x", path: "src" })), true);
  assertEquals(allows("Read(**)", call("Grep", { pattern: "x", path: "../../src" })), false);
  // What is below a folder that a `*` stands for is not what the rule speaks of.
  assertEquals(grep({ path: "/srv/project/src/x" }), true);
  assertEquals(allows("Grep(src/*)", call("Grep", { pattern: "x", path: "/srv/project/src/x" })), false);
  const glob = (pattern: unknown) => allows("Read(src/**)", call("Glob", { pattern, path: "/srv/project/src" }));
  for (const pattern of ["*", "**/*.ts", "a/{b,c}/*.ts", "*.{ts,js}", "x[ab]*"]) {
    assertEquals(glob(pattern), true);
  }
  const out = [
    "/etc/*",
    "../*",
    "a/../../*",
    "~/x",
    "{.,x}{.,y}/*",
    ".{.,x}/*",
    "{..,a}/x",
    "!x",
    "\\.\\./x",
    "@(..)/x",
    5,
  ];
  assertEquals(out.filter((pattern) => glob(pattern)), []);
  assertEquals(allows("Glob(src/**)", call("Glob", { pattern: "src/**" })), false);
});
