import { assertEquals } from "@std/assert";
import { literalReading, wholeReading } from "../../../lib/protocol/rules/last_readings.ts";
import { readShell } from "../../../lib/protocol/rules/shell.ts";
import { scanShell } from "../../../lib/protocol/rules/scan.ts";
import { readEverything } from "../../../lib/protocol/rules/unwrap.ts";
import { generateCommand, pick, random } from "./_generate.ts";

// Plain words, which are taken in one go; in each spelling they mean the same.
const WORDS = "git log a -n 10 --oneline --a=b src/a.ts x@y:z a,b ..  v1.2 %s + ls a_b A-1 -".split(/\s+/);
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `${word}''`,
];

Deno.test("a plain word is the same to both readers as the word in quotes", () => {
  const next = random(7);
  for (let round = 0; round < 2_000; round++) {
    const commands = Array.from(
      { length: 1 + Math.floor(next() * 3) },
      () => ["git", ...Array.from({ length: Math.floor(next() * 5) }, () => pick(next, WORDS))],
    );
    const text = commands.map((words) => words.map((word) => pick(next, SPELLINGS)(word)).join(pick(next, [" ", "  "])))
      .join(pick(next, ["&&", " && ", ";", "; ", "|", " || "]));
    const literal = readShell(text);
    assertEquals(literal.proved && literal.commands, commands, text);
    const found = scanShell(text);
    assertEquals(found.unreadable, [], text);
    assertEquals(found.commands.map(({ words }) => words.map(({ pieces }) => pieces)), pieces(commands), text);
    // As it stands in the text, for the reason that quotes it.
    const sources = found.commands.flatMap(({ words }) => words.map(({ source }) => source));
    assertEquals(sources.every((source) => text.includes(source)), true, text);
  }
});

function pieces(commands: readonly (readonly string[])[]): string[][][] {
  return commands.map((words) => words.map((word) => [word]));
}

Deno.test("a word that ends in a parenthesis, a redirection or an expansion is no plain one", () => {
  const words = (text: string) => scanShell(text).commands.map(({ words }) => words.map(({ source }) => source));
  assertEquals(words("ls a>b c"), [["ls", "a", "c"]]);
  assertEquals(words("(ls a)"), [["ls", "a"]]);
  assertEquals(words("ls a$x b"), [["ls", "a$x", "b"]]);
  assertEquals(words("ls a{b,c}"), [["ls", "a{b,c}"]]);
  assertEquals(words("a=1 git push"), [["git", "push"]]);
  assertEquals(words("f() { git push; }"), [["git", "push"]]);
});

Deno.test("what was read of the last texts is what reading them again gives", () => {
  const next = random(11);
  const texts = Array.from({ length: 12 }, () => generateCommand(next));
  texts.push(`ls ${"a ".repeat(6_000)}`, "");
  for (let round = 0; round < 500; round++) {
    const text = pick(next, texts);
    assertEquals(literalReading(text), readShell(text));
    const { commands, unreadable } = readEverything(text);
    assertEquals([wholeReading(text).commands, wholeReading(text).unreadable], [commands, unreadable]);
  }
});
