import type { HookRegistration } from "../protocol/control.ts";
import type { HookEventName } from "../protocol/hooks.ts";
import { BLOCKING_EVENTS } from "./answer/defaults.ts";
import { hookLimit } from "./answer/hook_limit.ts";
import type { Gate, HookPlan } from "./opening.ts";

/**
 * A hook that no responder asked for: `keep_settings` stands beside every gate and lets no changed configuration be
 * taken up; `stop_again` ends the turn once more after a call that a PreToolUse answer ended it with.
 */
export type OwnHook = "keep_settings" | "stop_again";

/** What a callback id stands for. */
export interface HookEntry {
  /** The lifecycle event. */
  readonly event: HookEventName;
  /** The registrations behind it: all of the agent's for PreToolUse, one otherwise; none for a hook of our own. */
  readonly plans: readonly HookPlan[];
  /** Which hook of our own it is, if it is one. */
  readonly own?: OwnHook;
}

/** The hooks of one agent, as they are told to the CLI and as they are found again. */
export interface HookTable {
  /** The `hooks` field of `initialize`; `undefined` where there are none. */
  readonly field: Record<string, HookRegistration[]> | undefined;
  /** What each callback id stands for. */
  readonly entries: ReadonlyMap<string, HookEntry>;
}

/**
 * Builds the registration of an agent's hooks.
 *
 * All PreToolUse responders and gates share one registration without matcher, because the CLI sends
 * several at once with the same input, and one that rewrites would walk past the others. A single
 * responder with no gate beside it keeps its matcher.
 *
 * @param registered The gates and hooks, in pipe order.
 * @param hookMs How long a hook may take, in milliseconds; the CLI is told a little more.
 */
export function hookTable(
  registered: { gates: readonly Gate[]; hooks: readonly HookPlan[] },
  hookMs: number,
): HookTable {
  const entries = new Map<string, HookEntry>();
  const field: Record<string, HookRegistration[]> = {};
  const add = (entry: HookEntry, matcher?: string) => {
    const id = `turnstream-hook-${entries.size + 1}`;
    entries.set(id, entry);
    // Ours is the shorter one, so that it is we who say what a late answer means.
    const timeout = Math.min(Math.ceil(hookLimit(entry.plans, hookMs) / 1_000) + 5, 2_000_000);
    (field[entry.event] ??= []).push({
      ...(matcher === undefined ? {} : { matcher }),
      hookCallbackIds: [id],
      timeout,
      ...(BLOCKING_EVENTS.includes(entry.event) ? { onFailure: "block" } : {}),
    });
  };
  const shared = registered.hooks.filter((plan) => plan.event === "PreToolUse");
  if (shared.length > 0 || registered.gates.length > 0) {
    const [only] = shared;
    const alone = registered.gates.length === 0 && shared.length === 1 && only?.matcher !== undefined;
    add({ event: "PreToolUse", plans: shared }, alone ? only.matcher : undefined);
  }
  for (const plan of registered.hooks) {
    if (plan.event === "PreToolUse") continue;
    add({ event: plan.event, plans: [plan] }, plan.matcher);
  }
  // Settings that the agent itself writes are taken up at once, with their command hooks, for which no gate holds.
  if (registered.gates.length > 0) add({ event: "ConfigChange", plans: [], own: "keep_settings" });
  // A hook may end the turn before a call; some versions have to be told again after it.
  if (shared.length > 0) add({ event: "PostToolBatch", plans: [], own: "stop_again" });
  return { field: entries.size === 0 ? undefined : field, entries };
}
