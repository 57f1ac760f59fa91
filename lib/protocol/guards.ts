import type {
  AssistantMessage,
  InitMessage,
  ResultMessage,
  StreamEventMessage,
  SystemMessage,
  UserMessage,
} from "./messages.ts";

/** Anything that is told by its `type`: a message, or an event of an agent. */
export interface Typed {
  /** Its kind. */
  readonly type: string;
}

/**
 * Whether an event is what the model said.
 *
 * @example Keep what the model said
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { filter, lastValueFrom, map, toArray } from "rxjs";
 * import { claude, isAssistant } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.text("Good morning");
 *   await cli.end();
 * });
 * const roles = await lastValueFrom(
 *   claude("hi", { transport }).pipe(filter(isAssistant), map(({ message }) => message.role), toArray()),
 * );
 * assertEquals(roles, ["assistant"]);
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is an `AssistantMessage`.
 */
export function isAssistant(event: Typed): event is AssistantMessage {
  return event.type === "assistant";
}

/**
 * Whether an event is what the model was told: tool results, prompts of subagents, replays of prompts.
 *
 * @example Tell tool results
 * ```ts
 * import { assert } from "@std/assert";
 * import { isUser, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = parseMessage({ type: "user", message: { role: "user", content: "hello" } });
 * assert(isUser(message) && message.message.content === "hello");
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is a `UserMessage`.
 */
export function isUser(event: Typed): event is UserMessage {
  return event.type === "user";
}

/**
 * Whether an event is the end of a turn.
 *
 * @example Tell how a turn ended
 * ```ts
 * import { assert } from "@std/assert";
 * import { isResult, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = parseMessage({ type: "result", subtype: "success", is_error: false, result: "done" });
 * assert(isResult(message) && message.result === "done");
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is a `ResultMessage`.
 */
export function isResult(event: Typed): event is ResultMessage {
  return event.type === "result";
}

/**
 * Whether an event is the frame that most turns begin with.
 *
 * @example Tell the model of a session
 * ```ts
 * import { assert } from "@std/assert";
 * import { isInit, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = parseMessage({ type: "system", subtype: "init", model: "claude-opus-5-5" });
 * assert(isInit(message) && message.model === "claude-opus-5-5");
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is an `InitMessage`.
 */
export function isInit(event: Typed): event is InitMessage {
  return isSystem(event, "init");
}

/**
 * Whether an event is a system message, of one sub-kind where one is given.
 *
 * @example Tell that a request to the model is repeated
 * ```ts
 * import { assert } from "@std/assert";
 * import { isSystem, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const raw = { type: "system", subtype: "api_retry", attempt: 2, max_retries: 10, retry_delay_ms: 500 };
 * const message = parseMessage(raw);
 * assert(isSystem(message, "api_retry") && message.attempt === 2);
 * ```
 *
 * @param event A message or an event.
 * @param subtype The sub-kind; any where it is absent.
 * @returns Whether it is that system message.
 */
export function isSystem<Subtype extends SystemMessage["subtype"] = SystemMessage["subtype"]>(
  event: Typed,
  subtype?: Subtype,
): event is Extract<SystemMessage, { subtype: Subtype }> {
  return event.type === "system" && (subtype === undefined || (event as SystemMessage).subtype === subtype);
}

/**
 * Whether an event is the echo of a prompt (`replayUserMessages`).
 *
 * @example Tell prompts from tool results
 * ```ts
 * import { assert } from "@std/assert";
 * import { isReplay, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const raw = { type: "user", message: { role: "user", content: "hello" }, isReplay: true };
 * assert(isReplay(parseMessage(raw)));
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is a `UserMessage` that is marked as a replay.
 */
export function isReplay(event: Typed): event is UserMessage & { isReplay: true } {
  return isUser(event) && event.isReplay === true;
}

/**
 * Whether an event is something that the CLI itself told the model, such as the feedback of a `Stop` hook.
 *
 * @example Tell the CLI's own words
 * ```ts
 * import { assert } from "@std/assert";
 * import { isSynthetic, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = { role: "user", content: "Stop hook feedback: the tests fail" };
 * assert(isSynthetic(parseMessage({ type: "user", message, isSynthetic: true })));
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it is a `UserMessage` that is marked as synthetic.
 */
export function isSynthetic(event: Typed): event is UserMessage & { isSynthetic: true } {
  return isUser(event) && event.isSynthetic === true;
}

/**
 * Whether a message was said or heard by a subagent, not by the main agent.
 *
 * @example Keep what the main agent says
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { isSubagentMessage, parseMessage } from "@turnstream/turnstream/protocol";
 *
 * const message = { role: "assistant", content: [{ type: "text", text: "found it" }] };
 * assertEquals(isSubagentMessage(parseMessage({ type: "assistant", message, parent_tool_use_id: "toolu_1" })), true);
 * assertEquals(isSubagentMessage(parseMessage({ type: "assistant", message, parent_tool_use_id: null })), false);
 * ```
 *
 * @param event A message or an event.
 * @returns Whether it belongs to a subagent.
 */
export function isSubagentMessage(
  event: Typed,
): event is (AssistantMessage | UserMessage | StreamEventMessage) & { parent_tool_use_id: string } {
  if (!isAssistant(event) && !isUser(event) && event.type !== "stream_event") return false;
  return typeof (event as StreamEventMessage).parent_tool_use_id === "string";
}
