import type { PermissionUpdate } from "./permission_update.ts";
import { knownUpdates } from "./known_updates.ts";

/**
 * Keeps of the CLI's suggestions what may be passed on without a lasting effect: rules and directories for the session
 * alone.
 *
 * What the CLI suggests beside a request is what its own dialogue would offer: some of it writes to settings files of
 * the project or the user, some switches the mode to one in which nothing is asked any more. Neither is kept, and
 * nothing is changed: a suggestion for a settings file is dropped, not moved to the session.
 *
 * @example What ends with the session
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { sessionUpdates } from "@turnstream/turnstream/protocol";
 *
 * const rule = { toolName: "Read", ruleContent: "//srv/data/**" };
 * const session = { type: "addRules", rules: [rule], behavior: "allow", destination: "session" } as const;
 * assertEquals(
 *   sessionUpdates([
 *     session,
 *     { ...session, destination: "localSettings" },
 *     { type: "setMode", mode: "acceptEdits", destination: "session" },
 *   ]),
 *   [session],
 * );
 * ```
 *
 * @param suggestions What the CLI suggests: `request.suggestions`.
 * @returns Those that add rules or directories to the session.
 */
export function sessionUpdates(suggestions: readonly PermissionUpdate[]): PermissionUpdate[] {
  return knownUpdates(suggestions).filter(({ type, destination }) =>
    destination === "session" && (type === "addRules" || type === "addDirectories")
  );
}
