import type { Clock } from "../process/mod.ts";
import type { Collector } from "./answer/collect.ts";
import { continuation } from "./continuation.ts";
import type { Prompt } from "./prompt.ts";
import { isRetried } from "./retried.ts";
import type { Turn } from "./turn.ts";
import { type FullPrompt, fullPrompt, heldOpen, type PromptFeed, type PromptSource } from "./prompts.ts";
import type { EndedTurn } from "./turn_tracker.ts";

/** What the desk needs of the agent around it. */
export interface DeskPorts {
  /** Where deadlines come from. */
  readonly clock: Clock;
  /** How long subagents may work on when nothing else is to be done, in milliseconds. */
  readonly settleMs: number;
  /** Whether a prompt can be written now: no turn runs, ours or the CLI's own. */
  canSend(): boolean;
  /** Whether a turn runs, or a prompt was written whose turn has not ended. */
  running(): boolean;
  /** Whether subagents are at work, or the CLI owes a turn for one that ended. */
  unsettled(): boolean;
  /** Writes a prompt. */
  write(prompt: FullPrompt): void;
  /** Nothing more is to be done. */
  finish(): void;
  /** The subagents did not settle in time. */
  giveUp(): void;
  /** A source of prompts or a continuation failed. */
  fail(error: unknown): void;
}

interface Asked {
  resolve(turn: Turn): void;
  reject(error: unknown): void;
}

/** Keeps the prompts of one agent, writes each when its time has come, and tells when all is done. */
export class PromptDesk {
  readonly #ports: DeskPorts;
  readonly #waiting: FullPrompt[] = [];
  readonly #continuations: FullPrompt[] = [];
  readonly #asked = new Map<string, Asked>();
  readonly #ending = new AbortController();
  #source: PromptSource | undefined;
  #feed: PromptFeed | undefined;
  #open = false;
  #usedUp = false;
  #deciding = 0;
  #stopSettling: (() => void) | undefined;
  #closed: { error: unknown } | undefined;

  /** @param ports The agent around it. */
  constructor(ports: DeskPorts) {
    this.#ports = ports;
  }

  /** Whether all prompts have been written, and no more will come. */
  get done(): boolean {
    return this.#usedUp && this.#queued === 0 && this.#deciding === 0;
  }

  /** Called whenever a responder has thought about a next prompt. */
  readonly decided: Set<() => void> = new Set();

  /** Whether a prompt waits or may come from the source, or a responder thinks about one. */
  get busy(): boolean {
    if (this.#closed !== undefined) return false;
    const mayCome = !this.#usedUp && this.#source !== heldOpen;
    return mayCome || this.#queued > 0 || this.#deciding > 0;
  }

  /** Whether somebody waits for a turn that was asked for. */
  get asked(): boolean {
    return this.#asked.size > 0;
  }

  /** Begins to take prompts; nothing is written before. */
  open(source: PromptSource): void {
    this.#open = true;
    this.#source = source;
    try {
      this.#feed = source.open({
        next: (prompt) => this.#take(prompt),
        complete: () => {
          this.#usedUp = true;
          this.pump();
        },
        error: (error) => this.#ports.fail(error),
      });
    } catch (error) {
      return this.#ports.fail(error);
    }
    if (this.#closed !== undefined) this.#feed.stop();
    this.pump();
  }

