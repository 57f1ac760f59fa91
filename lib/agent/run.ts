import { guardAgent, type Launch, type ProcessError, StderrTail, type Transport } from "../process/mod.ts";
import type { TransportExit } from "../process/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { AgentCore } from "./core.ts";
import { type Expectation, missed } from "./expectations.ts";
import { shakeHands } from "./handshake.ts";
import { buildLaunch, openTransport } from "./launch.ts";
import { hear } from "./hear.ts";
import { LastWait } from "./last_wait.ts";
import { latePart } from "./load_late.ts";
import type { ClaudeOptions } from "./options.ts";
import { died, endedWell, runEnd, unexpectedExit, versionOfTheDead } from "./run_end.ts";
import type { RunParts } from "./run_parts.ts";
import { takesSigint } from "./sigint.ts";
import { descend, quieten } from "./stop.ts";
import { warnAtStart } from "./warnings.ts";

const NEVER_STARTED: TransportExit = { code: null, signal: null };

/** One run: from the Opening to the process's end, in every way that it can end. */
export class Run {
  /** The conversation. */
  readonly core: AgentCore;
  /** Resolves when the handshake is done; rejects when the run ends before. */
  readonly ready: Promise<void>;

  readonly #options: ClaudeOptions;
  readonly #parts: RunParts;
  readonly #expected = new Set<Expectation>();
  readonly #ready = Promise.withResolvers<void>();
  readonly #exited = Promise.withResolvers<TransportExit>();
  readonly #tail: StderrTail;
  readonly #lastWait: LastWait;
  #phase: "opening" | "starting" | "running" | "finishing" | "ending" | "over" = "opening";
  #transport: Transport | undefined;
  #launch: Launch | undefined;
  #failure: { error: unknown } | undefined;
  /** Resolves when the process is heard: what it asked before must be refused before its input is closed. */
  readonly #heard = Promise.withResolvers<void>();
  #releaseGuard = () => {};

