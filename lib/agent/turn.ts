import type { Message, PermissionDenial, ResultMessage, Usage } from "../protocol/messages.ts";
import type { PromptOptions } from "./prompt.ts";

/** One use of a tool in a turn. */
export interface ToolUse {
  /** The tool use's id. */
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** The input, as the model wrote it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** What the tool gave back, as text; `undefined` while or where there is none. */
  readonly result: string | undefined;
  /** Whether the result is an error, a denial or an interruption. */
  readonly isError: boolean;
  /** The tool use that started the subagent which called; absent for the main agent. */
  readonly parentToolUseId?: string;
}

/**
 * How a turn ended:
 *
 * - `success`: as it should;
 * - `interrupted`: by `agent.interrupt()`, `interruptWhen` or the CLI;
 * - `blocked`: a UserPromptSubmit hook held the prompt back, and the model was not called;
 * - `stopped`: a hook ended it, with `stopAgent` for example;
 * - `limit`: `maxTurns`, `maxBudgetUsd` or `stopBlocks` was reached;
 * - `denied`: a permission was denied with `interrupt: true`;
 * - `error`: anything else, such as a request to the model that failed.
 */
export type TurnOutcome =
  | "success"
  | "interrupted"
  | "blocked"
  | "stopped"
  | "limit"
  | "denied"
  | "error";

/** One turn: what the CLI closed with one `result`. */
export interface Turn {
  /** The turn's number in the run, from 0. */
  readonly index: number;
  /** The prompt that it answers; absent where the CLI started it by itself. */
  readonly prompt?: PromptOptions;
  /** The answer's text. */
  readonly text: string;
  /** The turn's messages, in order, its result included; without the pieces (`stream_event`), which they repeat whole. */
  readonly messages: readonly Message[];
  /** The tools that were used. */
  readonly toolUses: readonly ToolUse[];
  /** How it ended. */
  readonly outcome: TurnOutcome;
  /** Whether the outcome is `error`, `limit`, `denied` or `blocked`. */
  readonly failed: boolean;
  /** What this turn cost, in US dollars, rounded to a billionth. */
  readonly costUsd: number;
  /** The tokens of this turn. */
  readonly usage: Usage;
  /** The calls that were refused, as the CLI counts them. */
  readonly denials: readonly PermissionDenial[];
  /** The session. */
  readonly sessionId: string | undefined;
  /** Whether the CLI started the turn by itself. */
  readonly unsolicited: boolean;
  /** The raw frame that closed the turn. */
  readonly result: ResultMessage;
}
