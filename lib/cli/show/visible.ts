/** Emoji are kept whole; of everything else, what cannot be seen or steers the terminal is named. */
const EMOJI_OR_HIDDEN = new RegExp(
  "\\p{RGI_Emoji}|[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u{2800}" +
    "[\\p{Zs}--[\\u{20}\\u{a0}\\u{202f}\\u{3000}]]]",
  "gv",
);

const TAB = "    ";

/**
 * Text of an agent, made safe for a terminal: control characters, escape sequences, bidirectional
 * controls, lone surrogates and invisible characters are replaced by something that can be seen.
 *
 * A control character becomes its picture (ESC is `␛`), anything else its number (`\u{202e}`). Tabs
 * become spaces. Line feeds stay: whoever wants one line asks {@linkcode visibleLine}.
 */
export function visible(text: string): string {
  return text.replace(EMOJI_OR_HIDDEN, reveal);
}

/** As {@linkcode visible}, on one line: a line feed becomes `␊`. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "␊");
}

function reveal(found: string): string {
  const code = found.codePointAt(0)!;
  if (found === "\n") return found;
  if (found === "\t") return TAB;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return isHidden(found) ? `\\u{${code.toString(16)}}` : found;
}

function isHidden(found: string): boolean {
  return !/^\p{RGI_Emoji}$/v.test(found);
}
