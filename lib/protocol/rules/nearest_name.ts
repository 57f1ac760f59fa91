/**
 * The name that is most like another one, if one is alike enough to be what was meant.
 *
 * @param name The name.
 * @param known The names among which it is looked for.
 * @returns The nearest of them, or `undefined` where more than a quarter of the letters is different.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let least = Math.max(2, Math.floor(name.length / 4)) + 1;
  let nearest: string | undefined;
  for (const each of known) {
    if (Math.abs(each.length - name.length) >= least) continue;
    const count = edits(name.toLowerCase(), each.toLowerCase());
    if (count < least) [least, nearest] = [count, each];
  }
  return nearest;
}

// How many letters are to be added, taken away or changed to make one text of the other.
function edits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, char] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (char === to[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length]!;
}
