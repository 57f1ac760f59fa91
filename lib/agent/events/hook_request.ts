import type { ControlRequestFrame, HookCallbackRequest } from "../../protocol/control.ts";
import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import type { Answer } from "./answer.ts";
import type { HookBuilders } from "./hook_builders.ts";

/** What every hook request has, whatever the event. */
export interface HookRequestBase<Event extends HookEventName = HookEventName> {
  /** The event's kind. */
  readonly type: "hook";
  /** Which lifecycle event it is. */
  readonly event: Event;
  /** What the hook is told. */
  readonly input: HookInput<Event>;
  /** Whether it passed messages that wait for a paced consumer, and that the CLI wrote before it. @default it did not */
  readonly ahead?: true;
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
}

/** The hook requests, by event: `event.event === "Stop"` tells what `event.input` is, and how it can be answered. */
export type HookRequests = { [Event in HookEventName]: HookRequestBase<Event> & HookBuilders[Event] };

/** The CLI calls a hook that was registered. It has methods that make answers, those of its event and no others. */
export type HookRequest<Event extends HookEventName = HookEventName> = HookRequests[Event];
