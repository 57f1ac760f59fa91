import type { Observable, Subscription } from "rxjs";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import type { Prompts } from "../../../lib/agent/prompts.ts";
import { claudeOn } from "../../../lib/agent/claude.ts";
import type { Turn } from "../../../lib/agent/turn.ts";
import { FakeClock } from "../../support/fake_clock.ts";
import { macrotask } from "../../support/no_rejections.ts";
import { type FarEnd, farEnd } from "./_far_end.ts";

/** The processes that were started, in order. */
export class Processes {
  readonly started: FarEnd[] = [];
  readonly #waiters: { index: number; resolve: (cli: FarEnd) => void }[] = [];

  /** A value for the option `transport`. */
  readonly transport: NonNullable<ClaudeOptions["transport"]> = (launch) => {
    const cli = farEnd(launch);
    const index = this.started.push(cli) - 1;
    this.#waiters.filter((waiter) => waiter.index === index).forEach((waiter) => waiter.resolve(cli));
    return cli;
  };

  /** The process of that number; waits for it. */
  async at(index: number): Promise<FarEnd> {
    return this.started[index] ?? await new Promise((resolve) => this.#waiters.push({ index, resolve }));
  }
}

/** A subscription, with what it gave. */
export class Watch<T = AgentEvent> {
  readonly events: T[] = [];
  readonly subscription: Subscription;
  /** How it ended, once it has. */
  ending: "complete" | { error: unknown } | undefined;
  readonly #ended = Promise.withResolvers<void>();
  readonly #waiters = new Set<() => void>();

  constructor(source: Observable<T>) {
    this.subscription = source.subscribe({
      next: (event) => {
        this.events.push(event);
        for (const look of this.#waiters) look();
      },
      error: (error) => {
        this.ending = { error };
        this.#ended.resolve();
      },
      complete: () => {
        this.ending = "complete";
        this.#ended.resolve();
      },
    });
  }

  /** Resolves when the stream has ended, in whatever way. */
  get ended(): Promise<void> {
    return this.#ended.promise;
  }

  /** The error that it ended with; waits for it. */
  async error(): Promise<Error> {
    await this.#ended.promise;
    if (typeof this.ending !== "object") throw new Error("The stream completed");
    return this.ending.error as Error;
  }

  /** Waits for the completion. */
  async complete(): Promise<void> {
    await this.#ended.promise;
    if (typeof this.ending === "object") throw this.ending.error;
  }

  /** Waits for an event, or gives one that came already. */
  async until(predicate: (event: T) => boolean): Promise<T> {
    const found = this.events.find(predicate);
    if (found !== undefined) return found;
    return await new Promise((resolve) => {
      const look = () => {
        const event = this.events.findLast(predicate);
        if (event === undefined) return;
        this.#waiters.delete(look);
        resolve(event);
      };
      this.#waiters.add(look);
    });
  }
}

/** One agent in the test's hand: its process, its events, its clock. */
export interface Session {
  readonly cli: FarEnd;
  readonly clock: FakeClock;
  readonly watch: Watch;
  readonly notes: string[];
}

/** Options of `session`. */
export interface SessionOptions extends ClaudeOptions {
  /** What the events flow through. */
  pipeline?: (events: Observable<AgentEvent>) => Observable<AgentEvent>;
}

/** Starts an agent on a process that is driven by hand, and on a clock that stands still. */
export function session(prompts: Prompts, options: SessionOptions = {}): Session {
  const { pipeline = (events) => events, ...others } = options;
  const cli = farEnd();
  const clock = new FakeClock();
  const notes: string[] = [];
  const events = claudeOn(clock, prompts, {
    transport: cli,
    onDiagnostic: (note) => notes.push(`${note.kind}: ${note.message}`),
    ...others,
  });
  return { cli, clock, notes, watch: new Watch(pipeline(events)) };
}

/** Resolves when the script has read, and done, all that it can by now. */
export async function settled({ cli, watch }: Pick<Session, "cli" | "watch">): Promise<void> {
  const mark = crypto.randomUUID();
  cli.push({ type: "test_mark", mark });
  await watch.until((event) => event.type === "unknown" && event.raw.mark === mark);
  await macrotask();
}

/** The turns that have ended. */
export function turnsOf({ events }: Watch): Turn[] {
  return events.flatMap((event) => event.type === "turn_end" ? [event.turn] : []);
}

/** The kinds of the events, without diagnostics. */
export function kinds({ events }: Watch): string[] {
  return events.filter((event) => event.type !== "diagnostic")
    .map((event) => "subtype" in event && event.type === "system" ? String(event.subtype) : event.type);
}
