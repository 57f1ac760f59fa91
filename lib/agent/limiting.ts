import type { Message } from "../protocol/messages.ts";
import type { AgentCore } from "./core.ts";
import { endTurn } from "./end_turn.ts";
import { ControlError } from "./errors.ts";
import type { LimitedRun, RunWatch } from "./limiter.ts";
import type { FullPrompt } from "./prompts.ts";
import type { Turn } from "./turn.ts";

/** The limits that stand around one agent. */
export class Limiting {
  readonly #core: AgentCore;
  readonly #watches: RunWatch[] = [];
  #neverStarted: string | undefined;

  /** @param core The agent. */
  constructor(core: AgentCore) {
    this.#core = core;
  }

  /** Takes the limits that were registered. */
  begin(): void {
    const run = limitedRun(this.#core);
    for (const limiter of this.#core.registry.limiters) this.#watches.push(limiter.watch(run));
  }

  /**
   * Waits until the process may start.
   *
   * @returns Whether it may at all: with a limit that is used up there is nothing to start it for.
   */
  async mayStart(): Promise<boolean> {
    for (const watch of this.#watches) await watch.ready?.();
    this.#neverStarted = this.#refusal();
    if (this.#neverStarted === undefined) {
      for (const watch of this.#watches) watch.starting?.();
      return true;
    }
    const message = `Cannot ask the agent for anything: it was not started, because ${this.#neverStarted}`;
    this.#core.correlator.close(new ControlError(message, { kind: "not_running", subtype: "initialize" }));
    return false;
  }

  /**
   * Looks whether a prompt may be written. One that may not has its turn at once: it was not run, and its outcome is
   * `limit`.
   *
   * @returns Whether it was refused.
   */
  refuses(prompt: FullPrompt): boolean {
    const reason = this.#neverStarted ?? this.#refusal();
    if (reason === undefined) {
      for (const watch of this.#watches) watch.prompted?.();
      return false;
    }
    const { turns, session } = this.#core;
    endTurn(this.#core, turns.refuse(prompt, { reason, sessionId: session.sessionId }));
    return true;
  }

  /** Tells of a message. */
  observe(message: Message): void {
    for (const watch of this.#watches) watch.observe?.(message);
  }

  /** Whether a limit looks at what is read. */
  get watching(): boolean {
    return this.#watches.length > 0;
  }

  /** Whether a limit wants to know what the model says before it is emitted. */
  get looksAhead(): boolean {
    return this.#watches.some((watch) => watch.readAhead !== undefined);
  }

  /** Tells of a message that waits for a paced consumer. */
  readAhead(message: Message): void {
    for (const watch of this.#watches) watch.readAhead?.(message);
  }

  /** Tells of a turn's end. */
  turnEnded(turn: Turn): void {
    for (const watch of this.#watches) watch.turnEnded?.(turn);
  }

  /** Tells that the run is over. */
  over(): void {
    for (const watch of this.#watches.splice(0)) watch.over?.();
  }

  #refusal(): string | undefined {
    for (const watch of this.#watches) {
      const reason = watch.refuses?.();
      if (reason !== undefined) return reason;
    }
    return undefined;
  }
}

function noSign({ limits }: AgentCore, reason: string): ControlError {
  const message = `Cannot interrupt the turn although ${reason}: the CLI showed no sign of it within ` +
    `${limits.controlMs} ms (limits.controlMs). A process that does not answer is not usable any more, so it is ended`;
  return new ControlError(message, { kind: "timeout", subtype: "interrupt" });
}

function limitedRun(core: AgentCore): LimitedRun {
  return {
    agent: core.agent,
    get inFlight(): number {
      return core.turns.inFlight.length;
    },
    get held(): boolean {
      return core.pacing.held;
    },
    get text(): string {
      return core.turns.textSoFar;
    },
    cut(reason: string): boolean {
      if (!core.turns.running && !core.tasks.working) return false;
      core.turns.cut(reason);
      // An interrupt waits for a sign of the turn, which a CLI that hangs never shows.
      const callOff = core.clock.after(core.limits.controlMs, () => {
        if (core.turns.running && !core.turns.live) core.owner.fail(noSign(core, reason));
      });
      core.agent.interrupt().catch((error) => {
        // Without an interrupt the limit would not hold. A time-out or a death ends the run by itself.
        if (error instanceof ControlError && error.kind !== "not_running") core.owner.fail(error);
      }).finally(callOff);
      return true;
    },
    report: (message) => core.report("warning", message),
    fail: (error) => core.owner.fail(error),
  };
}
