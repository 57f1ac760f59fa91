import type {
  AssistantMessage,
  Message,
  ModelUsage,
  PermissionDenial,
  ResultMessage,
  Usage,
  UserMessage,
} from "../protocol/messages.ts";
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
  /**
   * How long it took from the call to its result, as they were read, in milliseconds; the time in which a person was
   * asked counts. `undefined` while or where there is no result.
   */
  readonly durationMs: number | undefined;
  /** The tool use that started the subagent which called; absent for the main agent. */
  readonly parentToolUseId?: string;
}

/** What one subagent did in a turn. */
export interface SubagentWork {
  /** The tool use that started it. */
  readonly toolUseId: string;
  /** The kind of subagent; `undefined` where the CLI does not tell. */
  readonly subagentType: string | undefined;
  /** A short description of its task; `undefined` where the CLI does not tell. */
  readonly description: string | undefined;
  /** What it said last; the CLI passes that on for some subagents only. */
  readonly text: string;
  /** Its messages, in order: a part of the turn's. */
  readonly messages: readonly (AssistantMessage | UserMessage)[];
  /** The tools that it used: a part of the turn's. */
  readonly toolUses: readonly ToolUse[];
}

/**
 * How a turn ended:
 *
 * - `success`: as it should;
 * - `interrupted`: by `agent.interrupt()`, `interruptWhen` or the CLI;
 * - `blocked`: a UserPromptSubmit hook held the prompt back, and the model was not called;
 * - `stopped`: a hook ended it, with `stopAgent` for example;
 * - `limit`: `maxTurns`, `maxBudgetUsd` or `stopBlocks` was reached, `turnTimeout` was over, or a `budget` was used up,
 *   before the turn or in it;
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
  /** What subagents did in the turn, each apart, in the order in which they were first heard of. */
  readonly subagents: readonly SubagentWork[];
  /** How it ended. */
  readonly outcome: TurnOutcome;
  /**
   * What kind of error it was, in the CLI's words: `rate_limit`, `authentication_failed`, `model_not_found`,
   * `server_error` and the like for a request to the model that failed, else the subtype of the result. Absent unless the
   * outcome is `error`; {@linkcode failureKind} tells whether it is worth trying again.
   */
  readonly errorKind?: string;
  /** Whether the outcome is `error`, `limit`, `denied` or `blocked`. */
  readonly failed: boolean;
  /** What this turn cost, in US dollars, rounded to a billionth. */
  readonly costUsd: number;
  /** The tokens of this turn. */
  readonly usage: Usage;
  /** Tokens and cost of this turn, by model. */
  readonly models: Readonly<Record<string, ModelUsage>>;
  /** The calls that were refused, as the CLI counts them. */
  readonly denials: readonly PermissionDenial[];
  /** The session. */
  readonly sessionId: string | undefined;
  /** Whether the CLI started the turn by itself. */
  readonly unsolicited: boolean;
  /** The raw frame that closed the turn; `undefined` for a prompt that was never sent, because a `budget` was used up. */
  readonly result: ResultMessage | undefined;
  /** Which limit of the script's ended the turn, in words; absent where none did. */
  readonly reason?: string;
}
