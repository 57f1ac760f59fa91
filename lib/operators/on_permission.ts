import type { MonoTypeOperatorFunction } from "rxjs";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { responder } from "./_responder.ts";

/**
 * Decides about a permission request, or leaves it to the next responder by `undefined`.
 *
 * @param request The request; make the decision with `request.allow()` or `request.deny(message)`.
 * @param signal Fires when nobody wants the decision any more: the CLI withdrew the request, the
 * time is up, the agent is ending.
 */
export type PermissionHandler = (request: PermissionRequest, signal: AbortSignal) => Answer<Decision>;

/**
 * Answers permission requests with a function.
 *
 * **The CLI asks only about some calls.** Its own rules, modes and notion of harmless commands let
 * others pass unasked, so a deny from here is no gate: use `denyTools` or `onlyTools` for what must
 * not run.
 *
 * The function is called when the request has passed the whole pipeline and the responders before
 * it gave nothing. It may give a value, a promise or an observable. If it throws or its time is up,
 * the call is denied.
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
 * @param handler Decides.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the handler is no function.
 */
export function onPermission(handler: PermissionHandler): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use onPermission without a function: give (request) => request.allow() or the like");
  }
  return responder({ kind: "permission", name: "onPermission()" }, (event) => {
    if (isAdded("permission", event)) event.respondWith((signal) => handler(event, signal));
  });
}
