import { absoluteForms, isPlainPath, placesOf } from "./paths.ts";
import type { ResolvedPath, RuleCall } from "./rule.ts";
import { toolFacts } from "./tools.ts";

/**
 * Which path of a call counts as it is written, because the script may not follow its symbolic links; for the record.
 *
 * @example A script without the permission to read
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { unreadLinks } from "@turnstream/turnstream/protocol";
 *
 * const call = { toolName: "Edit", input: { file_path: "/srv/project/a.ts" }, cwd: "/srv/project" };
 * assertEquals(unreadLinks(call), 'symbolic links in "/srv/project/a.ts" were not followed: nothing here can read them');
 * ```
 * @param call The call.
 * @returns What was not followed and why; `undefined` where all links were, or where the call names no file.
 */
export function unreadLinks(call: RuleCall): string | undefined {
  const facts = toolFacts(call.toolName);
  const given = facts?.paths?.map((key) => call.input[key]) ?? [];
  const places = placesOf(call);
  const paths = given.length > 0 && given.every((path) => path === undefined) && facts?.searches ? [places.cwd] : given;
  for (const path of paths) {
    if (!isPlainPath(path)) continue;
    const what = `symbolic links in ${JSON.stringify(path)} were not followed`;
    if (call.resolvePath === undefined) return `${what}: nothing here can read them`;
    const form = absoluteForms(path, places)?.[0];
    if (form === undefined) return `${what}: it is not known where it starts`;
    const resolved = call.resolvePath(form);
    if ("path" in resolved && resolved.unread !== undefined) return `${what}: ${resolved.unread}`;
  }
  return undefined;
}

/**
 * The same call, which follows each path once, however many rules ask. For one judgement alone: what a path leads to can
 * change from one to the next.
 */
export function followOnce(call: RuleCall): RuleCall {
  const facts = toolFacts(call.toolName);
  // What names no file leads nowhere.
  if (call.resolvePath === undefined || (facts !== undefined && facts.paths === undefined)) return call;
  const known = new Map<string, ResolvedPath>();
  const resolvePath = (path: string): ResolvedPath => {
    const resolved = known.get(path) ?? call.resolvePath!(path);
    known.set(path, resolved);
    return resolved;
  };
  const { toolName, input, cwd, home } = call;
  return { toolName, input, cwd, ...(home === undefined ? {} : { home }), resolvePath };
}
