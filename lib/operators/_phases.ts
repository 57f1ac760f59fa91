import type { StallPhase } from "../agent/errors.ts";
import type { AssistantMessage, Message, UserMessage } from "../protocol/messages.ts";

/** A sign of life. */
export interface Life {
  /** How much longer than its limit the phase may now take, in milliseconds: an announced wait. */
  extraMs: number;
}

const ALIVE: Life = { extraMs: 0 };

/** In which phase a run is. */
export class Phases {
  #phase: StallPhase | undefined;
  /** The CLI's requests that wait for an answer of ours. */
  readonly #pending = new Set<string>();
  /** The main agent's calls that have no result yet. */
  readonly #tools = new Set<string>();
  /** The subagents at work. */
  readonly #tasks = new Set<string>();

  /** The phase; `undefined` while nothing is at work, or an answer of ours is waited for. */
  get now(): StallPhase | undefined {
    return this.#pending.size > 0 ? undefined : this.#phase;
  }

  /** The process starts. */
  starts(): void {
    this.#phase = "start";
  }

  /** Takes a frame that was written. Gives whether the phase begins anew. */
  written(frame: unknown): boolean {
    const { type, response } = frame as { type?: string; response?: { request_id?: string } };
    if (type === "control_response") return this.#pending.delete(response?.request_id ?? "");
    if (type !== "user" || this.#tools.size > 0 || this.#phase === "streaming") return false;
    this.#phase = "first_token";
    return true;
  }

  /** Takes a frame that was read. Gives whether the phase begins anew. */
  read(frame: unknown): boolean {
    const { type, request_id: id } = (frame ?? {}) as { type?: string; request_id?: string };
    const started = this.#phase === "start";
    if (started) this.#phase = undefined;
    if (typeof id !== "string") return started;
    if (type === "control_request") this.#pending.add(id);
    else if (type === "control_cancel_request") this.#pending.delete(id);
    else return started;
    return true;
  }

  /** Takes a message; gives whether it is a sign of life in the phase that follows from it. */
  observe(message: Message): Life | undefined {
    switch (message.type) {
      case "assistant":
        return this.#assistant(message);
      case "user":
        return this.#user(message);
      case "stream_event":
        if ((message.parent_tool_use_id ?? null) === null && this.#tools.size === 0) this.#phase = "streaming";
        return ALIVE;
      case "tool_progress":
        return this.#phase === "tool" ? undefined : this.#ifBegun();
      case "system":
        return this.#system(message);
      default:
        return this.#ifBegun();
    }
  }

  /** A turn ended. */
  turnEnded(anotherIsOut: boolean): void {
    this.#tools.clear();
    this.#phase = anotherIsOut ? "first_token" : this.#tasks.size > 0 ? "settle" : undefined;
  }

  #assistant({ message, parent_tool_use_id: parent }: AssistantMessage): Life {
    if ((parent ?? null) !== null) return ALIVE;
    this.#phase = "streaming";
    for (const block of message.content) if (block.type === "tool_use") this.#tools.add(block.id);
    if (this.#tools.size > 0) this.#phase = "tool";
    return ALIVE;
  }

  #user({ message, parent_tool_use_id: parent, isReplay }: UserMessage): Life | undefined {
    if ((parent ?? null) !== null) return ALIVE;
    if (isReplay === true || typeof message.content === "string") return this.#ifBegun();
    for (const block of message.content) if (block.type === "tool_result") this.#tools.delete(block.tool_use_id);
    if (this.#tools.size === 0 && this.#phase === "tool") this.#phase = "first_token";
    return ALIVE;
  }

  #system(message: Message & { type: "system" }): Life | undefined {
    switch (message.subtype) {
      case "api_retry":
        return { extraMs: Number.isFinite(message.retry_delay_ms) ? Math.max(0, message.retry_delay_ms) : 0 };
      case "thinking_tokens":
        if (this.#phase === "first_token") this.#phase = "streaming";
        return ALIVE;
      case "status":
        return ALIVE;
      case "init":
        // A turn that the CLI starts by itself.
        if (this.#phase === undefined || this.#phase === "settle") this.#phase = "first_token";
        return undefined;
      case "task_started":
        if (message.task_type !== "local_bash") this.#tasks.add(message.task_id);
        return this.#ifBegun();
      case "task_notification":
        return this.#taskEnded(message.task_id);
      case "task_updated": {
        const { status } = message.patch ?? {};
        return typeof status === "string" && status !== "running" && status !== "pending"
          ? this.#taskEnded(message.task_id)
          : this.#ifBegun();
      }
      default:
        return this.#ifBegun();
    }
  }

  #taskEnded(id: string): Life | undefined {
    this.#tasks.delete(id);
    // What the CLI owes for it comes soon, or nothing does: both are no standing still of a subagent.
    if (this.#phase === "settle" && this.#tasks.size === 0) this.#phase = undefined;
    return this.#ifBegun();
  }

  /** What says nothing of the model is a sign of life only where the model is not what is waited for. */
  #ifBegun(): Life | undefined {
    return this.#phase === "first_token" ? undefined : ALIVE;
  }
}
