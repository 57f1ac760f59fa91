import { Subject } from "./rxjs.ts";
import { UsageError } from "../protocol/errors.ts";
import type { ResultMessage } from "../protocol/messages.ts";
import { serialiseFrame } from "../protocol/serialise.ts";
import type { Clock, Transport } from "../process/mod.ts";
import { CoreAgent } from "./core_agent.ts";
import type { CoreOwner, CoreParts } from "./core_owner.ts";
import type { Dispatcher } from "./answer/dispatcher.ts";
import { emitFrom, setAgent } from "./brand.ts";
import type { FullLimits } from "./check_limits.ts";
import { ControlDesk } from "./controls/control_desk.ts";
import { Correlator } from "./correlate.ts";
import { announce, diagnostic } from "./diagnostics.ts";
import { Edges } from "./edges.ts";
import { FanOut } from "./fan_out.ts";
import type { AgentEvent, DecisionRecord, DiagnosticKind, FrameRecord } from "./events.ts";
import { consumerStalled, markAhead } from "./held_back.ts";
import { type HookTable, hookTable } from "./hook_table.ts";
import { writeLine } from "./launch.ts";
import { Limiting } from "./limiting.ts";
import { Lines } from "./lines.ts";
import type { LateSource } from "./load_late.ts";
import { Misfits } from "./misfits.ts";
import { Registry } from "./opening.ts";
import type { ClaudeOptions } from "./options.ts";
import { Pacing } from "./pacing.ts";
import { PromptDesk } from "./prompt_desk.ts";
import { promptFrame, usedTwice } from "./prompt_frame.ts";
import { type FullPrompt, fullPrompt } from "./prompts.ts";
import type { Prompt } from "./prompt.ts";
import { SessionState } from "./session_state.ts";
import { Tasks } from "./tasks.ts";
import { TurnTracker } from "./turn_tracker.ts";

/**
 * One agent's conversation: reads frames, keeps what is known, answers requests, writes prompts. It
 * starts and ends nothing; `Run` does.
 */
export class AgentCore {
  readonly options: ClaudeOptions;
  readonly limits: FullLimits;
  readonly registry: Registry = new Registry();
  readonly events: FanOut<AgentEvent> = new FanOut();
  readonly frames: Subject<FrameRecord> = new Subject();
  readonly records: Subject<DecisionRecord> = new Subject();
  readonly stderr: Subject<string> = new Subject();
  /** Takes the pieces of standard error, where somebody wants its lines. */
  readonly stderrLines: Lines = new Lines((line) => this.stderr.next(line));
  readonly edges: Edges;
  readonly session: SessionState;
  readonly tasks: Tasks = new Tasks();
  readonly pacing: Pacing;
  readonly turns: TurnTracker = new TurnTracker();
  readonly limiting: Limiting = new Limiting(this);
  readonly misfits: Misfits = new Misfits();
  readonly correlator: Correlator;
  /** What the script asks of the CLI. */
  readonly controls: ControlDesk = new ControlDesk(this);
  readonly desk: PromptDesk;
  readonly agent: CoreAgent;
  /** Answers the CLI's requests, once the process is listened to. */
  dispatcher: Dispatcher | undefined;
  /** The last turn's error, where it failed. */
  lastError: string | undefined;
  /** The last turn's raw result. */
  lastResult: ResultMessage | undefined;
  /** Whether what is read at this moment passes messages that wait for a paced consumer. */
  readingAhead = false;
  /** Whether the script asked the CLI to exit. */
  leaving = false;
  /** The kind of the last frame that was written, for the error of a process that dies on it. */
  lastWritten: string | undefined;
  /** Resolves when the last frame was written, or never will be. */
  written: Promise<void> | undefined;
  readonly owner: CoreOwner;
  /** Where deadlines come from. */
  readonly clock: Clock;
  /** Where what reads and answers comes from. */
  readonly late: LateSource;
  #transport: Transport | undefined;
  #hooks: HookTable | undefined;
  #phase: "new" | "starting" | "open" | "closed" = "new";
  readonly #uuids = new Set<string>();
  #early: FullPrompt[] = [];
  #onSign: (() => void)[] = [];
  readonly #attached = Promise.withResolvers<void>();

  constructor(options: ClaudeOptions, parts: CoreParts) {
    this.options = options;
    this.limits = parts.limits;
    this.owner = parts.owner;
    this.clock = parts.clock;
    this.late = parts.late;
    this.edges = new Edges(options, (message, cause) => this.report("warning", message, cause));
    this.session = new SessionState(options);
    this.correlator = new Correlator(parts.clock, {
      write: (frame) => this.write(frame),
      onTimeout: (error) => this.owner.fail(error),
    });
    this.pacing = new Pacing({
      clock: parts.clock,
      stallMs: this.limits.stallMs,
      awaitsAnswer: () => this.correlator.pending.length > 0,
      awaitsTurn: () => this.desk.asked,
      onStall: () => this.owner.fail(consumerStalled(this)),
    });
    this.desk = new PromptDesk({
      clock: parts.clock,
      settleMs: this.limits.settleMs,
      canSend: () => this.#phase === "open" && !this.turns.running && (this.session.idle || this.tasks.working),
      running: () => this.turns.running,
      unsettled: () => this.tasks.unsettled || !this.session.idle,
      write: (prompt) => this.#writePrompt(prompt),
      finish: () => this.owner.finish(),
      giveUp: () => void this.owner.stop(),
      fail: (error) => this.owner.fail(error),
    });
    this.agent = new CoreAgent(this, parts.exited);
  }

