import { editDistance } from "./edit_distance.ts";

/** Longer names than any that is known are compared by their beginning. */
const LONGEST = 64;

/**
 * The known name that is most like a given one, if one is alike enough to be what was meant: at most a third of the
 * letters is different (two in a short name). Case, dashes and low lines do not count.
 *
 * @param given The name as it was given.
 * @param known The names among which it is looked for.
 * @returns The nearest of them, the first where several are equally near; `undefined` where it is another word.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = simplified(given);
  let nearest: string | undefined;
  let least = Math.max(2, Math.floor(wanted.length / 3)) + 1;
  for (const name of known) {
    const distance = editDistance(wanted, simplified(name));
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}

function simplified(name: string): string {
  return name.slice(0, LONGEST).replaceAll(/[-_]/g, "").toLowerCase();
}
