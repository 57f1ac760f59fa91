import { deny } from "./defaults.ts";
import type { Reply } from "./pending.ts";
import { success } from "./replies.ts";

/** Why everything is refused while an agent ends. */
export const ENDING = "The script that drives this agent is ending, so nothing more may run";

/** The reply to a permission request that comes then. */
export function refusePermission(): Reply {
  return success(deny(ENDING));
}

/** The reply to a question that nobody answers any more. */
export function unanswered(label: string): Reply {
  return { subtype: "error", error: `${ENDING}: ${label} was not answered` };
}
