import { Actor, type Turn } from "./_actor.ts";
import { callHooks } from "./_hooks.ts";
import { tell } from "./_speech.ts";
import type { Machine } from "./_machine.ts";
import type { TaskOptions } from "./scenario_options.ts";

/** A subagent at work. */
export class Task extends Actor {
  /** Its id. */
  readonly id: string;
  /** Whether the agent goes on while it works. */
  readonly isBackground: boolean;
  /** What follows when it has ended by itself. */
  onCompleted: (() => void) | undefined;
  readonly #machine: Machine;
  readonly #options: TaskOptions;

  /** Enters a task among those that run. */
  constructor(machine: Machine, toolUseId: string, options: TaskOptions) {
    const id = machine.ids.short("task");
    super(id, toolUseId);
    this.id = id;
    this.isBackground = options.background ?? true;
    this.#machine = machine;
    this.#options = options;
    machine.tasks.set(id, this);
  }

  /** Tells that it begins, does its work, and tells that it has ended. */
  async work(body: () => Promise<void> | void): Promise<string> {
    const { prompt = "Work on it", description = "A task", subagentType = "general-purpose" } = this.#options;
    const machine = this.#machine;
    this.#tellList();
    this.#emit("task_started", {
      description,
      subagent_type: subagentType,
      is_backgrounded: this.isBackground,
      task_type: "local_agent",
      prompt,
    });
    const about = { agent_id: this.id, agent_type: subagentType };
    await callHooks(machine, this, { event: "SubagentStart", input: about, subject: subagentType });
    if (!this.isBackground && !this.isOver) tell(machine, this, [{ type: "text", text: prompt }]);
    await body();
    if (!this.isOver) {
      const input = { ...about, stop_hook_active: false, last_assistant_message: this.lastText };
      await callHooks(machine, this, { event: "SubagentStop", input, subject: subagentType });
    }
    this.#end("completed");
    return this.#options.summary ?? this.lastText;
  }

  /** Stops it: what it asked is taken back. */
  kill(): void {
    this.#end("stopped");
  }

  #end(status: "completed" | "stopped"): void {
    const machine = this.#machine;
    if (this.isOver || machine.isGone) return;
    this.finish();
    machine.wire.cancel({ owner: this });
    machine.tasks.delete(this.id);
    this.#emit("task_updated", { patch: { status: status === "stopped" ? "killed" : status } });
    this.#emit("task_notification", { status, summary: this.#options.summary ?? this.lastText });
    this.#tellList();
    if (status === "completed") this.onCompleted?.();
    machine.desk.next();
  }

  #emit(subtype: string, fields: object): void {
    const tool_use_id = this.parentToolUseId;
    this.#machine.emit({ type: "system", subtype, task_id: this.id, tool_use_id, ...fields });
  }

  /** The newer CLI tells the whole list each time; tasks that the agent waits for are not in it. */
  #tellList(): void {
    if (!this.#machine.isNew || !this.isBackground) return;
    const tasks = [...this.#machine.tasks.values()].filter((task) => task.isBackground);
    this.#machine.emit({
      type: "system",
      subtype: "background_tasks_changed",
      tasks: tasks.map((task) => ({ task_id: task.id, task_type: "local_agent" })),
    });
  }
}

/** The origin of the turn that the CLI owes for a task. */
export const OWED: NonNullable<Turn["origin"]> = { kind: "task-notification", producer: "session-task" };
