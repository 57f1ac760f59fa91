import type { MonoTypeOperatorFunction } from "rxjs";
import { isFor } from "../agent/answer/hook_event.ts";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, HookRequest } from "../agent/events.ts";
import type { HookPlan } from "../agent/opening.ts";
import { UsageError } from "../protocol/errors.ts";
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { HookEventName, HookInput, HookOutput } from "../protocol/hooks.ts";
import { toolMatcher } from "../protocol/matcher.ts";
import { responder } from "./_responder.ts";

/**
 * Answers a hook, or leaves it to the next responder by `undefined`.
 *
 * @param input What the hook is told; for PreToolUse as the responders before left it.
 * @param request The request, with builders of answers.
 * @param signal Fires when nobody wants the answer any more.
 */
export type HookHandler<Event extends HookEventName> = (
  input: HookInput<Event>,
  request: HookRequest<Event>,
  signal: AbortSignal,
) => Answer<HookOutput<Event>>;

/** How a hook is registered. */
export interface OnHookOptions {
  /**
   * Which tools (or, for other events, sources) the hook is for, as the CLI reads it: a name, names
   * separated by `|` or `,`, or a regular expression. Case matters.
   *
   * @default all
   */
  matcher?: string;
}

/**
 * Answers a lifecycle event of the agent.
 *
 * The hook is registered before the process starts. PreToolUse responders run one after another in
 * pipe order: answers that only rewrite the input or add a note are applied and the next responder
 * sees the result; the first decision ends the walk. Of other events each responder has its own call.
 *
 * If the function throws, gives a wrong shape or takes longer than `limits.hookMs`: PreToolUse denies
 * the call, UserPromptSubmit blocks the prompt, other hooks have no effect; a `Diagnostic` tells.
 *
 * @example Back to work, once
 * ```ts
 * import { claude, keepGoing, lastTurn, onHook } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("I think it is done");
 *   const { continued } = await cli.end();
 *   if (continued) {
 *     await cli.text("now it is");
 *     await cli.end();
 *   }
 * });
 * const turn = await lastValueFrom(claude("Make the tests pass", { transport }).pipe(
 *   onHook("Stop", (input) => input.stop_hook_active ? undefined : keepGoing("The tests still fail")),
 *   lastTurn(),
 * ));
 * assertEquals(turn.text, "now it is");
 * ```
 *
 * @param event The lifecycle event.
 * @param handler Answers; `keepGoing`, `addContext`, `stopAgent` and the request's own methods make answers.
 * @param options The matcher. @default for all tools
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the event or the matcher cannot be used.
 */
export function onHook<Event extends HookEventName>(
  event: Event,
  handler: HookHandler<Event>,
  options: OnHookOptions = {},
): MonoTypeOperatorFunction<AgentEvent> {
  checkEvent(event);
  const name = `onHook("${event}")`;
  if (typeof handler !== "function") {
    throw new UsageError(`Cannot use ${name} without a function: give (input, request) => an answer or undefined`);
  }
  const { matcher } = options;
  const matches = toolMatcher(matcher, name);
  const plan: HookPlan = { kind: "hook", name, event, ...(matcher === undefined ? {} : { matcher }) };
  return responder(plan, (request) => {
    if (!isAdded("hook", request) || !isFor(request, plan)) return;
    const tool = (request.input as { tool_name?: unknown }).tool_name;
    if (event === "PreToolUse" && !matches(String(tool))) return;
    const mine = request as HookRequest<Event>;
    mine.respondWith((signal, input) => handler(input ?? mine.input, mine, signal));
  });
}

function checkEvent(event: string): void {
  if ((HOOK_EVENTS as readonly string[]).includes(event)) return;
  if (event === "PermissionRequest") {
    throw new UsageError(
      'Cannot hook "PermissionRequest": the CLI runs it in a race against the permission request itself, so a deny ' +
        "can lose. Use onPermission, or denyTools for what must not run",
    );
  }
  throw new UsageError(`Cannot hook ${JSON.stringify(event)}: the events are ${HOOK_EVENTS.join(", ")}`);
}
