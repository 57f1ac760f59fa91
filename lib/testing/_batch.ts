import { type Actor, Turn } from "./_actor.ts";
import { callHooks } from "./_hooks.ts";
import type { Machine } from "./_machine.ts";
import { finishTurn } from "./_turn_ends.ts";

/** The calls of one answer, which the model reads the results of together. */
export class Batch {
  #open = 0;
  #calls: Record<string, unknown>[] = [];

  /** A call begins. */
  begin(): void {
    this.#open++;
  }

  /** A call has a result. */
  note(call: Record<string, unknown>): void {
    this.#calls.push(call);
  }

  /** A call is over; gives all calls where it was the last of them. */
  end(): Record<string, unknown>[] {
    return --this.#open > 0 ? [] : this.#calls.splice(0);
  }
}

/** A call is over: after the last of an answer the hooks hear of all of them, and may end the turn. */
export async function endCall(machine: Machine, actor: Actor): Promise<void> {
  const tool_calls = actor.batch.end();
  if (tool_calls.length === 0 || actor.isOver || machine.isGone) return;
  const replies = await callHooks(machine, actor, { event: "PostToolBatch", input: { tool_calls } });
  if (!(actor instanceof Turn) || !replies.some(({ output }) => output?.continue === false)) return;
  finishTurn(machine, actor, { result: "", terminalReason: "hook_stopped", stopReason: "tool_use" });
}
