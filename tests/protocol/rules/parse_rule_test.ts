import { assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { describeRule, parseRule } from "../../../lib/protocol/rules/mod.ts";

const MALFORMED: readonly [rule: string, at: number, message: string][] = [
  ["", 1, 'it is empty; write a tool such as "Read", or "Bash(git diff *)"'],
  ["   ", 1, 'it is empty; write a tool such as "Read", or "Bash(git diff *)"'],
  ["Bash(git push", 5, "a parenthesis is opened and not closed; write `\\(` for one that means itself"],
  ["Bash(echo (", 5, "a parenthesis is opened and not closed; write `\\(` for one that means itself"],
  ["Bash)", 5, "a parenthesis is closed that was not opened"],
  ["Bash(ls))", 9, "nothing may follow the closing parenthesis"],
  ["Bash(ls) ", 9, "nothing may follow the closing parenthesis"],
  ["Bash(ls)(cat)", 9, "nothing may follow the closing parenthesis"],
  ["Bash()", 6, 'nothing stands between the parentheses; write "Bash" for every call'],
  ["Edit(  )", 6, 'nothing stands between the parentheses; write "Edit" for every call'],
  ["(ls)", 1, 'a tool\'s name is missing in front of the parenthesis; write "Bash(…)"'],
  [" Read", 1, "a tool's name has no spaces; write one tool a rule"],
  ["Read Write", 5, "a tool's name has no spaces; write one tool a rule"],
  ["Bash (ls)", 5, "a tool's name has no spaces; write one tool a rule"],
  ["Read,Write", 5, "a tool's name has letters, digits, `_`, `-`, `.`, `:` and, for several tools, `*`"],
  ["R\u0435ad", 2, "a tool's name has letters, digits, `_`, `-`, `.`, `:` and, for several tools, `*`"],
  ["bash", 1, 'upper and lower case matter; write "Bash"'],
  ["READ(x)", 1, 'upper and lower case matter; write "Read"'],
  ["Read\n", 5, "control characters and characters that are not shown are not allowed"],
  ["Bash(ls\u0000)", 8, "control characters and characters that are not shown are not allowed"],
  ["Bash(ls\u200B)", 8, "control characters and characters that are not shown are not allowed"],
  ["Bash( ls)", 6, "a space stands behind the opening parenthesis"],
  ["Bash(ls )", 8, "a space stands in front of the closing parenthesis"],
  ["mcp__", 6, 'the server is missing; write "mcp__server__tool" or "mcp__*"'],
  ["mcp__a__b(x)", 10, 'tools of MCP servers take no parentheses; write "mcp__a__b"'],
  ["mcp__a(x)", 7, 'tools of MCP servers take no parentheses; write "mcp__a" for all tools of the server'],
  ["mcp__*(x)", 7, "names with `*` take no parentheses; write one rule a tool"],
  [
    "Bash(git * main)",
    10,
    '`*` stands for arguments and comes last, behind a space, as in "Bash(git diff *)"; write `\\*` for the character',
  ],
  [
    "Bash(git*)",
    9,
    '`*` stands for arguments and comes last, behind a space, as in "Bash(git diff *)"; write `\\*` for the character',
  ],
  [
    "Bash(:*)",
    6,
    'what stands before `*` must be the literal words of one command, and a command is missing; write "Bash(program word *)"',
  ],
  [
    "Bash(echo $x *)",
    11,
    'what stands before `*` must be the literal words of one command, and $ is not quoted; write "Bash(program word *)"',
  ],
  [
    "Bash(ls && cat *)",
    6,
    'what stands before `*` must be the literal words of one command, and it joins several commands; write "Bash(program word *)"',
  ],
  ["Edit(!src)", 6, "a pattern that begins with an exclamation mark negates"],
  ["Edit(../x)", 6, "a pattern cannot go up with `..`; write `//absolute/path`"],
  ["Edit(a/../b)", 8, "a pattern cannot go up with `..`; write `//absolute/path`"],
  ["Edit(~you/x)", 7, "`~` is followed by `/`: the home of others is not known"],
  ["Edit(a[b)", 7, "a bracket is opened and not closed"],
  ["Edit(a[z-a])", 8, "a range in brackets runs backwards"],
  ["Edit(a[[:alpha:]])", 8, "named sets such as `[:alpha:]` are no part of these patterns"],
  ["Edit(src/{a,b})", 10, "braces are no part of these patterns; write one rule for each"],
  ["Edit(/)", 7, "no file is named"],
  ["Edit(src/a\\\\)", 11, "a backslash stands before nothing"],
  // Characters beyond 16 bits count as two, as they do in JavaScript.
  ["Edit(\u{1F4C1}{a})", 8, "braces are no part of these patterns; write one rule for each"],
  ["Edit(a[[.x.]])", 8, "named sets such as `[:alpha:]` are no part of these patterns"],
  ["Edit(a\\)", 5, "a parenthesis is opened and not closed; write `\\(` for one that means itself"],
  [
    "WebFetch(https://example.com)",
    10,
    'a page is named by its host; write "WebFetch(domain:example.com)", without scheme and path',
  ],
  [
    "WebFetch(domain:a/b)",
    10,
    'a page is named by its host; write "WebFetch(domain:example.com)", without scheme and path',
  ],
  ["Agent(a*)", 8, 'one value is named, whole; write "Agent(name)"'],
  [
    "WebSearch(x)",
    10,
    '"WebSearch" takes no parentheses; they are for Bash, Monitor, Read, Grep, Glob, LS, Edit, Write, NotebookEdit, ' +
    'WebFetch, Agent and Skill; write "WebSearch"',
  ],
];

for (const [rule, at, message] of MALFORMED) {
  Deno.test(`parseRule(${JSON.stringify(rule)}) says what is wrong`, () => {
    const error = assertThrows(() => parseRule(rule), UsageError);
    assertInstanceOf(error, UsageError);
    assertEquals(error.message, `Correct the rule ${JSON.stringify(rule)} at character ${at}: ${message}`);
  });
}

Deno.test("parseRule refuses what is no text", () => {
  const error = assertThrows(() => parseRule(5 as unknown as string), UsageError);
  assertEquals((error as Error).message, 'Write a rule as a text such as "Read": number is none');
});

Deno.test("describeRule says what a rule speaks about", () => {
  const described = (rule: string) => describeRule(parseRule(rule));
  assertEquals(described("Read"), 'the tool "Read"');
  assertEquals(described("*"), "every tool");
  assertEquals(described("mcp__github"), 'every tool of the MCP server "github"');
  assertEquals(described("mcp__github__*"), 'every tool whose name fits "mcp__github__*"');
  assertEquals(described("Bash(make test)"), 'the command "make test" as a whole');
  assertEquals(described("Bash(git diff:*)"), 'the command "git diff" with any arguments');
  assertEquals(described("Edit(src/**)"), 'Edit of files that fit "src/**"');
  assertEquals(described("WebFetch(domain:*.Example.com)"), 'pages on the sub-domains of "example.com"');
  assertEquals(described("WebFetch(domain:example.com)"), 'pages on "example.com"');
  assertEquals(described("Task(Explore)"), 'Task of "Explore"');
});

Deno.test("parseRule takes backslashes as the settings of the CLI do", () => {
  const specifier = (rule: string) => parseRule(rule).specifier;
  assertEquals(specifier("Bash(python -c 'print(1)')"), {
    kind: "exactCommand",
    text: "python -c 'print(1)'",
    words: ["python", "-c", "print(1)"],
  });
  assertEquals(specifier("Bash(echo \\))"), { kind: "exactCommand", text: "echo )", words: undefined });
  assertEquals(specifier("Bash(echo a\\\\b)"), { kind: "exactCommand", text: "echo a\\b", words: ["echo", "ab"] });
  assertEquals(specifier("Bash(*)"), undefined);
});