  /** The hooks as they are told to the CLI; known once the Opening has flowed past. */
  get hooks(): HookTable {
    return this.#hooks ??= hookTable(this.registry, this.limits.hookMs);
  }

  /** The process id, where there is one. */
  get pid(): number | undefined {
    return this.#transport?.pid;
  }

  /** Whether a turn runs, ours or the CLI's own, or subagents are at work. */
  get busy(): boolean {
    return this.turns.running || this.tasks.unsettled || !this.session.idle;
  }

  /** Whether the agent is ending, or has ended. */
  get closed(): boolean {
    return this.#phase === "closed";
  }

  /** Resolves when something can be sent; `undefined` where it can already. */
  get attached(): Promise<void> | undefined {
    return this.#phase === "new" ? this.#attached.promise : undefined;
  }

  /** What waits for an answer, in words: theirs for ours, ours for theirs. */
  get pending(): string[] {
    return [...this.correlator.pending, ...this.dispatcher?.waiting ?? []];
  }

  /** Takes the transport: frames can be written. What the script asked before goes on, unless the agent is ending. */
  attach(transport: Transport): void {
    this.#transport = transport;
    if (this.#phase !== "new") return;
    this.#attached.resolve();
    this.#phase = "starting";
  }

  /** The handshake is done: prompts may be written. */
  openDesk(): void {
    this.#phase = "open";
    this.#attached.resolve();
    for (const prompt of this.#early.splice(0)) this.#writePrompt(prompt);
  }

  /** From now on everything that the CLI asks is refused. */
  refuseAll(): void {
    this.#phase = "closed";
    this.tasks.close();
    this.dispatcher?.shutDown();
    this.pacing.end();
  }

  /** The process has gone: nothing waits any more. */
  abandon(error: unknown): void {
    this.#phase = "closed";
    this.dispatcher?.abandon();
    this.pacing.end();
    this.correlator.close(error);
    this.controls.close(error);
    this.#attached.resolve();
    this.desk.close(error);
    this.showSign();
    this.stderrLines.end();
  }

  /** Lets an interrupt go that waits for a sign of the turn, if there was one. */
  showSign(): void {
    if (this.#onSign.length === 0 || (this.turns.running && !this.turns.live && this.#phase !== "closed")) return;
    for (const resolve of this.#onSign.splice(0)) resolve();
  }

  /** Emits an event. */
  emit(event: AgentEvent): void {
    if (this.readingAhead) markAhead(event);
    emitFrom(this, event);
  }

  /** Emits a diagnostic. */
  report(kind: DiagnosticKind, message: string, cause?: unknown): void {
    const note = diagnostic(kind, message, cause);
    setAgent(note, this.agent);
    announce(note, this.options.onDiagnostic);
    this.emit(note);
  }

  /** Writes a frame; gives its line. What fails fails the run, or, while that ends, what waits for an answer to it. */
  write(frame: object): string {
    if (this.frames.observed) this.frames.next({ direction: "out", frame });
    const { type, request } = frame as { type?: string; request?: { subtype?: string } };
    this.lastWritten = request?.subtype ?? type;
    if (type === "control_request") this.pacing.requested();
    const line = serialiseFrame(frame);
    const failed = (error: unknown) =>
      this.#phase === "closed" ? this.correlator.close(error) : this.owner.cannotWrite(error);
    this.written = this.#transport && writeLine(this.#transport, line).catch(failed);
    return line;
  }

  /** Writes a prompt at once, whatever runs. Gives its uuid. */
  send(prompt: Prompt): string {
    const full = fullPrompt(prompt);
    if (this.#phase === "closed") throw new UsageError("Cannot send a prompt: the agent is ending, or has ended");
    if (this.#uuids.has(full.uuid)) throw usedTwice(full);
    if (this.#phase === "open") this.#writePrompt(full);
    else this.#early.push(full);
    return full.uuid;
  }

  /** Waits until the CLI has shown a sign of the turn that a prompt was sent for. */
  async sign(): Promise<void> {
    if (this.turns.running && !this.turns.live) await new Promise<void>((resolve) => this.#onSign.push(resolve));
  }

  /** What is known of a prompt: it waits for the start and is now forgotten, was written, or was never seen. */
  takeBack(uuid: string): "early" | "written" | undefined {
    const waiting = this.#early.findIndex((prompt) => prompt.uuid === uuid);
    if (waiting !== -1) this.#early.splice(waiting, 1);
    return waiting !== -1 ? "early" : this.#uuids.has(uuid) ? "written" : undefined;
  }

  #writePrompt(prompt: FullPrompt): void {
    if (this.#uuids.has(prompt.uuid)) return this.owner.fail(usedTwice(prompt));
    this.#uuids.add(prompt.uuid);
    if (this.limiting.refuses(prompt)) return;
    this.turns.sent(prompt);
    this.desk.written();
    this.write(promptFrame(prompt));
  }
}
