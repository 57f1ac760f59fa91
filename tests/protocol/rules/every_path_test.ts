import { assertEquals } from "@std/assert";
import { cliDenyRules, matchesAllow, matchesDeny, parseRule } from "../../../lib/protocol/rules/mod.ts";

const call = (toolName: string, path?: string) => ({
  toolName,
  input: path === undefined ? { pattern: "x" } : toolName === "Grep" ? { pattern: "x", path } : { file_path: path },
  cwd: "/srv/project",
});

for (const rule of ["Edit(**)", "Edit(*)"]) {
  Deno.test(`matchesAllow() ${rule} allows every editing tool in the working directory, and nothing outside`, () => {
    const allows = (tool: string, path: string) => matchesAllow(parseRule(rule), call(tool, path));
    assertEquals(["/srv/project/a", "/srv/project/b/c", "d"].map((path) => allows("Write", path)), [true, true, true]);
    assertEquals(["/srv/other", "/etc/passwd", "../x", "/srv/project/../x"].map((path) => allows("Edit", path)), [
      false,
      false,
      false,
      false,
    ]);
  });

  Deno.test(`matchesDeny() ${rule} refuses every editing tool everywhere`, () => {
    const denies = (tool: string, path: string) => matchesDeny(parseRule(rule), call(tool, path)) !== undefined;
    assertEquals(["/srv/project/a", "/etc/passwd"].flatMap((path) => [denies("Edit", path), denies("Write", path)]), [
      true,
      true,
      true,
      true,
    ]);
    assertEquals(cliDenyRules(parseRule(rule)), ["Edit", "Write", "NotebookEdit"]);
  });
}

Deno.test("matchesDeny() Read(**) refuses searches too, with a path and without", () => {
  const denies = (path?: string) => matchesDeny(parseRule("Read(**)"), call("Grep", path)) !== undefined;
  assertEquals([denies(), denies("/srv"), denies("/srv/project/a")], [true, true, true]);
});
