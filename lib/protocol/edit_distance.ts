/**
 * How many letters are to be added, taken away or changed to make one text of the other.
 *
 * @param from The one text.
 * @param to The other.
 * @returns The least number of such changes.
 */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 0; i < from.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (from[i] === to[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[to.length]!;
}
