import { assertEquals, assertStringIncludes } from "@std/assert";
import { followOnce } from "../../../lib/protocol/rules/links.ts";
import {
  coveringRules,
  matchesAllow,
  matchesDeny,
  parseRule,
  type ResolvedPath,
  type RuleCall,
  unreadLinks,
  whyNotAllowed,
} from "../../../lib/protocol/rules/mod.ts";

/** A file system in which paths that begin so lead elsewhere. */
const LINKS: Readonly<Record<string, string>> = {
  "/srv/project/src/out": "/etc",
  "/srv/project/src/in": "/srv/project/src/real",
  "/srv/project/src/up": "/srv/project",
  "/srv/project/secret": "/data/secret",
  "/srv/project/harmless": "/srv/project/.env",
  "/home/me": "/mnt/home/me",
};

function resolvePath(path: string): ResolvedPath {
  if (path.startsWith("/srv/project/circle")) return { failed: "its links lead in a circle" };
  if (path.startsWith("/closed/")) return { path, unread: "the script may not read there" };
  const folder = Object.keys(LINKS).find((each) => path === each || path.startsWith(`${each}/`));
  const led = folder === undefined ? path : LINKS[folder] + path.slice(folder.length);
  // A folder that is left by `..` is the real one.
  const names: string[] = [];
  for (const name of led.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return { path: `/${names.join("/")}` };
}

function edit(file_path: string, more: Partial<RuleCall> = {}): RuleCall {
  return { toolName: "Edit", input: { file_path }, cwd: "/srv/project", home: "/home/me", resolvePath, ...more };
}

Deno.test("matchesAllow() covers a path only where it and what it leads to are covered", () => {
  const allowed = (rule: string, path: string, more?: Partial<RuleCall>) =>
    matchesAllow(parseRule(rule), edit(path, more));
  assertEquals(allowed("Edit(src/**)", "/srv/project/src/a.ts"), true);
  assertEquals(allowed("Edit(src/**)", "/srv/project/src/in/a.ts"), true);
  assertEquals(allowed("Edit(src/**)", "/srv/project/src/out/passwd"), false);
  assertEquals(allowed("Edit(src/**)", "src/out/passwd"), false);
  assertEquals(allowed("Edit(src/**)", "/srv/project/src/up/.git/config"), false);
  assertEquals(allowed("Edit(**)", "/srv/project/src/up/.git/config"), true);
  assertEquals(allowed("Edit(//etc/**)", "/srv/project/src/out/passwd"), false);
  assertEquals(allowed("Edit(src/**)", "/srv/project/circle/../src/a.ts"), false);
  assertEquals(allowed("Edit(**)", "/srv/project/circle/a.ts"), false);
  // By name this is src/b; the file system goes through the link first.
  assertEquals(allowed("Edit(src/**)", "/srv/project/src/out/../b"), false);
  // What cannot be looked at counts as it is written.
  assertEquals(allowed("Edit(//closed/**)", "/closed/a"), true);
});

Deno.test("a working directory and a home that are links count in both forms", () => {
  const rule = parseRule("Edit(notes/**)");
  const at = { cwd: "/home/me" };
  assertEquals(matchesAllow(rule, edit("/home/me/notes/a", at)), true);
  assertEquals(matchesAllow(rule, edit("/mnt/home/me/notes/a", at)), true);
  assertEquals(matchesAllow(rule, edit("notes/a", at)), true);
  assertEquals(matchesAllow(rule, edit("/mnt/notes/a", at)), false);
  assertEquals(matchesAllow(parseRule("Edit(~/notes/**)"), edit("~/notes/a")), true);
  for (const path of ["/home/me/notes/a", "/mnt/home/me/notes/a", "notes/a"]) {
    assertEquals(matchesDeny(rule, edit(path, at)) !== undefined, true, path);
  }
});

Deno.test("coveringRules() takes one rule for what is written and another for what it leads to", () => {
  const rules = ["Read", "Edit(src/**)", "Edit(//etc/**)"].map((rule) => parseRule(rule));
  assertEquals(coveringRules(rules, edit("/srv/project/src/out/hosts"))?.map(({ text }) => text), [
    "Edit(src/**)",
    "Edit(//etc/**)",
  ]);
  assertEquals(coveringRules(rules.slice(0, 2), edit("/srv/project/src/out/hosts")), undefined);
});

Deno.test("matchesDeny() covers a path where it, or what it leads to, is covered", () => {
  const denied = (rule: string, path: string) => matchesDeny(parseRule(rule), edit(path)) !== undefined;
  assertEquals(denied("Edit(//etc/**)", "/srv/project/src/out/passwd"), true);
  assertEquals(denied("Edit(//etc/**)", "src/out/passwd"), true);
  assertEquals(denied("Edit(src/out/**)", "/srv/project/src/out/passwd"), true);
  assertEquals(denied("Edit(.env)", "/srv/project/harmless"), true);
  assertEquals(denied("Edit(.env)", "/srv/project/src/a"), false);
  // A rule also speaks about the place that its own folder leads to.
  assertEquals(denied("Edit(secret/**)", "/data/secret/key"), true);
  assertEquals(denied("Edit(/secret)", "/DATA/secret"), true);
  assertEquals(denied("Edit(secret)", "/data/secret/deep/key"), true);
  assertEquals(denied("Edit(secret/**)", "/data/other"), false);
  assertEquals(denied("Edit(//srv/project/secret/**)", "/data/secret/key"), true);
  assertEquals(denied("Edit(~/x/**)", "/mnt/home/me/x/a"), true);
});

Deno.test("searches follow links too", () => {
  const grep = (path: string) => ({ ...edit(""), toolName: "Grep", input: { pattern: "x", path } });
  assertEquals(matchesAllow(parseRule("Read(src/**)"), grep("/srv/project/src/real")), true);
  assertEquals(matchesAllow(parseRule("Read(src/**)"), grep("/srv/project/src/out")), false);
  assertEquals(matchesDeny(parseRule("Read(//etc/**)"), grep("/srv/project/src/out")) !== undefined, true);
});

Deno.test("a tool that is not known is denied by where its path leads, and never allowed", () => {
  const call = { ...edit(""), toolName: "mcp__files__write", input: { path: "/srv/project/src/out/passwd" } };
  assertEquals(matchesDeny(parseRule("Edit(//etc/**)"), call) !== undefined, true);
  assertEquals(matchesAllow(parseRule("Edit(//**)"), call), false);
});

Deno.test("whyNotAllowed() says where a path leads", () => {
  assertEquals(
    whyNotAllowed([parseRule("Edit(src/**)")], edit("/srv/project/src/out/passwd")),
    '"Edit(src/**)" does not cover "/srv/project/src/out/passwd", which leads through a symbolic link to "/etc/passwd"',
  );
  assertStringIncludes(
    whyNotAllowed([parseRule("Edit(**)")], edit("/srv/project/circle"))!,
    "which leads through a symbolic link to nothing",
  );
});

Deno.test("whyNotAllowed() says that a search may start elsewhere", () => {
  const call = { toolName: "Grep", input: { pattern: "x", path: "src" }, cwd: "/srv/project" };
  assertEquals(
    whyNotAllowed([parseRule("Read(src/**)")], call),
    '"Read(src/**)" does not cover "src": where a search starts that names no path from the root on depends on the shell',
  );
});

Deno.test("unreadLinks() says what was judged as it is written", () => {
  assertEquals(unreadLinks(edit("/srv/project/src/a.ts")), undefined);
  assertEquals(
    unreadLinks(edit("/closed/a")),
    'symbolic links in "/closed/a" were not followed: the script may not read there',
  );
  assertEquals(unreadLinks({ toolName: "Bash", input: { command: "ls" }, cwd: "/srv" }), undefined);
  assertEquals(
    unreadLinks({ toolName: "Grep", input: { pattern: "x" }, cwd: "/srv" }),
    'symbolic links in "/srv" were not followed: nothing here can read them',
  );
});

Deno.test("followOnce() follows each path once for one judgement, and keeps the rest of the call", () => {
  const followed: string[] = [];
  const call = edit("/srv/project/src/out/a", {
    resolvePath: (path) => {
      followed.push(path);
      return resolvePath(path);
    },
  });
  const once = followOnce(call);
  for (const rule of ["Edit(src/**)", "Edit(docs/**)", "Edit(//etc/**)"]) matchesDeny(parseRule(rule), once);
  assertEquals(new Set(followed).size, followed.length);
  assertEquals([once.toolName, once.input, once.cwd], [call.toolName, call.input, call.cwd]);
  assertEquals(followOnce({ toolName: "Read", input: {}, cwd: "/srv" }).resolvePath, undefined);
});
