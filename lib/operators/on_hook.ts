import type { MonoTypeOperatorFunction } from "rxjs";
import { isFor } from "../agent/answer/hook_event.ts";
import { limited } from "../agent/answer/hook_limit.ts";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, HookRequest } from "../agent/events.ts";
import type { HookPlan } from "../agent/opening.ts";
import { UsageError } from "../protocol/errors.ts";
import { HOOK_EVENTS } from "../protocol/hook_events.ts";
import type { HookEventName, HookInput, HookOutput } from "../protocol/hooks.ts";
import { hookMatcher } from "../protocol/matcher.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { responder } from "./responder.ts";

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
   * Which tools the hook is for, as the CLI reads it: a name, names separated by `|` or `,`, or a regular expression;
   * `*` is all. Case matters. Other events are held against another field: agents (`SubagentStart`), sources
   * (`SessionStart`, `ConfigChange`), triggers (`PreCompact`), commands (`UserPromptExpansion`), and so on; some have
   * nothing to be held against and take no matcher.
   *
   * @default all
   */
  matcher?: string;
  /**
   * How long the function may take, in milliseconds. The CLI is told a little more.
   *
   * @default limits.hookMs
   */
  timeoutMs?: number;
}

/**
 * Answers a lifecycle event of the agent.
 *
 * The hook is registered before the process starts. PreToolUse responders run one after another in
 * pipe order: answers that only rewrite the input or add a note are applied and the next responder
 * sees the result; the first decision ends the walk. Of other events each responder has its own call.
 *
 * If the function throws, gives a wrong shape or takes longer than it may, what the hook stands before does not happen:
 * PreToolUse and PreSkillShellCommand deny the call, UserPromptSubmit and UserPromptExpansion block the prompt,
 * PreModelSwitch denies and ConfigChange blocks the change. Other hooks have no effect then. A `Diagnostic` tells.
 *
 * An answer has to be given back: one that was only made (`{ request.addContext("…"); }`) has no effect, and a
 * `warning` says so; where it holds something back, such as `deny` or `block`, that is a failure.
 *
 * An answer that takes time is a promise. The CLI's own asynchronous answer, `{ async: true }`, is refused: to 2.1.332
 * and 2.1.197 it is no answer at all, so that the call would run at once.
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
 * @example Keep a secret from the model
 * ```ts
 * import { claude, onHook } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   const { result } = await cli.tool("Bash", { command: "cat .env" }, { result: "KEY=xyz", asks: false });
 *   assertEquals(result, "KEY=…");
 *   await cli.end();
 * });
 * await lastValueFrom(claude("What is set?", { transport }).pipe(
 *   onHook("PostToolUse", ({ tool_response }, request) => {
 *     const { stdout } = tool_response as { stdout: string };
 *     return request.replaceOutput(stdout.replace(/KEY=.*$/gm, "KEY=…"));
 *   }, { matcher: "Bash" }),
 * ));
 * ```
 *
 * @param event The lifecycle event.
 * @param handler Answers; `keepGoing`, `addContext`, `stopAgent` and the request's own methods make answers.
 * @param options The matcher and the time limit. @default for all tools
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the event, the matcher or the time limit cannot be used, or an option does not exist.
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
  checkOptionBag(name, options, { matcher: true, timeoutMs: true });
  const { matcher, timeoutMs } = options;
  if (matcher !== undefined && typeof matcher !== "string") {
    throw new UsageError(
      `Cannot use ${JSON.stringify(matcher)} as the matcher of ${name}: give a text, such as "Write" or "Write|Edit"`,
    );
  }
  checkTime(timeoutMs, name);
  const matches = hookMatcher(event, { matcher, owner: name });
  const plan: HookPlan = {
    kind: "hook",
    name,
    event,
    ...(matcher === undefined ? {} : { matcher }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
  return responder(plan, (request) => {
    if (!isAdded("hook", request) || !isFor(request, plan)) return;
    const tool = (request.input as { tool_name?: unknown }).tool_name;
    if (event === "PreToolUse" && !matches(String(tool))) return;
    const mine = request as HookRequest<Event>;
    mine.respondWith(limited(
      (signal: AbortSignal, input: HookInput<Event>) => handler(input ?? mine.input, mine, signal),
      timeoutMs,
    ));
  });
}

function checkTime(timeoutMs: number | undefined, name: string): void {
  if (timeoutMs === undefined || (typeof timeoutMs === "number" && timeoutMs > 0)) return;
  throw new UsageError(
    `Cannot use the timeoutMs ${String(timeoutMs)} of ${name}: give a number of milliseconds above 0`,
  );
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
