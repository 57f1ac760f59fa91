import { assertEquals, assertFalse } from "@std/assert";
import { visible, visibleLine } from "../../../lib/cli/show/visible.ts";

const CASES: [string, string, string][] = [
  ["plain text stays", "ls -la | grep ä 日本", "ls -la | grep ä 日本"],
  ["escape sequences are shown", "a\x1b[2K\x1b]0;t\x07b", "a␛[2K␛]0;t␇b"],
  ["carriage return, backspace, delete and NUL are shown", "a\rb\bc\x7fd\0", "a␍b␈c␡d␀"],
  ["C1 controls are shown", "\x9b31m\x85", "\\u{9b}31m\\u{85}"],
  ["bidirectional controls are shown", "a\u202eb\u2066c\u200f", "a\\u{202e}b\\u{2066}c\\u{200f}"],
  [
    "zero-width characters are shown",
    "r\u200bm\u200d\ufeff\u00ad\u2060",
    "r\\u{200b}m\\u{200d}\\u{feff}\\u{ad}\\u{2060}",
  ],
  ["line separators are shown", "a\u2028b\u2029", "a\\u{2028}b\\u{2029}"],
  [
    "tag characters and blank letters are shown",
    "\u{e0041}\u3164\u2800\u115f",
    "\\u{e0041}\\u{3164}\\u{2800}\\u{115f}",
  ],
  ["spaces of odd width are shown", "a\u2003b\u200ac", "a\\u{2003}b\\u{200a}c"],
  ["lone surrogates are shown", "x\ud83dy\udc00", "x\\u{d83d}y\\u{dc00}"],
  ["emoji stay whole", "👩‍💻 ❤️ 🇩🇪 1️⃣", "👩‍💻 ❤️ 🇩🇪 1️⃣"],
  ["a joiner outside an emoji is shown", "a‍b", "a\\u{200d}b"],
  ["tabs become spaces, line feeds stay", "a\tb\nc", "a    b\nc"],
];

for (const [criterion, given, expected] of CASES) {
  Deno.test(`visible() ${criterion}`, () => assertEquals(visible(given), expected));
}

Deno.test("visibleLine() shows line feeds", () => {
  assertEquals(visibleLine("a\nb\r\nc"), "a␊b␍␊c");
});

Deno.test("visible() lets no control character through, whatever it is given", () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join("");
  const allowed = visible(all).replaceAll("\n", "");
  assertFalse(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(allowed));
});
