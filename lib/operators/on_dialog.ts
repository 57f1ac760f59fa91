import type { MonoTypeOperatorFunction } from "rxjs";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, DialogRequest } from "../agent/events.ts";
import type { DialogAnswer } from "../protocol/control.ts";
import { UsageError } from "../protocol/errors.ts";
import { responder } from "./responder.ts";

/**
 * Answers a dialog, or leaves it to the next responder by `undefined`.
 *
 * @param request The dialog; make the answer with `request.complete(result)` or `request.cancel()`.
 * @param signal Fires when nobody wants the answer any more.
 */
export type DialogHandler = (request: DialogRequest, signal: AbortSignal) => Answer<DialogAnswer>;

/**
 * Shows dialogs of the CLI in its place. The kinds are told to the CLI at the start; it asks for no others, and one that
 * comes all the same, or that nobody answers, gets an error, which claims no decision of a person.
 *
 * 2.1.332 knows one kind, `"refusal_fallback_prompt"`.
 *
 * @example A dialog that is dismissed
 * ```ts
 * import { claude } from "@turnstream/turnstream";
 * import { onDialog } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * let answer: unknown;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   answer = await cli.request("request_user_dialog", { dialog_kind: "refusal_fallback_prompt", payload: {} });
 *   await cli.end();
 * });
 * await lastValueFrom(claude("hello", { transport }).pipe(
 *   onDialog("refusal_fallback_prompt", (request) => request.cancel()),
 * ));
 * assertEquals((answer as { response: unknown }).response, { behavior: "cancelled" });
 * ```
 *
 * @param kinds The kind of dialog that the handler can show, or several.
 * @param handler Shows it.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If no kind is named, or the handler is no function.
 */
export function onDialog(
  kinds: string | readonly string[],
  handler: DialogHandler,
): MonoTypeOperatorFunction<AgentEvent> {
  const own = typeof kinds === "string" ? [kinds] : [...kinds ?? []];
  if (own.length === 0 || own.some((kind) => typeof kind !== "string" || kind === "")) {
    throw new UsageError(
      'Cannot use onDialog without a kind: name those that the function can show, as "name" or ["a", "b"]',
    );
  }
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use onDialog without a function: give (request) => request.complete(…) or the like");
  }
  return responder({ kind: "dialog", name: "onDialog()", dialogKinds: own }, (event) => {
    if (isAdded("dialog", event) && own.includes(event.kind)) event.respondWith((signal) => handler(event, signal));
  });
}
