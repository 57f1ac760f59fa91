import type { MatchedAskRule } from "../../protocol/control.ts";
import type { PermissionMode } from "../../protocol/messages.ts";
import type { Door } from "./tool_call.ts";

/**
 * How it came to a decision:
 *
 * - `answered`: a responder decided;
 * - `gate`: a gate did;
 * - `nobody`: no responder decided, so a permission was denied, and a hook let the call go its way;
 * - `failed`: a responder or a rule failed, or gave a wrong answer;
 * - `timed_out`: a time limit passed;
 * - `malformed`: the request could not be read;
 * - `ending`: the agent is ending;
 * - `withdrawn`: the CLI took the request back;
 * - `gone`: the process ended before there was an answer.
 */
export type DecisionCause =
  | "answered"
  | "gate"
  | "nobody"
  | "failed"
  | "timed_out"
  | "malformed"
  | "ending"
  | "withdrawn"
  | "gone";

/** What the CLI marked a permission request with; what it did not say is absent. */
export interface DecisionFlags {
  /** Why it asked, as a kind. */
  readonly reasonType?: string;
  /** Whether only a person may answer. */
  readonly requiresUserInteraction?: boolean;
  /** The ask rule that the call matched. */
  readonly matchedAskRule?: MatchedAskRule;
  /** Whether a stray key must not allow the call. */
  readonly defaultToNo?: boolean;
  /** Whether no lasting rule should be offered. */
  readonly suppressAlwaysAllowRule?: boolean;
  /** Whether a classifier may pass the safety checks behind the question. */
  readonly classifierApprovable?: boolean;
}

/**
 * How one request about a tool call was decided. Plain data, fit for JSON; what `explain` needs of the call is in it, but for
 * the symbolic links: paths are explained as they are written.
 */
export interface DecisionRecord {
  /** When, as an ISO date. */
  readonly at: string;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** At which door: before every call that a gate or hook looks at, or where the CLI asks. */
  readonly door: Door;
  /** The tool's name. */
  readonly toolName: string;
  /** The directory in which the agent was launched, where it is known: relative rules start there. */
  readonly cwd: string | undefined;
  /** The agent's home directory: `~/` in rules starts there. @default unknown */
  readonly home?: string;
  /** The input as the CLI sent it. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool use's id. */
  readonly toolUseId: string;
  /** The subagent that called; absent for the main agent. */
  readonly subagentId?: string;
  /** The permission mode in force. */
  readonly mode?: PermissionMode;
  /**
   * The answer. `none` leaves the call to the CLI's own rules, `ask` makes it ask, `cancelled` was none at all: the CLI
   * took the request back, or is gone.
   */
  readonly decision: "allow" | "deny" | "ask" | "defer" | "none" | "cancelled";
  /** How it came to it. */
  readonly cause: DecisionCause;
  /**
   * The operator that decided, or failed to, such as `allowTools()`; absent where none did, and where the script itself
   * called `respondWith`.
   */
  readonly by?: string;
  /** The rule that decided, in its own text; `function` for a predicate; absent where no rule did. */
  readonly rule?: string;
  /** What was told to the agent. */
  readonly message?: string;
  /** Whether the turn was ended as well. */
  readonly interrupt?: boolean;
  /** The input with which the call was to run, where a responder changed it. */
  readonly updatedInput?: Readonly<Record<string, unknown>>;
  /** What could not be proved: which part of a command, or whose symbolic links. */
  readonly unproved?: string;
  /** Whether the question was for a person; absent at the hook door. */
  readonly forPerson?: boolean;
  /** What the CLI marked the request with; absent at the hook door. */
  readonly flags?: DecisionFlags;
  /** The control request's id. */
  readonly requestId: string;
  /** The session, where it is known. */
  readonly sessionId?: string;
}
