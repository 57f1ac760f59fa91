import { assertEquals } from "@std/assert";
import { difference } from "../../../lib/cli/show/difference.ts";

function shown(before: string, after: string): string {
  return difference([...before], [...after]).map(({ mark, lines }) => mark + lines.join("")).join(" ");
}

Deno.test("difference() keeps as much as it can", () => {
  assertEquals(shown("abcd", "abcd"), " abcd");
  assertEquals(shown("abcd", "aXcY"), " a -b +X  c -d +Y");
  assertEquals(shown("abc", ""), "-abc");
  assertEquals(shown("", "abc"), "+abc");
  assertEquals(shown("xabcy", "xbcaz"), " x -a  bc -y +az");
  assertEquals(shown("aa", "aaa"), " aa +a");
});

Deno.test("difference() both sides can be made of it again, whatever they are", () => {
  let seed = 7;
  const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
  for (let round = 0; round < 300; round++) {
    const make = () => Array.from({ length: Math.floor(random() * 12) }, () => "abc"[Math.floor(random() * 3)]!);
    const before = make();
    const after = make();
    const hunks = difference(before, after);
    const side = (other: string) => hunks.flatMap(({ mark, lines }) => mark === other ? [] : lines);
    assertEquals([side("+"), side("-")], [before, after]);
  }
});

Deno.test("difference() of very many lines is one change between what stays", () => {
  const lines = (prefix: string) => Array.from({ length: 2000 }, (_, index) => `${prefix}${index}`);
  const hunks = difference(["head", ...lines("a"), "tail"], ["head", ...lines("b"), "tail"]);
  assertEquals(hunks.map(({ mark, lines }) => [mark, lines.length]), [[" ", 1], ["-", 2000], ["+", 2000], [" ", 1]]);
});
