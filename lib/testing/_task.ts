import { Actor } from "./_actor.ts";
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
  readonly #run: { run_id?: string };

  /** Enters a task among those that run. */
  constructor(machine: Machine, toolUseId: string, options: TaskOptions) {
    const id = machine.ids.short("task");
    super(id, toolUseId);
    this.#machine = machine;
    this.#options = options;
    this.id = id;
    this.#run = machine.isNew ? { run_id: machine.ids.short("run") } : {};
    machine.ledger.subagents.begin(this.#type, options.background ?? true);
    this.isBackground = options.background ?? true;
    machine.tasks.set(id, this);
  }

  /** Tells that it begins, does its work, and tells that it has ended. */
  async work(body: () => Promise<void> | void): Promise<string> {
    const { prompt = "Work on it", description = "A task", subagentType = "general-purpose" } = this.#options;
    const machine = this.#machine;
    this.#tellList();
    this.#emit("task_started", {
      ...this.#toolUse,
      description,
      subagent_type: subagentType,
      ...(machine.isNew ? { is_backgrounded: this.isBackground, spawn_depth: 1 } : {}),
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

  override get identity(): Record<string, unknown> {
    return {
      ...(this.#machine.isNew ? { agent_id: this.id } : {}),
      subagent_type: this.#type,
      task_description: this.#description,
    };
  }

  /** The origin of the turn that the CLI owes for it. */
  get origin(): Record<string, unknown> {
    const producer = this.#machine.isNew ? { producer: "session-task", runId: this.#run.run_id } : {};
    return { kind: "task-notification", ...producer };
  }

  /** Tells what it is about to do. */
  tellProgress(tool: string, input: Record<string, unknown>): void {
    this.#emit("task_progress", {
      ...this.#toolUse,
      description: typeof input.description === "string" ? `Running ${input.description}` : `Using ${tool}`,
      last_tool_name: tool,
      subagent_type: this.#type,
      usage: this.#usage,
    });
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
    machine.ledger.subagents.end(status);
    const end_time = Date.parse(machine.timestamp);
    this.#emit("task_updated", { patch: { status: status === "stopped" ? "killed" : status, end_time } });
    const output_file = `/tmp/tasks/${this.id}.output`;
    this.#emit("task_notification", {
      ...{ ...this.#toolUse, status, summary: this.#summary, output_file, usage: this.#usage },
      ...(machine.isNew && this.isBackground && status === "completed" ? { summary_is_report: true } : {}),
    });
    this.#tellList();
    if (status === "completed") this.onCompleted?.();
    machine.desk.next();
  }

  get #type(): string {
    return this.#options.subagentType ?? "general-purpose";
  }

  get #description(): string {
    return this.#options.description ?? "A task";
  }

  get #toolUse(): object {
    return { tool_use_id: this.parentToolUseId };
  }

  get #usage(): object {
    return { total_tokens: 32 * this.modelCalls, tool_uses: this.tools, duration_ms: 20 };
  }

  /** Seen on 2.1.197: its notices tell no report. */
  get #summary(): string {
    if (this.#options.summary !== undefined || this.#machine.isNew) return this.#options.summary ?? this.lastText;
    return this.isBackground ? `Agent "${this.#description}" finished` : this.#description;
  }

  #emit(subtype: string, fields: object): void {
    this.#machine.emit({ type: "system", subtype, task_id: this.id, ...fields, ...this.#run });
  }

  /** The newer CLI tells the whole list each time; tasks that the agent waits for are not in it. */
  #tellList(): void {
    if (!this.#machine.isNew || !this.isBackground) return;
    const tasks = [...this.#machine.tasks.values()].filter((task) => task.isBackground);
    this.#machine.emit({
      type: "system",
      subtype: "background_tasks_changed",
      tasks: tasks.map((task) => ({
        task_id: task.id,
        task_type: "local_agent",
        description: task.#description,
        subagent_type: task.#type,
        ...task.#run,
      })),
    });
  }
}
