import type { SchedulerLike } from "rxjs";
import { Subscription, timer } from "../agent/rxjs.ts";
import { StalledError, type StallPhase } from "../agent/errors.ts";
import type { FrameRecord } from "../agent/events.ts";
import type { LimitedRun, RunWatch } from "../agent/limiter.ts";
import type { Message } from "../protocol/messages.ts";
import { Phases } from "./_phases.ts";

/** The limits by phase, in milliseconds. */
export interface PhaseLimits {
  start?: number;
  firstToken?: number;
  streaming?: number;
  tool?: number;
  settle?: number;
}

/** Watches the phases of one run. */
export class PhaseWatch implements RunWatch {
  readonly #run: LimitedRun;
  readonly #limits: PhaseLimits;
  readonly #scheduler: SchedulerLike;
  readonly #phases = new Phases();
  readonly #frames = new Subscription();
  #timer: Subscription | undefined;
  #deadline = 0;
  #lastRetry: Message | undefined;
  #armed: StallPhase | undefined;
  #piece = "";

  constructor(run: LimitedRun, { limits, scheduler }: { limits: PhaseLimits; scheduler: SchedulerLike }) {
    this.#run = run;
    this.#limits = limits;
    this.#scheduler = scheduler;
  }

  starting(): void {
    this.#frames.add(this.#run.agent.frames.subscribe((record) => this.#look(record)));
    this.#phases.starts();
    this.#arm(0);
  }

  observe(message: Message): void {
    this.#notePiece(message);
    if (message.type === "system" && message.subtype === "api_retry") this.#lastRetry = message;
    const life = this.#phases.observe(message);
    if (life !== undefined || this.#phases.now !== this.#armed) this.#arm(life?.extraMs ?? 0);
  }

  turnEnded(): void {
    this.#piece = "";
    this.#lastRetry = undefined;
    this.#phases.turnEnded(this.#run.inFlight > 0);
    this.#arm(0);
  }

  over(): void {
    this.#frames.unsubscribe();
    this.#disarm();
  }

  /** Control frames and prompts; messages come parsed, to `observe`. */
  #look({ direction, frame }: FrameRecord): void {
    const change = direction === "out" ? this.#phases.written(frame) : this.#phases.read(frame);
    if (change || this.#phases.now !== this.#armed) this.#arm(0);
  }

  #arm(extraMs: number): void {
    const phase = this.#phases.now;
    const limit = phase === undefined ? undefined : limitOf(this.#limits, phase);
    if (phase !== this.#armed) this.#disarm();
    this.#armed = phase;
    if (phase === undefined || limit === undefined) return;
    this.#deadline = this.#scheduler.now() + limit + extraMs;
    this.#timer ??= this.#wait(phase, limit);
  }

  /** A sign of life only moves the deadline: a timer for each piece of an answer would be too much. */
  #wait(phase: StallPhase, limit: number): Subscription {
    const left = this.#deadline - this.#scheduler.now();
    return timer(Math.max(0, left), this.#scheduler).subscribe(() => {
      this.#timer = undefined;
      if (this.#run.held) this.#deadline = this.#scheduler.now() + limit;
      if (this.#scheduler.now() >= this.#deadline) this.#stalled(phase, limit);
      else this.#timer = this.#wait(phase, limit);
    });
  }

  #disarm(): void {
    this.#timer?.unsubscribe();
    this.#timer = undefined;
  }

  #stalled(phase: StallPhase, limit: number): void {
    this.over();
    const text = this.#run.text + this.#piece;
    this.#run.fail(
      new StalledError(`The agent stood still for ${limit} ms while ${DOING[phase]} (watchdog: ${OPTION[phase]})`, {
        phase,
        text,
        ...(this.#lastRetry === undefined ? {} : { cause: this.#lastRetry }),
      }),
    );
  }

  /** What has come in pieces since the last whole message. */
  #notePiece(message: Message): void {
    if (message.type === "assistant" && (message.parent_tool_use_id ?? null) === null) this.#piece = "";
    if (message.type !== "stream_event" || (message.parent_tool_use_id ?? null) !== null) return;
    const { type, delta } = message.event as { type?: unknown; delta?: { type?: unknown; text?: unknown } };
    if (type === "message_start") this.#piece = "";
    if (type === "content_block_delta" && typeof delta?.text === "string") this.#piece += delta.text;
  }
}

const OPTION: Record<StallPhase, keyof PhaseLimits | "stallMs"> = {
  start: "start",
  first_token: "firstToken",
  streaming: "streaming",
  tool: "tool",
  settle: "settle",
  consumer: "stallMs",
};

const DOING: Record<StallPhase, string> = {
  start: "it started",
  first_token: "waiting for the first token of an answer",
  streaming: "an answer was streaming",
  tool: "a tool was running",
  settle: "subagents worked on after the turn",
  consumer: "the script took nothing",
};

function limitOf(limits: PhaseLimits, phase: StallPhase): number | undefined {
  const option = OPTION[phase];
  return option === "stallMs" ? undefined : limits[option];
}
