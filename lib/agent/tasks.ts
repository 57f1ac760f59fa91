import type { Message, UserMessage } from "../protocol/messages.ts";

interface Task {
  /** The tool use that started it. */
  toolUseId: string | undefined;
  /** `running`; `ended` while the CLI owes the main agent the news; `told` once it has announced them. */
  state: "running" | "ended" | "told";
}

/**
 * Which subagents are at work, and for which the CLI still owes a turn. Shell commands in the
 * background do not count.
 *
 * The CLI tells the main agent of each background subagent that ended: in a turn of its own, or
 * folded into the running one. A subagent in front is settled by its tool result. One that was
 * stopped owes nothing. The older CLI says "idle" while a subagent works, and in the gap between
 * its end and the turn that is owed, so its word alone is not enough.
 */
export class Tasks {
  readonly #tasks = new Map<string, Task>();
  #cutOff: string[] | undefined;

  /** The ids of the subagents that have not settled: at work, or ended unannounced, now or when the run's end began. */
  get unsettledIds(): string[] {
    return this.#cutOff ?? [...this.#tasks].filter(([, task]) => task.state !== "told").map(([id]) => id);
  }

  /** Whether a subagent is at work. */
  get working(): boolean {
    return [...this.#tasks.values()].some((task) => task.state === "running");
  }

  /** Whether a subagent is at work, or a turn is owed for one. */
  get unsettled(): boolean {
    return this.#tasks.size > 0;
  }

  /** Takes note of a message. */
  observe(message: Message): void {
    if (message.type === "user") return this.#observeUser(message);
    if (message.type !== "system") return;
    switch (message.subtype) {
      case "task_started":
        if (message.task_type === "local_bash") return;
        this.#tasks.set(message.task_id, { toolUseId: message.tool_use_id, state: "running" });
        return;
      case "task_updated":
        return this.#ended(message.task_id, message.patch?.status, "ended");
      case "task_notification":
        return this.#ended(message.task_id, message.status, "told");
      case "session_state_changed":
        if (message.state === "idle") this.#settleTold(Infinity);
        return;
    }
  }

  /** Takes note that the run's end begins: the CLI stops what is at work, and that is no settling. */
  close(): void {
    this.#cutOff ??= this.unsettledIds;
  }

  /** Takes note of the end of a turn that the CLI started by itself: it was owed for one subagent. */
  unsolicitedTurnEnded(): void {
    this.#settleTold(1);
  }

  #ended(id: string, status: unknown, state: "ended" | "told"): void {
    const task = this.#tasks.get(id);
    if (task === undefined || typeof status !== "string" || status === "running" || status === "pending") return;
    if (status === "completed" || status === "failed") task.state = state;
    else this.#tasks.delete(id);
  }

  #settleTold(most: number): void {
    const told = [...this.#tasks].filter(([, task]) => task.state === "told").slice(0, most);
    for (const [id] of told) this.#tasks.delete(id);
  }

  #observeUser(message: UserMessage): void {
    if (this.#tasks.size === 0) return;
    const { content } = message.message;
    if (typeof content === "string") {
      for (const [, id] of content.matchAll(/<task-id>([^<]+)<\/task-id>/g)) this.#tasks.delete(id ?? "");
      return;
    }
    for (const block of content) {
      if (block.type !== "tool_result") continue;
      for (const [id, task] of this.#tasks) {
        // The result of a subagent in front comes after its end; that of one behind, at its launch.
        if (task.toolUseId === block.tool_use_id && task.state !== "running") this.#tasks.delete(id);
      }
    }
  }
}
