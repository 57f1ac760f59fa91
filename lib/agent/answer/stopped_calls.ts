import type { HookCallbackRequest } from "../../protocol/control.ts";
import type { HookOutput, HookStop } from "../../protocol/hooks.ts";
import { RecentMap } from "./recent_map.ts";

/**
 * The calls with which a PreToolUse hook ended the turn.
 *
 * 2.1.197 forgets `continue: false` where the same answer denies the call, and goes on. So it is said
 * again when the calls of that answer of the model are done (PostToolBatch), which ends the turn on
 * every version; where it was heard the first time, that hook is not called.
 */
export class StoppedCalls {
  readonly #reasons = new RecentMap<string | undefined>(100);

  /** Notes what was answered before a call. */
  note(toolUseId: unknown, output: HookOutput): void {
    const { continue: goesOn, stopReason } = output as HookStop;
    if (goesOn !== false || typeof toolUseId !== "string") return;
    this.#reasons.set(toolUseId, stopReason);
  }

  /** The answer when a batch of calls is done: to stop, if one of them was stopped. */
  answer(input: HookCallbackRequest["input"]): HookOutput {
    const calls = Array.isArray(input.tool_calls) ? input.tool_calls : [];
    for (const call of calls) {
      const id = (call as { tool_use_id?: unknown } | null)?.tool_use_id;
      if (typeof id !== "string" || !this.#reasons.has(id)) continue;
      const stopReason = this.#reasons.get(id);
      this.#reasons.delete(id);
      return { continue: false, ...(stopReason === undefined ? {} : { stopReason }) };
    }
    return {};
  }
}
