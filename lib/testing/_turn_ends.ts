import type { Turn } from "./_actor.ts";
import type { EndOptions } from "./scenario_options.ts";
import type { Machine } from "./_machine.ts";
import { resultSurroundings } from "./_result_surroundings.ts";
import { echoDue } from "./_echo.ts";
import { breakOff, closeAnswer, tell } from "./_speech.ts";
import { tellLifecycle } from "./_receive.ts";

const REJECTED = "The user does not want to go on with this tool use. The tool use was rejected.";

/** How a turn ends. */
export interface TurnEnding extends EndOptions {
  /** Why the model stopped. @default "end_turn" */
  stopReason?: string | null;
  /** Whether its prompts count as cancelled. @default false */
  cancelled?: boolean;
}

/** Emits the one result of a turn; then the next turn may start, or the process goes. */
export function finishTurn(machine: Machine, turn: Turn, end: TurnEnding): void {
  if (turn.isOver || machine.isGone) return;
  closeAnswer(machine, turn, end.stopReason ?? "end_turn");
  echoDue(machine, turn);
  turn.finish();
  machine.wire.cancel({ owner: turn });
  const subtype = end.subtype ?? "success";
  const isError = end.isError ?? subtype !== "success";
  const calls = turn.modelCalls;
  const usage = end.usage ?? {
    input_tokens: 12 * calls,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 20 * calls,
  };
  const text = isError && subtype !== "success" ? {} : { result: end.result ?? turn.lastText };
  const uuids = machine.isNew && turn.uuids.length > 0
    ? { user_message_uuid: turn.uuids.at(-1 - turn.folded.length), user_message_uuids: turn.uuids }
    : {};
  machine.lastIsError = isError;
  tellLifecycle(machine, turn.folded, end.cancelled === true ? "cancelled" : "completed");
  machine.emit({
    ...resultSurroundings(machine, turn, subtype === "success"),
    duration_api_ms: 20 * calls,
    stop_reason: end.stopReason === undefined
      ? subtype === "error_max_turns" ? "tool_use" : "end_turn"
      : end.stopReason,
    ...machine.ledger.book({ model: machine.model, costUsd: end.costUsd ?? 0, usage }, machine.isNew),
    permission_denials: turn.denials,
    ...(end.terminalReason === "" ? {} : { terminal_reason: end.terminalReason ?? "completed" }),
    ...(turn.origin === undefined ? {} : { origin: turn.origin }),
    is_error: isError,
    num_turns: 1 + turn.told,
    subtype,
    ...text,
    ...(end.errors === undefined ? {} : { errors: end.errors }),
    ...(end.structuredOutput === undefined ? {} : { structured_output: end.structuredOutput }),
    type: "result",
    duration_ms: 40 * Math.max(calls, 1),
    ...(machine.isNew ? { queued_turn_count: machine.queue.countTurns(), ...uuids } : {}),
    ...end.fields,
  });
  const first = turn.uuids.filter((uuid) => !turn.folded.includes(uuid));
  tellLifecycle(machine, first, end.cancelled === true ? "cancelled" : "completed");
  machine.turn = undefined;
  machine.desk.next();
}

/** Ends what runs, in the foreground and behind, because the script asked for it. */
export function interruptTurn(machine: Machine, answer: () => void): void {
  const { turn } = machine;
  if (turn !== undefined) machine.wire.cancel({ owner: turn });
  const tasks = [...machine.tasks.values()];
  for (const task of tasks) machine.wire.cancel({ owner: task });
  answer();
  if (turn !== undefined) machine.emitState("running");
  for (const task of tasks) task.kill();
  if (turn === undefined) return;
  if (turn.stopping) finishTurn(machine, turn, {});
  else abortTurn(machine, turn);
}

/** Ends the running turn as an interrupt does: open tools are rejected, the result is an error. */
export function abortTurn(machine: Machine, turn: Turn): void {
  const finishPieces = breakOff(machine, turn);
  const inTool = rejectTools(machine, turn);
  tell(machine, turn, [{
    type: "text",
    text: inTool ? "[Request interrupted by user for tool use]" : "[Request interrupted by user]",
  }]);
  finishPieces();
  finishTurn(machine, turn, {
    subtype: "error_during_execution",
    cancelled: true,
    terminalReason: inTool ? "aborted_tools" : "aborted_streaming",
    errors: ["[ede_diagnostic] the turn was interrupted"],
    stopReason: inTool ? "tool_use" : null,
  });
}

/** A prompt that cannot wait ends the turn: no error, and an empty result. */
export function preemptTurn(machine: Machine, turn: Turn): void {
  machine.wire.cancel({ owner: turn });
  killForeground(machine);
  const inTool = rejectTools(machine, turn);
  finishTurn(machine, turn, { result: "", terminalReason: inTool ? "aborted_tools" : "aborted_streaming" });
}

/** SIGINT: the running turn gets its result, and everything else is left behind. */
export function stopAtSignal(machine: Machine): void {
  const { turn } = machine;
  if (turn === undefined) return;
  machine.wire.cancel({ owner: turn });
  abortTurn(machine, turn);
}

/** Ends the subagents that the running turn waits for. */
export function killForeground(machine: Machine): void {
  for (const task of [...machine.tasks.values()]) if (!task.isBackground) task.kill();
}

function rejectTools(machine: Machine, turn: Turn): boolean {
  const open = [...turn.openTools];
  for (const [id, tool] of open) {
    if (tool.asking) turn.denials.push({ tool_name: tool.name, tool_use_id: id, tool_input: tool.input });
    const block = { type: "tool_result" as const, content: REJECTED, is_error: true, tool_use_id: id };
    const meta = machine.isNew ? { tool_result_meta: [{ id, non_execution_kind: "user-rejected" }] } : {};
    tell(machine, turn, [block], { tool_use_result: "User rejected tool use", ...meta });
  }
  turn.openTools.clear();
  return open.length > 0;
}
