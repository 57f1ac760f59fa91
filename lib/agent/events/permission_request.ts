import type { CanUseToolRequest, ControlRequestFrame } from "../../protocol/control.ts";
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
    readonly updatedPermissions?: readonly Record<string, unknown>[];
  }
  | {
    /** The call must not run. */
    readonly behavior: "deny";
    /** Why; the model reads it. */
    readonly message: string;
    /** Whether the turn ends too. */
    readonly interrupt?: boolean;
  };

/** The CLI asks whether a tool call may run. */
export interface PermissionRequest extends ToolCall {
  /** The event's kind. */
  readonly type: "permission";
  /** Always the permission door. */
  readonly door: "permission";
  /** Why the CLI asks, in its own words. */
  readonly reason: string | undefined;
  /** Updates to the permissions that the CLI proposes. Some write files or change the mode. */
  readonly suggestions: readonly Record<string, unknown>[];
  /** Whether the question is for a person: `allowTools` never answers it. */
  readonly forPerson: boolean;
  /** The raw frame. */
  readonly frame: ControlRequestFrame<CanUseToolRequest>;
  /**
   * Makes a decision that lets the call run.
   *
   * @param input The input with which it runs; its own where absent. An empty one is refused where the
   * call has an input, because the CLI would take the original.
   * @returns The decision, to be given back.
   */
  allow(input?: Record<string, unknown>): Decision;
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
