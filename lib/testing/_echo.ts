import { type Actor, Turn } from "./_actor.ts";
import type { Machine } from "./_machine.ts";
import type { QueuedPrompt } from "./_queue.ts";

/** Notes a prompt that a turn has taken, and echoes it where the script wants to hear it. */
export function echo(machine: Machine, prompt: QueuedPrompt): void {
  if (prompt.uuid !== undefined) machine.ledger.prompts.add(prompt.uuid);
  if (!machine.flags.replay) return;
  const { content, uuid = machine.ids.uuid("frame") } = prompt;
  machine.wire.emit({
    type: "user",
    message: { role: "user", content },
    session_id: machine.sessionId,
    parent_tool_use_id: null,
    uuid,
    timestamp: machine.timestamp,
    isReplay: true,
  });
}

/** Echoes what a turn has taken and not echoed: it does so when the model begins to answer, or the turn ends. */
export function echoDue(machine: Machine, actor: Actor): void {
  if (!(actor instanceof Turn)) return;
  for (const prompt of actor.unechoed.splice(0)) echo(machine, prompt);
}
