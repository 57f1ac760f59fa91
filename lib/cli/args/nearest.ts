import { editDistance } from "../../protocol/edit_distance.ts";

/** The known name that is most like the given one, where one is like it at all. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((name) => ({ name, distance: name.startsWith(given) && given.length > 2 ? 0 : editDistance(given, name) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, given.length / 3) ? best.name : undefined;
}
