import type { Observable } from "rxjs";
import type { CanUseToolRequest, ControlRequestFrame, HookCallbackRequest } from "../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../protocol/hooks.ts";
import type { Message, PermissionMode } from "../protocol/messages.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** A value, or the promise of one, or an observable whose first value counts. */
export type Answer<T> = T | undefined | PromiseLike<T | undefined> | Observable<T | undefined>;

/** Where a tool call is judged: before every call, or where the CLI asks. */
export type Door = "hook" | "permission";

/** A tool call as a rule sees it. */
export interface ToolCall {
  /** The tool's name, such as `Bash` or `mcp__server__tool`. */
  readonly toolName: string;
  /** The input in the form in which the call would run. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The tool use's id. */
  readonly toolUseId: string;
  /** The subagent that calls; absent for the main agent. */
  readonly subagentId?: string;
  /** At which door the call is judged. */
  readonly door: Door;
  /** The permission mode in force. */
  readonly mode: PermissionMode | undefined;
  /** The directory in which the agent was launched, where it is known. */
  readonly cwd: string | undefined;
}

/** An answer to a permission request. Made by `request.allow` and `request.deny`. */
export type Decision =
  | {
    /** The call may run. */
    readonly behavior: "allow";
    /** The input with which it runs; the call's own where absent. */
    readonly updatedInput?: Record<string, unknown>;
    /** Updates to the CLI's permissions. */
    readonly updatedPermissions?: Record<string, unknown>[];
  }
  | {
    /** The call must not run. */
    readonly behavior: "deny";
    /** Why; the model reads it. */
    readonly message: string;
    /** Whether the turn ends too. */
    readonly interrupt?: boolean;
  };

/** First event of an agent, before its process starts: gates and hooks register on it. */
export interface Opening {
  /** The event's kind. */
  readonly type: "opening";
}

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
   * @param input The input with which it runs; its own where absent.
   */
  allow(input?: Record<string, unknown>): Decision;
  /**
   * Makes a decision that refuses the call.
   *
   * @param message Why; the model reads it.
   * @param options `interrupt: true` ends the turn as well.
   */
  deny(message: string, options?: { interrupt?: boolean }): Decision;
  /**
   * Answers the request. Must be called while the event flows past; nothing is evaluated before it
   * has passed the whole pipeline, and then the first answer that is not `undefined` wins.
   *
   * @param answer A decision, or a function that gives one when its turn comes.
   */
  respondWith(answer: Answer<Decision> | ((signal: AbortSignal) => Answer<Decision>)): void;
}

/** The CLI calls a hook that was registered. */
export interface HookRequest<Event extends HookEventName = HookEventName> {
  /** The event's kind. */
  readonly type: "hook";
  /** Which lifecycle event it is. */
  readonly event: Event;
  /** What the hook is told. */
  readonly input: HookInput<Event>;
  /** The raw frame. */
  readonly frame: ControlRequestFrame<HookCallbackRequest>;
  /**
   * Answers the request. Must be called while the event flows past.
   *
   * @param answer An output, or a function that gives one when its turn comes. The function is
   * told the input as the responders before it left it.
   */
  respondWith(
    answer: Answer<HookOutput<Event>> | ((signal: AbortSignal, input: HookInput<Event>) => Answer<HookOutput<Event>>),
  ): void;
  /** PreToolUse: an answer that lets the call run without asking. */
  allow(input?: Record<string, unknown>): HookOutput<"PreToolUse">;
  /** PreToolUse: an answer that refuses the call. */
  deny(message: string): HookOutput<"PreToolUse">;
  /** PreToolUse: an answer that makes the CLI ask, whatever its mode and rules. */
  ask(): HookOutput<"PreToolUse">;
  /** PreToolUse: an answer that changes the input and decides nothing. */
  rewrite(input: Record<string, unknown>): HookOutput<"PreToolUse">;
}

/** A turn has ended. A responder may continue the run with another prompt. */
export interface TurnEnd {
  /** The event's kind. */
  readonly type: "turn_end";
  /** The turn. */
  readonly turn: Turn;
  /**
   * Sends a prompt next, before those still waiting. Must be called while the event flows past;
   * the first answer that is not `undefined` wins.
   *
   * @param prompt A prompt, or a function that gives one.
   */
  continueWith(prompt: Answer<Prompt | false> | ((signal: AbortSignal) => Answer<Prompt | false>)): void;
}

/** What kind of note a `Diagnostic` is. */
export type DiagnosticKind = "noise" | "unhandled" | "cancelled" | "responder_failed" | "warning";

/** Something worth knowing that fails nothing. */
export interface Diagnostic {
  /** The event's kind. */
  readonly type: "diagnostic";
  /** What kind of note it is. */
  readonly kind: DiagnosticKind;
  /** The note. */
  readonly message: string;
  /** What caused it: an error, the text of a noisy line, a frame. */
  readonly cause?: unknown;
}

/** Last event of an agent: its process has gone. */
export interface RunEnd {
  /** The event's kind. */
  readonly type: "run_end";
  /** The exit code; `null` where a signal ended the process. */
  readonly code: number | null;
  /** The signal, where one ended the process. */
  readonly signal: string | null;
  /** What the run cost, in US dollars. */
  readonly costUsd: number;
  /** The ids of subagent tasks that had not settled when the process ended. */
  readonly unsettled: readonly string[];
  /** The last error that a turn's result told, where the last turn failed. */
  readonly lastError?: string;
}

/** What an agent's observable emits. */
export type AgentEvent =
  | Message
  | Opening
  | PermissionRequest
  | HookRequest
  | TurnEnd
  | Diagnostic
  | RunEnd;

/** One frame as it crossed the pipe, in either direction. */
export interface FrameRecord {
  /** `"in"` for what the agent wrote, `"out"` for what was written to it. */
  readonly direction: "in" | "out";
  /** The frame: a JSON value as it was read, or the object that was written. */
  readonly frame: unknown;
}
