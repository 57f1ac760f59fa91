import { assert, assertEquals } from "@std/assert";
import { plainText } from "../../../lib/protocol/rules/plain_text.ts";
import { scanShell } from "../../../lib/protocol/rules/scan.ts";
import { readShell } from "../../../lib/protocol/rules/shell.ts";
import { generateCommand, pick, random } from "./_generate.ts";

const TOKENS = ("git log -n 10 --oneline a.ts src/a x@y:z a,b %s +x @ - -- . ./x 2 9a && && || | & ; a&b |& &&& a; " +
  "if then fi done case esac function time for in select always noglob [[ ! { a=b ~ # ^ * $x 'a' >o").split(" ");

Deno.test("plainText() gives what both readers find letter by letter, or nothing", () => {
  const next = random(20260901);
  const said = { plain: 0, other: 0 };
  for (let round = 0; round < 6_000; round++) {
    const most = next() < 0.6 ? 20 : TOKENS.length;
    const tokens = Array.from({ length: 1 + Math.floor(next() * 7) }, () => pick(next, TOKENS.slice(0, most)));
    const text = next() < 0.2 ? generateCommand(next) : tokens.join(next() < 0.9 ? " " : "  ");
    // A blank in front makes no difference to the shell, and is not plain.
    const letters = ` ${text}`;
    assertEquals(plainText(letters), undefined);
    const plain = plainText(text);
    if (plain === undefined) said.other++;
    else {
      said.plain++;
      assertEquals(readShell(letters), { proved: true, ...plain }, text);
    }
    const { proved } = readShell(text);
    assertEquals(proved, readShell(letters).proved, text);
    assertEquals(scanShell(text), scanShell(letters), text);
  }
  assert(said.plain > 500 && said.other > 1_000, JSON.stringify(said));
});

Deno.test("plainText() takes no text that begins, ends or goes on with a join, and none with a word of the shell's own", () => {
  const none = [
    "",
    " ",
    "&& a",
    "a &&",
    "a && || b",
    "a  b",
    "a ",
    "a\n",
    "a\nb",
    "a\tb",
    "time a",
    "a | while",
    "%1",
    "a & b",
  ];
  for (const text of none) assertEquals(plainText(text), undefined, text);
  assertEquals(plainText("a -b && c || d | e"), {
    commands: [["a", "-b"], ["c"], ["d"], ["e"]],
    joins: ["&&", "||", "|"],
  });
});

Deno.test("readShell() reads a text of five million words, which an expression for all of it has no memory for", () => {
  const text = `ls${" a".repeat(5_000_000)}`;
  assertEquals(plainText(text), undefined);
  const reading = readShell(text);
  assert(reading.proved);
  assertEquals(reading.commands[0]?.length, 5_000_001);
});
