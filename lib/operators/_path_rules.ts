/**
 * A rule about one file, or about everything in a folder.
 *
 * @param tool The rule's name: `Edit` or `Read`.
 * @param names The names on the way there, from the root or from the launch directory.
 * @param place Whether they start at the root, and whether the rule speaks of what is inside.
 * @returns The rule; every character of a name means itself.
 */
export function pathRule(
  tool: "Edit" | "Read",
  names: readonly string[],
  place: { absolute: boolean; inside: boolean },
): string {
  const path = [...names.map(literalName), ...place.inside ? ["**"] : []].join("/");
  return `${tool}(${place.absolute ? "//" : "/"}${path})`;
}

/** The names on the way to a path; `.` and doubled slashes are none. */
export function namesOf(path: string): string[] {
  return path.split("/").filter((name) => name !== "" && name !== ".");
}

// As a pattern that fits this name alone, and then as it stands between the parentheses of a rule.
function literalName(name: string): string {
  return name.replace(/[\\*?[\]{}]/g, "\\$&").replace(/[()\\]/g, "\\$&");
}
