import { editDistance } from "../edit_distance.ts";

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
    const count = editDistance(name.toLowerCase(), each.toLowerCase());
    if (count < least) [least, nearest] = [count, each];
  }
  return nearest;
}
