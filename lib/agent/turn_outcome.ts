import type { Message, ResultMessage } from "../protocol/messages.ts";
import type { Turn, TurnOutcome } from "./turn.ts";

/** What the host itself did in a turn that shows only dimly in its result. */
export interface TurnMarks {
  /** A permission was denied with `interrupt`. */
  deniedAndStopped: boolean;
  /** A limit of ours ended the turn, such as too many Stop blocks in a row. */
  limit: boolean;
  /** Why a limit of the script's had the turn interrupted; `undefined` if none had. */
  cut: string | undefined;
  /** An interrupt of ours was sent. */
  interrupted: boolean;
}

/**
 * Tells how a turn ended. `subtype: "success"` alone means nothing: failed requests to the model
 * come as success with `is_error`, and a blocked prompt as success without a model call.
 *
 * @param result The frame that closed the turn.
 * @param marks What the host did in the turn.
 * @returns The outcome.
 */
export function turnOutcome(result: ResultMessage, marks: TurnMarks): TurnOutcome {
  if (result.subtype === "error_max_turns" || result.subtype === "error_max_budget_usd") return "limit";
  if (isInterrupted(result, marks)) {
    return marks.limit || marks.cut !== undefined ? "limit" : marks.deniedAndStopped ? "denied" : "interrupted";
  }
  if (result.is_error || result.subtype !== "success") return "error";
  if (isBlocked(result)) return "blocked";
  if (marks.limit) return "limit";
  if (STOPPED.has(result.terminal_reason ?? "")) return "stopped";
  return "success";
}

const STOPPED = new Set(["hook_stopped", "stop_hook_prevented", "tool_deferred"]);

function isInterrupted(result: ResultMessage, marks: TurnMarks): boolean {
  const reason = result.terminal_reason;
  if (reason === "aborted_streaming" || reason === "aborted_tools") return true;
  if (result.subtype !== "error_during_execution") return false;
  // The older CLI gives no reason for a turn that is interrupted before it began, or while a hook of ours pends.
  return marks.interrupted || (Array.isArray(result.errors) && result.errors.map(String).some(isNoteToItself));
}

// Both CLI versions give these texts, no model call and no terminal reason for a prompt that a
// UserPromptSubmit hook held back; slash commands have neither a model call nor a reason, too.
function isBlocked(result: ResultMessage): boolean {
  return result.num_turns === 0 && result.terminal_reason === undefined &&
    /^(UserPromptSubmit operation blocked by hook|Operation stopped by hook)/.test(String(result.result));
}

/** The kind of an error, as the message that stands in for an answer has it, or the result. */
export function errorKindOf(messages: readonly Message[], result: ResultMessage): string {
  const standIn = messages.findLast((message) => message.type === "assistant" && typeof message.error === "string");
  return standIn?.type === "assistant" && standIn.error !== undefined ? standIn.error : String(result.subtype);
}

/** Whether an outcome counts as a failure. */
export function isFailure(outcome: TurnOutcome): boolean {
  return outcome === "error" || outcome === "limit" || outcome === "denied" || outcome === "blocked";
}

const TOO_MANY_BLOCKS = "a Stop hook sent the agent back to work more often in a row than stopBlocks allows";

/** Why a limit of the script ended a turn; `undefined` if none did. */
export function limitReason(outcome: TurnOutcome, marks: TurnMarks): string | undefined {
  if (outcome !== "limit") return undefined;
  return marks.cut ?? (marks.limit ? TOO_MANY_BLOCKS : undefined);
}

/** The errors that a result tells, as texts, without the CLI's notes to itself. */
export function errorsOf(result: ResultMessage | undefined): string[] {
  const errors = result?.errors;
  return Array.isArray(errors) ? errors.map(String).filter((error) => error !== "" && !isNoteToItself(error)) : [];
}

function isNoteToItself(error: string): boolean {
  return error.includes("[ede_diagnostic]");
}

/** Why a turn failed: the CLI's errors; its last words where they are the error. */
export function reasonOf({ result, text, outcome, reason }: Turn): string {
  if (reason !== undefined) return reason;
  if (result === undefined) return "it was not run";
  const errors = errorsOf(result).join("; ");
  if (errors !== "") return errors;
  if (result.subtype !== "success") return result.subtype ?? "the CLI does not say how it ended";
  if (outcome === "limit") return TOO_MANY_BLOCKS;
  if (outcome === "denied") return "a permission was denied in a way that ends the turn";
  return text === "" ? "the CLI gives no reason" : text;
}
