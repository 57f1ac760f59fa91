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
   * Answers the request. Must be called while the event flows past; nothing is evaluated before it
   * has passed the whole pipeline.
   *
   * @param answer An output, or a function that gives one when its turn comes. The function is
   * told the input as the responders before it left it.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  respondWith(
    answer: Answer<HookOutput<Event>> | ((signal: AbortSignal, input: HookInput<Event>) => Answer<HookOutput<Event>>),
  ): void;
  /**
   * PreToolUse: makes an answer that lets the call run without asking, unless a deny or ask rule of the
   * CLI's settings covers it, or a gate.
   *
   * @param input The input with which it runs; its own where absent.
   * @returns The answer, which must be given back to hold.
   * @throws {UsageError} On any other event.
   */
  allow(input?: Record<string, unknown>): HookOutput<"PreToolUse">;
  /**
   * PreToolUse: makes an answer that refuses the call.
   *
   * @param message Why; the model reads it.
   * @returns The answer. Where it is not given back, the call is refused all the same.
   * @throws {UsageError} On any other event.
   */
  deny(message: string): HookOutput<"PreToolUse">;
  /**
   * PreToolUse: makes an answer that makes the CLI ask, whatever its mode and rules.
   *
   * @returns The answer. Where it is not given back, the call is refused.
   * @throws {UsageError} On any other event.
   */
  ask(): HookOutput<"PreToolUse">;
  /**
   * PreToolUse: makes an answer that changes the input and decides nothing.
   *
   * @param input The whole input; an empty one is refused, because the CLI would take the original.
   * @returns The answer. Where it is not given back, the call is refused.
   * @throws {UsageError} On any other event.
   */
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
   * the first answer that is not `undefined` or `false` wins.
   *
   * @param prompt A prompt, or a function that gives one.
   * @throws {UsageError} If the event has passed the whole pipeline.
   */
  continueWith(prompt: Answer<Prompt | false> | ((signal: AbortSignal) => Answer<Prompt | false>)): void;
}

/**
 * What kind of note a `Diagnostic` is:
 *
 * - `noise`: the agent printed what is no frame, or an answer that nobody waits for;
 * - `unhandled`: it asked what nobody declared, or asked in a wrong shape, and was refused;
 * - `cancelled`: it took a request back;
 * - `responder_failed`: a policy, hook or rule of the script failed, and what that came to;
 * - `warning`: something about the options, the rules or the end of the run is odd.
 */
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
  /** The signal that ended the process; `null` where it exited by itself. */
  readonly signal: string | null;
  /** What the run cost, in US dollars. */
  readonly costUsd: number;
  /** The ids of subagent tasks that had not settled when the process ended. */
  readonly unsettled: readonly string[];
  /** The last error that a turn's result told, where the last turn failed. */
  readonly lastError?: string;
}

/** The hook requests, by event: `event.event === "Stop"` tells what `event.input` is. */
export type HookRequests = { [Event in HookEventName]: HookRequest<Event> };

/** What an agent's observable emits. */
export type AgentEvent =
  | Message
  | Opening
  | PermissionRequest
  | HookRequests[HookEventName]
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