  /** Queues a prompt; gives its turn when it has ended. */
  ask(prompt: Prompt): Promise<Turn> {
    const full = fullPrompt(prompt);
    return new Promise((resolve, reject) => {
      if (this.#closed !== undefined) return reject(this.#closed.error);
      this.#asked.set(full.uuid, { resolve, reject });
      this.#waiting.push(full);
      this.pump();
    });
  }

  /** Does what can be done now: writes the next prompt, asks for one, finishes, or waits for so long. */
  pump(): void {
    if (!this.#open || this.#closed !== undefined || this.#deciding > 0 || this.#ports.running()) return;
    const canSend = this.#ports.canSend();
    if (canSend && this.#writeNext()) return;
    if (!this.#usedUp && this.#queued === 0) return this.#feed?.pull();
    if (canSend && !this.#ports.unsettled()) return this.#ports.finish();
    this.#stopSettling ??= this.#ports.clock.after(this.#ports.settleMs, () => this.#settledLate());
  }

  /** A prompt was written, here or past the desk: what is at work may take its time anew. */
  written(): void {
    this.#stopSettling?.();
    this.#stopSettling = undefined;
  }

  /** A turn's end is about to flow past: nothing is done before `turnEnded`, whatever its subscribers ask for. */
  turnEnds(): void {
    this.#deciding++;
  }

  /** Takes a turn's end that `turnEnds` announced: tells who asked for it, and lets responders continue. */
  turnEnded(ended: EndedTurn, collector: Collector<Prompt | false>): void {
    this.#deciding--;
    if (!isRetried(ended.turn)) this.#settle(ended);
    const deciding = continuation(collector, this.#ending.signal);
    if (deciding === undefined) return this.pump();
    this.#deciding++;
    deciding.then((prompt) => {
      const next = prompt === undefined ? undefined : fullPrompt(prompt);
      if (next !== undefined) this.#continuations.push(next);
      if (next !== undefined && isRetried(ended.turn)) this.#replace(ended.prompts, next);
      else this.#settle(ended);
    }).catch((error) => {
      if (this.#closed === undefined) this.#ports.fail(error);
    }).finally(() => {
      this.#deciding--;
      this.pump();
      for (const callback of this.decided) callback();
    });
  }

  /**
   * Takes a prompt's turn that was not run. A source that may be endless is asked for no more: what it would give would
   * be refused as well.
   */
  turnRefused(ended: EndedTurn): void {
    this.#deciding--;
    this.#settle(ended);
    if (!this.#usedUp && this.#source?.finite === false) {
      this.#feed?.stop();
      this.#usedUp = true;
    }
    // Not at once: many prompts may be refused one after another.
    queueMicrotask(() => this.pump());
  }

  /** Forgets a prompt that waits here; gives back whether there was one. */
  takeBack(uuid: string, error: unknown): boolean {
    const queue = [this.#waiting, this.#continuations].find((each) => each.some((prompt) => prompt.uuid === uuid));
    queue?.splice(queue.findIndex((prompt) => prompt.uuid === uuid), 1);
    if (queue !== undefined) this.withdrawn([uuid], error);
    return queue !== undefined;
  }

  /** Prompts were taken back before their turn: who waits for it is told so. */
  withdrawn(uuids: readonly string[], error: unknown): void {
    for (const uuid of uuids) {
      this.#asked.get(uuid)?.reject(error);
      this.#asked.delete(uuid);
    }
    this.pump();
  }

  /** No more prompts; whoever waits for a turn is told why. */
  close(error: unknown): void {
    if (this.#closed !== undefined) return;
    this.#closed = { error };
    this.#feed?.stop();
    this.#stopSettling?.();
    this.#ending.abort(error);
    for (const asked of this.#asked.values()) asked.reject(error);
    this.#asked.clear();
  }

  /** Tells who asked for a turn. */
  #settle({ turn, prompts }: EndedTurn): void {
    for (const { uuid } of prompts) {
      this.#asked.get(uuid)?.resolve(turn);
      this.#asked.delete(uuid);
    }
  }

  /** Lets who asked for the turn of some prompts wait for that of another, which takes their place. */
  #replace(prompts: readonly FullPrompt[], { uuid }: FullPrompt): void {
    const asked = prompts.flatMap((prompt) => this.#asked.get(prompt.uuid) ?? []);
    for (const prompt of prompts) this.#asked.delete(prompt.uuid);
    if (asked.length === 0) return;
    this.#asked.set(uuid, {
      resolve: (turn) => asked.forEach((each) => each.resolve(turn)),
      reject: (error) => asked.forEach((each) => each.reject(error)),
    });
  }

  #take(prompt: Prompt): void {
    if (this.#closed !== undefined) return;
    try {
      this.#waiting.push(fullPrompt(prompt));
    } catch (error) {
      return this.#ports.fail(error);
    }
    this.pump();
  }

  get #queued(): number {
    return this.#waiting.length + this.#continuations.length;
  }

  #writeNext(): boolean {
    const next = this.#continuations.shift() ?? this.#waiting.shift();
    if (next === undefined) return false;
    this.#ports.write(next);
    return true;
  }

  /** Who waits with a prompt gets its turn all the same: the CLI queues what comes while it is busy. */
  #settledLate(): void {
    this.#stopSettling = undefined;
    if (!this.#writeNext()) this.#ports.giveUp();
  }
}
