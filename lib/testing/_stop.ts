import type { Turn } from "./_actor.ts";
import { assistantText } from "./frames/assistant.ts";
import { callHooks } from "./_hooks.ts";
import { closeAnswer, tell } from "./_speech.ts";
import type { Ended, EndOptions, FailOptions } from "./scenario_options.ts";
import { finishTurn } from "./_turn_ends.ts";
import type { Machine } from "./_machine.ts";

const BLOCKS = 8;

/** Ends a turn, unless a Stop hook sends the agent back to work. */
export async function endTurn(machine: Machine, turn: Turn, options: EndOptions): Promise<Ended> {
  closeAnswer(machine, turn);
  const subtype = options.subtype ?? "success";
  if (subtype !== "success" || options.isError === true) {
    finishTurn(
      machine,
      turn,
      subtype.startsWith("error_max_turns") ? { terminalReason: "max_turns", ...options } : options,
    );
    return { continued: false };
  }
  turn.stopping = true;
  const replies = await callHooks(machine, turn, {
    event: "Stop",
    input: {
      stop_hook_active: turn.stopBlocks > 0,
      last_assistant_message: turn.lastText,
      background_tasks: [],
      session_crons: [],
    },
  });
  turn.stopping = false;
  if (turn.isOver || machine.isGone) return { continued: false };
  for (const { output } of replies) {
    if (output?.continue === false) {
      finishTurn(machine, turn, { ...options, terminalReason: "stop_hook_prevented" });
      return { continued: false };
    }
  }
  const block = replies.find(({ output }) => output?.decision === "block");
  // A note sends the agent back as well, and no frame tells of it.
  if (block === undefined && !replies.some(({ output }) => hasNote(output))) {
    finishTurn(machine, turn, options);
    return { continued: false };
  }
  const cap = Number(machine.launch.env.CLAUDE_CODE_STOP_HOOK_BLOCK_CAP ?? BLOCKS);
  if (++turn.stopBlocks > cap) {
    // A note that comes too late is dropped; a block takes the result's text with it.
    finishTurn(machine, turn, block === undefined ? options : { ...options, result: "" });
    return { continued: false };
  }
  if (block === undefined) return { continued: true };
  const reason = String(block.output?.reason ?? "");
  tell(machine, turn, [{ type: "text", text: `Stop hook feedback:\n${reason}` }], { isSynthetic: true });
  if (machine.isNew) {
    const text = "stop hook problem";
    machine.emit({ type: "system", subtype: "notification", key: "stop-hook-error", text, priority: "immediate" });
  }
  return { continued: true, reason };
}

function hasNote(output: Record<string, unknown> | undefined): boolean {
  const own = output?.hookSpecificOutput as Record<string, unknown> | undefined;
  return typeof own?.additionalContext === "string" && own.additionalContext !== "";
}

/** Ends a turn as a failed request to the model does. */
export async function failTurn(machine: Machine, turn: Turn, options: FailOptions & { text: string }): Promise<void> {
  const { text, status, error = "server_error", costUsd = 0 } = options;
  closeAnswer(machine, turn);
  turn.lastText = text;
  machine.emit({ ...assistantText(text, { model: "<synthetic>", messageId: machine.ids.uuid("frame") }), error });
  const input = { error, last_assistant_message: text };
  await callHooks(machine, turn, { event: "StopFailure", input });
  finishTurn(machine, turn, {
    costUsd,
    isError: true,
    result: text,
    terminalReason: machine.isNew ? "api_error" : "completed",
    stopReason: "stop_sequence",
    fields: { api_error_status: status ?? null },
  });
}
