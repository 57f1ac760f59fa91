import type { MonoTypeOperatorFunction } from "rxjs";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent, Answer, ElicitationRequest } from "../agent/events.ts";
import type { ElicitationAnswer } from "../protocol/control.ts";
import { UsageError } from "../protocol/errors.ts";
import { responder } from "./responder.ts";

/**
 * Answers what an MCP server asks, or leaves it to the next responder by `undefined`.
 *
 * @param request The question; make the answer with `request.accept(content)`, `request.decline()` or `request.cancel()`.
 * @param signal Fires when nobody wants the answer any more.
 */
export type ElicitationHandler = (request: ElicitationRequest, signal: AbortSignal) => Answer<ElicitationAnswer>;

/**
 * Answers the questions that MCP servers ask the person at the host.
 *
 * Servers that the CLI starts or reaches can ask; to one that lives in the script the CLI says that it takes no
 * questions (seen on 2.1.332 and 2.1.197). What nobody answers gets an error, which the server sees as a closed question.
 *
 * @example A form that the script fills in
 * ```ts
 * import { claude } from "@turnstream/turnstream";
 * import { onElicitation } from "@turnstream/turnstream/mcp";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * let answer: unknown;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   answer = await cli.request("elicitation", { mcp_server_name: "shop", message: "Which size?", mode: "form" });
 *   await cli.end();
 * });
 * await lastValueFrom(claude("order it", { transport }).pipe(
 *   onElicitation((request) => request.serverName === "shop" ? request.accept({ size: "L" }) : undefined),
 * ));
 * assertEquals((answer as { response: unknown }).response, { action: "accept", content: { size: "L" } });
 * ```
 *
 * @param handler Answers.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If the handler is no function.
 */
export function onElicitation(handler: ElicitationHandler): MonoTypeOperatorFunction<AgentEvent> {
  if (typeof handler !== "function") {
    throw new UsageError(
      "Cannot use onElicitation without a function: give (request) => request.decline() or the like",
    );
  }
  return responder({ kind: "elicitation", name: "onElicitation()" }, (event) => {
    if (isAdded("elicitation", event)) event.respondWith((signal) => handler(event, signal));
  });
}
