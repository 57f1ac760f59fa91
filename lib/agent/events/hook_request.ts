import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { Answer } from "./answer.ts";

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

/** The hook requests, by event: `event.event === "Stop"` tells what `event.input` is. */
export type HookRequests = { [Event in HookEventName]: HookRequest<Event> };
