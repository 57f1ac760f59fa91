import { assertEquals } from "@std/assert";
import { isListSafe } from "../../lib/process/mod.ts";

Deno.test("isListSafe knows which rules the CLI reads whole", () => {
  const whole = [
    "WebFetch",
    "mcp__server__tool",
    "mcp__server__*",
    "Edit(src/**)",
    "Bash(git push *)",
    'Bash(git commit -m "a, b")',
    "Bash(echo (a, b)",
    'Bash(echo "(x)")',
    "Bash(one\ntwo, three)",
    "Bash()",
  ];
  assertEquals(whole.filter((rule) => !isListSafe(rule)), []);
});

Deno.test("isListSafe knows which rules the CLI tears", () => {
  const torn = [
    "",
    "Read, Bash",
    "Read Bash",
    "Read\tBash",
    "Read\nBash",
    "mcp__my server__tool",
    "Bash(echo (x) Bash *)",
    "Bash(echo \\(x\\) y, z)",
    'Bash(echo ")" , x)',
    "Bash(a b) c, d",
    "Bash(unclosed, x",
    " Bash(x)",
  ];
  assertEquals(torn.filter((rule) => isListSafe(rule)), []);
});
