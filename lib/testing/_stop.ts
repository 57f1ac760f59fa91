import type { Turn } from "./_actor.ts";
import { assistantText } from "./frames/assistant.ts";
import { echoDue } from "./_echo.ts";
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
    if (block !== undefined) overrideBlock(machine, turn, String(block.output?.reason ?? ""));
    finishTurn(machine, turn, block === undefined ? options : { ...options, result: "" });
    return { continued: false };
  }
  if (block === undefined) return { continued: true };
  const reason = String(block.output?.reason ?? "");
  tellFeedback(machine, turn, reason);
  const text = machine.isNew ? "stop hook problem · ctrl+o to see" : "Stop hook error occurred · ctrl+o to see";
  machine.emit({ type: "system", subtype: "notification", key: "stop-hook-error", text, priority: "immediate" });
  return { continued: true, reason };
}

function tellFeedback(machine: Machine, turn: Turn, reason: string): void {
  tell(machine, turn, [{ type: "text", text: `Stop hook feedback:\n${reason}` }], { isSynthetic: true });
}

/** One block too many: the model reads of it, and the newer CLI says that it goes over it. */
function overrideBlock(machine: Machine, turn: Turn, reason: string): void {
  tellFeedback(machine, turn, reason);
  if (!machine.isNew) return;
  const text = `A hook blocked the turn from ending ${turn.stopBlocks} times in a row: the turn ends all the same.`;
  const note = { type: "system", subtype: "notification", key: "stop-hook-block-cap", priority: "high" };
  machine.emit({ type: "system", subtype: "informational", content: text, level: "warning" });
  machine.emit({ ...note, color: "warning", text });
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
  const kind = status === undefined ? undefined : KINDS[status] ?? "api_error";
  echoDue(machine, turn);
  machine.emit({ ...failedAnswer(machine, turn, text), error, ...apiError(machine, status, kind) });
  const input = { error, last_assistant_message: text };
  await callHooks(machine, turn, { event: "StopFailure", input });
  finishTurn(machine, turn, {
    costUsd,
    isError: true,
    result: text,
    terminalReason: machine.isNew ? "api_error" : "completed",
    stopReason: "stop_sequence",
    cancelled: true,
    fields: {
      api_error_status: status ?? null,
      ...(machine.isNew && kind !== undefined ? { api_error_type: kind } : {}),
    },
  });
}

/** What the model's service calls its failures. */
const KINDS: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  529: "overloaded_error",
};

/** The frame that stands in for an answer. */
function failedAnswer(machine: Machine, turn: Turn, text: string): Record<string, unknown> {
  const frame = assistantText(text, { model: "<synthetic>", messageId: machine.ids.uuid("frame") });
  const prompts = machine.isNew ? turn.unheard() : [];
  return {
    ...frame,
    message: {
      ...frame.message,
      container: null,
      context_management: null,
      stop_details: null,
      stop_reason: "stop_sequence",
      stop_sequence: "",
      ...(machine.isNew ? { diagnostics: null } : {}),
    },
    ...(machine.isNew ? { timestamp: machine.timestamp } : {}),
    ...(prompts.length > 0 ? { user_message_uuid: prompts.at(-1), user_message_uuids: prompts } : {}),
  };
}

function apiError(...[machine, status, kind]: [Machine, number | undefined, string | undefined]): object {
  if (!machine.isNew) return {};
  const known = kind === undefined ? {} : { api_error_status: status, api_error_type: kind };
  return { is_api_error_message: true, ...known };
}
