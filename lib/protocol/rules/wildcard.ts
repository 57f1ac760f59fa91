/**
 * Whether literal pieces, with anything between one and the next, make up the whole of a text.
 *
 * @param pieces The pieces around the gaps: `"a*b"` is `["a", "b"]`. One piece alone must be the text.
 * @param text The text.
 * @returns Whether they fit. Takes time in proportion to the text for each piece, whatever the text is.
 */
export function fitsPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? "";
  if (pieces.length < 2) return first === text;
  const last = pieces[pieces.length - 1]!;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
