import type { MonoTypeOperatorFunction } from "rxjs";
import { checkTerms, type Terms, withTerms } from "../agent/answer/terms.ts";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { responder } from "./responder.ts";

/**
 * Decides about a permission request, or leaves it to the next responder by `undefined`.
 *
 * @param request The request; make the decision with `request.allow()` or `request.deny(message)`.
 * @param signal Fires when nobody wants the decision any more: the CLI withdrew the request, the
 * time is up, the agent is ending.
 */
export type PermissionHandler = (request: PermissionRequest, signal: AbortSignal) => Answer<Decision>;

/** How long a handler may take, and what its being late comes to. */
export interface OnPermissionOptions {
  /**
   * How long the function may take to decide about one request, in milliseconds. `limits.permissionMs` holds for all
   * responders together.
   *
   * @default no limit of its own
   */
  timeoutMs?: number;
  /**
   * What happens at that limit: `deny` refuses the call and the agent goes on, `stop` ends the turn as well, with the
   * outcome `denied`. No responder behind is asked any more.
   *
   * @default "deny"
   */
  onTimeout?: "deny" | "stop";
}

/**
 * Answers permission requests with a function.
 *
 * **The CLI asks only about some calls.** Its own rules, modes and notion of harmless commands let
 * others pass unasked, so a deny from here is no gate: use `denyTools` or `onlyTools` for what must
 * not run.
 *
 * The function is called when the request has passed the whole pipeline and the responders before
 * it gave nothing. It may give a value, a promise or an observable. If it throws or its time is up,
 * the call is denied. A decision has to be given back: `{ request.allow(); }` decides nothing, so that the next responder is
 * asked, and a `warning` says so; after `{ request.deny("No"); }` the call is denied.
 *
 * @example A decision in code
 * ```ts
 * import { claude, onPermission, turns } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * let ran = "";
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   const { behavior } = await cli.tool("Bash", { command: "make" });
 *   ran = behavior;
 *   await cli.end();
 * });
 * await lastValueFrom(claude("build it", { transport }).pipe(
 *   onPermission((request) => request.toolName === "Bash" ? request.allow() : undefined),
 *   turns(),
 * ));
 * assertEquals(ran, "allow");
 * ```
 *
 * @example A limit of its own
 * ```ts
 * import { claude, lastTurn, onPermission } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom, NEVER } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.tool("Bash", { command: "make" });
 *   await cli.end();
 * });
 * const onDiagnostic = () => {};
 * const turn = await lastValueFrom(claude("build it", { transport, onDiagnostic }).pipe(
 *   onPermission(() => NEVER, { timeoutMs: 10, onTimeout: "stop" }),
 *   lastTurn(),
 * ));
 * assertEquals(turn.outcome, "denied");
 * ```
 *
 * @param handler Decides.
 * @param options Its time limit. @default none
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the handler is no function, or an option cannot be used or does not exist.
 */
export function onPermission(
  handler: PermissionHandler,
  options: OnPermissionOptions = {},
): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use onPermission without a function: give (request) => request.allow() or the like");
  }
  const terms = termsOf(options);
  return responder({ kind: "permission", name: "onPermission()" }, (event) => {
    if (isAdded("permission", event)) event.respondWith(withTerms((signal) => handler(event, signal), terms));
  });
}

function termsOf(options: OnPermissionOptions): Terms | undefined {
  checkOptionBag("onPermission()", options, { timeoutMs: true, onTimeout: true });
  checkTerms(options);
  const { timeoutMs, onTimeout } = options;
  return timeoutMs === undefined ? undefined : { timeoutMs, interrupt: onTimeout === "stop" };
}
