import type { Observable, Subscription } from "rxjs";
import { type Agent, type AgentEvent, agentOf, type RunEnd, type Turn } from "../../../mod.ts";

/** How a stream ended: by itself, or with an error. */
export type Ending = "complete" | { error: unknown };

/** A subscription to an agent, with everything that it gave. */
export class Watch {
  /** The events, in order. */
  readonly events: AgentEvent[] = [];
  /** The kinds of what was written to the agent: `user` for a prompt, and control requests by their subtype. */
  readonly written: string[] = [];
  /** The subscription. */
  readonly subscription: Subscription;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<Ending>;
  readonly #waiting = new Set<() => void>();

  constructor(source: Observable<AgentEvent>) {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ended = promise;
    this.subscription = source.subscribe({
      next: (event) => {
        this.events.push(event);
        if (event.type === "opening") this.#readWritten(event);
        this.#look();
      },
      error: (error) => resolve({ error }),
      complete: () => resolve("complete"),
    });
  }

  /** The agent. */
  get agent(): Agent {
    return agentOf(this.events[0]!);
  }

  /** The turns that have ended. */
  get turns(): Turn[] {
    return this.events.flatMap((event) => event.type === "turn_end" ? [event.turn] : []);
  }

  /** The run's end, once it has come. */
  get runEnd(): RunEnd | undefined {
    const last = this.events.at(-1);
    return last?.type === "run_end" ? last : undefined;
  }

  /** Waits for the first event, come or still to come, for which `wanted` holds; fails if the stream ends before. */
  async until(wanted: (event: AgentEvent) => boolean): Promise<AgentEvent> {
    await this.#reached(() => this.events.some(wanted));
    return this.events.find(wanted)!;
  }

  /** Waits until something of a kind has been written to the agent. */
  async untilWritten(kind: string): Promise<void> {
    await this.#reached(() => this.written.includes(kind));
  }

  /** Waits for the end of a turn. */
  async turn(index: number): Promise<Turn> {
    await this.until((event) => event.type === "turn_end" && event.turn.index === index);
    return this.turns[index]!;
  }

  /** Waits for the completion. */
  async complete(): Promise<void> {
    const ending = await this.ended;
    if (ending !== "complete") throw ending.error;
  }

  /** Waits for the error. */
  async error(): Promise<unknown> {
    const ending = await this.ended;
    if (ending === "complete") throw new Error("The stream completed, although an error was expected");
    return ending.error;
  }

  async #reached(condition: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = () => condition() ? resolve() : undefined;
    this.#waiting.add(look);
    look();
    let isOver = false;
    const ended = this.ended.then((ending) => {
      if (isOver) return;
      const cause = ending === "complete" ? undefined : ending.error;
      throw new Error("The stream ended before what was awaited", { cause });
    });
    try {
      await Promise.race([promise, ended]);
    } finally {
      isOver = true;
      this.#waiting.delete(look);
    }
  }

  #readWritten(event: AgentEvent): void {
    agentOf(event).frames.subscribe(({ direction, frame }) => {
      if (direction === "in") return;
      const { type, request } = frame as { type: string; request?: { subtype: string } };
      this.written.push(request?.subtype ?? type);
      this.#look();
    });
  }

  #look(): void {
    for (const look of this.#waiting) look();
  }
}
