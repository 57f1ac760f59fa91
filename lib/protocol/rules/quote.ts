/** A text that the agent chose, short, in quotes, with control characters made visible. */
export function quote(text: string): string {
  // 120 characters are at most 240 UTF-16 units: what lies behind is not looked at.
  const characters = [...text.slice(0, 242)];
  const cut = characters.length > 120 ? `${characters.slice(0, 120).join("")}…` : text;
  return JSON.stringify(cut).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu,
    (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`,
  );
}
