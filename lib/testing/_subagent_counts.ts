/** How many subagents there were, as results of the newer CLI tell it. */
export class SubagentCounts {
  readonly #byType: Record<string, number> = {};
  #background = 0;
  #foreground = 0;
  #completed = 0;
  #killed = 0;

  /** One begins. */
  begin(type: string, isBackground: boolean): void {
    this.#byType[type] = (this.#byType[type] ?? 0) + 1;
    if (isBackground) this.#background++;
    else this.#foreground++;
  }

  /** One has ended. */
  end(status: "completed" | "stopped"): void {
    if (status === "completed") this.#completed++;
    else this.#killed++;
  }

  /** The counts. */
  get stats(): Record<string, unknown> {
    const spawned = this.#background + this.#foreground;
    return {
      spawned,
      requested: { background: this.#background, foreground: this.#foreground, unset: 0 },
      started_in_background: this.#background,
      max_depth: spawned > 0 ? 1 : 0,
      spawned_by_subagents: 0,
      completed: this.#completed,
      failed: 0,
      killed: { parent: 0, user: this.#killed, system: 0 },
      refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
      by_type: { ...this.#byType },
    };
  }
}
