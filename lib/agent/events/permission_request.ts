import type {
  CanUseToolRequest,
  ControlRequestFrame,
  MatchedAskRule,
  McpServerOrigin,
  PermissionUpdate,
} from "../../protocol/control.ts";
import type { Answer } from "./answer.ts";
import type { ToolCall } from "./tool_call.ts";

/** An answer to a permission request. Made by `request.allow` and `request.deny`. */
export type Decision =
  | {
    /** The call may run. */
    readonly behavior: "allow";
    /** The input with which it runs; the call's own where absent. */
    readonly updatedInput?: Record<string, unknown>;
    /** Updates to the CLI's permissions. */
    readonly updatedPermissions?: readonly PermissionUpdate[];
  }
  | {
    /** The call must not run. */
    readonly behavior: "deny";
    /** Why; the model reads it. */
    readonly message: string;
    /** Whether the turn ends too. */
    readonly interrupt?: boolean;
  };

/** What an allow may bring along. */
export interface AllowOptions {
  /**
   * Updates to the CLI's permissions, which it applies before the call runs. `sessionUpdates(request.suggestions)` gives
   * those of its suggestions that end with the session; others write to settings files, or change the mode. The CLI does
   * not ask about what an update allows, so that no responder is asked about it either; gates hold all the same, because
   * they stand before every call, in every mode. An update of a wrong shape makes the answer a deny.
   *
   * @default none
   */
  updates?: readonly PermissionUpdate[];
}

/** The CLI asks whether a tool call may run. */
export interface PermissionRequest extends ToolCall {
  /** The event's kind. */
  readonly type: "permission";
  /** Always the permission door. */
  readonly door: "permission";
  /** Why the CLI asks, in its own words. */
  readonly reason: string | undefined;
  /** Why it asks, as a kind, such as `rule`, `workingDir`, `hook`, `safetyCheck`; absent for ordinary questions. */
  readonly reasonType: string | undefined;
  /** The path that made it ask. */
  readonly blockedPath: string | undefined;
  /** The tool's name for people. */
  readonly displayName: string | undefined;
  /** What the call is to do, in the agent's or the CLI's words. */
  readonly description: string | undefined;
  /** A heading for the question. */
  readonly title: string | undefined;
  /** The MCP server of the tool (newer CLI). */
  readonly mcpServer: McpServerOrigin | undefined;
  /** The ask rule of the settings that the call matched, where the CLI names it. */
  readonly matchedAskRule: MatchedAskRule | undefined;
  /** Whether the CLI says that only a person may answer (newer CLI). */
  readonly requiresUserInteraction: boolean;
  /** Whether a stray key must not allow the call (newer CLI). */
  readonly defaultToNo: boolean;
  /**
   * Updates to the permissions that the CLI proposes. Some write files or change the mode: `sessionUpdates` leaves
   * those out. Kinds that are not known here stand in `frame` alone.
   */
  readonly suggestions: readonly PermissionUpdate[];
  /**
   * Whether the question is for a person, or may be: `allowTools` never answers it. It may be where the CLI asks about
   * several parts of a compound command and suggests no rule for one of them.
   */
  readonly forPerson: boolean;
  /** Whether it passed messages that wait for a paced consumer, and that the CLI wrote before it. @default it did not */
  readonly ahead?: true;
  /** The raw frame. */
  readonly frame: ControlRequestFrame<CanUseToolRequest>;
  /**
   * Makes a decision that lets the call run.
   *
   * @param input The input with which it runs; its own where absent. An empty one is refused where the
   * call has an input, because the CLI would take the original.
   * @param options Updates to the CLI's permissions. @default none
   * @returns The decision, to be given back.
   */
  allow(input?: Record<string, unknown>, options?: AllowOptions): Decision;
  /**
   * Makes a decision that refuses the call.
   *
   * @param message Why; the model reads it.
   * @param options `interrupt: true` ends the turn as well. @default no interrupt
   * @returns The decision, to be given back.
   */
  deny(message: string, options?: { interrupt?: boolean }): Decision;
  /**
   * Answers the request. Must be called while the event flows past; nothing is evaluated before it
   * has passed the whole pipeline, and then the first answer that is not `undefined` wins.
   *
   * @param answer A decision, or a function that gives one when its turn comes.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  respondWith(answer: Answer<Decision> | ((signal: AbortSignal) => Answer<Decision>)): void;
}
