import { assert, assertEquals } from "@std/assert";
import { parseRule, ruleWarning } from "../../lib/protocol/mod.ts";
import { paths, read } from "./repository.ts";

/** The rules as texts in the calls of an operator, up to the end of its arguments. */
function rulesIn(text: string, operator: string): string[] {
  return [...text.matchAll(new RegExp(`\\b${operator}\\(((?:\\s*"(?:[^"\\\\]|\\\\.)*",?)+)`, "g"))].flatMap(
    ([, given]) => [...given!.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([literal]) => JSON.parse(literal) as string),
  );
}

const SHOWN = ["README.md", ...paths(".ts").filter((path) => path.startsWith("examples/"))];

Deno.test("rules: those of the README and of the examples give no warning", () => {
  const all = SHOWN.flatMap((path) =>
    (["allow", "deny", "only"] as const).flatMap((use) =>
      rulesIn(read(path), `${use}Tools`).map((rule) => ({ path, use, rule }))
    )
  );
  assert(all.some(({ use, rule }) => use === "deny" && rule === "Bash(git push *)"));
  assert(all.some(({ use, rule }) => use === "allow" && rule === "Bash(deno test *)"));
  const warned = all.filter(({ use, rule }) => ruleWarning(parseRule(rule), use === "deny" ? "deny" : "allow"));
  assertEquals(warned, []);
});