  /**
   * @param options What the agent is started with.
   * @param parts What surrounds it.
   * @throws {UsageError} If the options cannot be used.
   */
  constructor(options: ClaudeOptions, parts: RunParts) {
    this.#options = options;
    this.#parts = parts;
    this.ready = this.#ready.promise;
    this.ready.catch(() => {});
    this.#tail = new StderrTail({ env: options.env ?? {} });
    const owner = {
      fail: (error: unknown) => void this.end({ error }),
      cannotWrite: (error: unknown) => this.#lastWait.begin(error),
      finish: () => void this.#finish(),
      stop: () => this.end(),
    };
    this.core = new AgentCore(options, { late: latePart, ...parts, owner, exited: this.#exited.promise });
    this.#lastWait = new LastWait(parts.clock, {
      ms: this.core.limits.graceMs,
      giveUp: () => void this.end({ error: this.#died(NEVER_STARTED) }),
    });
  }

  /** Resolves when the process has gone; never rejects. */
  get exited(): Promise<TransportExit> {
    return this.#exited.promise;
  }

  /** Whether the Opening has flowed past. */
  get opened(): boolean {
    return this.core.registry.sealed;
  }

  /** Notes responders that must see the Opening. */
  expect(expectations: readonly Expectation[]): void {
    for (const each of expectations) this.#expected.add(each);
  }

  /** Begins: the Opening comes in a microtask, so that everybody who subscribes now sees it. */
  begin(): void {
    this.#options.signal?.addEventListener("abort", this.#onAbort);
    queueMicrotask(() => this.#open());
  }

  /**
   * Ends the run as design decision 7 has it: refuse, interrupt, EOF, signals. Subscribers are told
   * when the process has gone.
   *
   * @param failure The error that the stream ends with; a plain end where absent.
   */
  end(failure?: { error: unknown }): Promise<TransportExit> {
    if (this.#phase === "over" || this.#phase === "ending") return this.exited;
    this.#failure ??= failure;
    const { core } = this;
    if (this.#transport === undefined) {
      this.#over(NEVER_STARTED);
      return this.exited;
    }
    const finishing = this.#phase === "finishing";
    this.#phase = "ending";
    core.desk.close(failure?.error ?? new UsageError("Cannot go on with this agent: it is ending"));
    if (finishing) core.refuseAll();
    else void this.#descend(this.#transport, quieten(core, this.#failure?.error));
    return this.exited;
  }

  #open(): void {
    if (this.#phase === "over") return;
    const { core } = this;
    if (this.#options.signal?.aborted === true) return this.#onAbort();
    core.emit(core.registry.opening);
    core.registry.seal();
    queueMicrotask(() => this.#check());
  }

  #check(): void {
    if (this.#phase === "over") return;
    const error = missed(this.#expected, this.core.registry.opening);
    if (error !== undefined) return void this.end({ error });
    this.core.limiting.begin();
    this.#start();
  }

  async #start(): Promise<void> {
    await this.#parts.after;
    const { core } = this;
    const mayStart = await core.limiting.mayStart();
    if (this.#phase === "over") return;
    if (!mayStart) return this.#openDesk();
    try {
      this.#launch = buildLaunch(this.#options, core);
      this.#transport = core.edges.watch(openTransport(this.#options, this.#launch));
    } catch (error) {
      return void this.end({ error });
    }
    const transport = this.#transport;
    this.#phase = "starting";
    const kill = (name: "SIGINT" | "SIGKILL") => transport.signal(name);
    if (this.#options.signals !== false && this.#options.transport === undefined) {
      this.#releaseGuard = guardAgent({ interrupt: () => takesSigint(core), end: () => this.end(), kill });
    }
    // First all processes that start together: a fork copies the memory of what follows (4 % of 100 agents).
    await undefined;
    core.attach(transport); // What waits for that goes on behind the handshake's first line.
    if (this.#phase !== "starting") return void this.#watch(transport);
    warnAtStart(core, transport);
    this.#handshake(); // Begins by writing: `#watch` reads nothing before that is taken.
    this.#watch(transport);
  }

  async #handshake(): Promise<void> {
    try {
      await shakeHands(this.core);
    } catch (error) {
      return void this.end({ error });
    }
    if (this.#phase !== "starting") return;
    this.#openDesk();
  }

  #openDesk(): void {
    this.#phase = "running";
    this.#ready.resolve();
    this.core.openDesk();
    this.core.desk.open(this.#parts.prompts);
  }

  /** Everything is done: what no turn waits for is refused while it can be, the input is closed, the process exits or is helped. */
  async #finish(): Promise<void> {
    if (this.#phase !== "running") return;
    if (this.#transport === undefined) return this.#over(NEVER_STARTED);
    this.#phase = "finishing";
    this.core.dispatcher?.shutDown();
    await this.#descend(this.#transport, true);
  }

  async #descend(transport: Transport, eof: boolean | Promise<boolean>): Promise<void> {
    const { graceMs } = this.core.limits;
    const [quiet] = await Promise.all([eof, this.#heard.promise]);
    const failure = await descend(transport, { graceMs, eof: quiet, clock: this.#parts.clock });
    if (failure === undefined) return;
    this.#failure ??= failure;
    this.#over(NEVER_STARTED);
  }

  async #watch(transport: Transport): Promise<void> {
    const { core } = this;
    transport.exited.then(() => this.#lastWait.end());
    const exit = await hear(core, transport, {
      onStderr: (chunk) => {
        this.#tail.push(chunk);
        if (core.stderr.observed) core.stderrLines.push(chunk);
      },
      onBroken: (cause) => void (this.#lastWait.cause ??= cause),
      onFailure: (error) => void this.end({ error }),
      onHeard: () => this.#heard.resolve(),
      // A process that closes its output and lives on is of no use, and would be waited for for ever.
      onSilence: () => this.#lastWait.begin(),
      died: (exit) => this.#died(exit),
    });
    const dead = { launch: this.#launch, clock: this.#parts.clock };
    this.#gone(exit, this.#phase === "starting" ? await versionOfTheDead(core, dead) : undefined);
  }

  #gone(exit: TransportExit, version: string | undefined): void {
    const asked = this.#phase === "finishing" || this.#phase === "ending";
    if (exit.error !== undefined) this.#failure ??= { error: exit.error };
    else if (!asked && !(this.#phase === "running" && endedWell(this.core, exit))) {
      this.#failure ??= { error: this.#died(exit, version) };
    } else if (this.#phase === "finishing") {
      const what = unexpectedExit(this.core, exit);
      if (what !== undefined) this.core.report("warning", what, this.#died(exit));
    }
    this.#over(exit);
  }

  #over(exit: TransportExit): void {
    if (this.#phase === "over") return;
    this.#phase = "over";
    this.#lastWait.end();
    const { core } = this;
    core.limiting.over();
    this.#options.signal?.removeEventListener("abort", this.#onAbort);
    this.#releaseGuard();
    const error = this.#failure?.error ?? new UsageError("Cannot use this agent any more: it has ended");
    core.abandon(error);
    core.records.complete();
    this.#ready.reject(error);
    this.#exited.resolve(exit);
    this.#parts.onOver?.();
    if (this.#failure === undefined) {
      if (this.#transport !== undefined) core.emit(runEnd(core, exit));
      core.events.complete();
    } else {
      core.events.error(this.#failure.error);
    }
    core.frames.complete();
    core.stderr.complete();
  }

  #died(exit: TransportExit, version?: string): ProcessError {
    const known = { stderrTail: this.#tail.text, launch: this.#launch, version, cause: this.#lastWait.cause };
    return died(this.core, { exit, starting: this.#phase === "starting", ...known });
  }

  readonly #onAbort = (): void => void this.end({ error: this.#options.signal?.reason });
}
