import type { AssistantMessage, ResultMessage } from "../protocol/messages.ts";

const IN_USAGE = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
const IN_MODEL_USAGE = ["inputTokens", "outputTokens", "cacheCreationInputTokens", "cacheReadInputTokens"];

/** Counts an agent's tokens since its last turn ended. */
export class TokenCount {
  #main = 0;
  #subagents = 0;
  /** The message that each speaker is at: its frames repeat the same usage, and come in one piece. */
  readonly #current = new Map<string, { id: string | undefined; tokens: number }>();

  /** The tokens, as the messages tell them. */
  get sum(): number {
    return this.#main + this.#subagents;
  }

  /** Takes note of a message, which may be one of several frames of the same answer. */
  observe({ message, parent_tool_use_id: parent }: AssistantMessage): void {
    const speaker = parent ?? "";
    const tokens = sumOf(message.usage, IN_USAGE);
    const before = this.#current.get(speaker);
    const same = before !== undefined && before.id === message.id;
    const more = same ? Math.max(0, tokens - before.tokens) : tokens;
    this.#current.set(speaker, { id: message.id, tokens: same ? before.tokens + more : tokens });
    if (speaker === "") this.#main += more;
    else this.#subagents += more;
  }

  /**
   * Begins anew when a turn has ended.
   *
   * @param result The frame that closed it: it knows better what was written, as a message's own figure is that of its
   * beginning, and of calls that are in no message.
   * @returns The tokens since the turn before.
   */
  settle(result: ResultMessage | undefined): number {
    const byModel = result?.model_usage_since_last_result;
    const told = typeof byModel === "object" && byModel !== null
      ? Object.values(byModel).reduce((sum, usage) => sum + sumOf(usage, IN_MODEL_USAGE), 0)
      : sumOf(result?.usage, IN_USAGE) + this.#subagents;
    const tokens = Math.max(this.sum, told);
    this.#main = 0;
    this.#subagents = 0;
    for (const speaker of this.#current.keys()) if (speaker !== "") this.#current.delete(speaker);
    return tokens;
  }
}

function sumOf(usage: unknown, names: readonly string[]): number {
  if (typeof usage !== "object" || usage === null) return 0;
  return names.reduce((sum, name) => sum + count((usage as Record<string, unknown>)[name]), 0);
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
