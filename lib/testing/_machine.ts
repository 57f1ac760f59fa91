import type { Actor, Turn } from "./_actor.ts";
import { HookTable } from "./_hooks.ts";
import { type Flags, readFlags } from "./_flags.ts";
import { distorted } from "./_distort.ts";
import { Ids } from "./_ids.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { placeOf } from "./_place.ts";
import { receive } from "./_receive.ts";
import { Ledger } from "./_ledger.ts";
import { Queue } from "./_queue.ts";
import { ScriptServers } from "./_script_servers.ts";
import type { SimulateOptions } from "./simulate.ts";
import type { Task } from "./_task.ts";
import { TurnDesk } from "./_turn_desk.ts";
import { defaultModel } from "./_surroundings.ts";
import { stopAtSignal } from "./_turn_ends.ts";
import { ProcessGone, Wire } from "./_wire.ts";
import type { Launch, Transport, TransportExit } from "../process/transport.ts";

/** The options of `simulate`, complete. */
export interface MachineOptions extends Required<Omit<SimulateOptions, "seed">> {
  /** The number in all ids. */
  seed: number | undefined;
  /** Told of what fails in the scenario. */
  onFailure: (error: Error) => void;
}

/** One simulated process: what it remembers, and how it goes. */
export class Machine implements Transport {
  readonly launch: Launch;
  readonly options: MachineOptions;
  readonly flags: Flags;
  readonly ids: Ids;
  readonly wire: Wire;
  readonly hooks: HookTable = new HookTable();
  readonly queue: Queue = new Queue();
  readonly ledger: Ledger = new Ledger();
  readonly desk: TurnDesk = new TurnDesk(this);
  readonly servers: ScriptServers = new ScriptServers(this);
  readonly tasks: Map<string, Task> = new Map();
  readonly pid = 4243;
  readonly sessionId: string;
  mode: string;
  modeBefore = "default";
  model: string;
  /** Settings that the script has set since the start. */
  flagSettings: Record<string, unknown> = {};
  turn: Turn | undefined;
  /** The CLI's own id of the last prompt. */
  promptId: string | undefined;
  lastIsError = false;
  /** How often it was initialized. */
  initialized = 0;
  /** Whether the results have a schema. */
  hasSchema = false;
  isEnded = false;
  isGone = false;
  /** Whether a signal has told it to go. */
  isStopping = false;
  /** Whether it reads its input no more, as the older CLI does after a malformed control request. */
  isDeaf = false;
  readonly output: ReadableStream<Uint8Array>;
  #hasFailed = false;
  readonly #exit = Promise.withResolvers<TransportExit>();
  #state = "idle";
  #moments = 0;

  constructor(launch: Launch, options: MachineOptions) {
    this.launch = launch;
    this.options = options;
    this.ids = new Ids(options.seed);
    this.wire = new Wire(this.ids, this.isNew);
    this.flags = readFlags(launch.args);
    this.sessionId = this.flags.sessionId ?? this.ids.uuid("session");
    this.mode = this.flags.mode;
    this.model = this.flags.model ?? defaultModel(options.version);
    this.output = this.#misbehaving(options.misbehave);
  }

  get stderr(): ReadableStream<Uint8Array> {
    return this.wire.stderr.stream;
  }

  get exited(): Promise<TransportExit> {
    return this.#exit.promise;
  }

  /** Resolves when the process has gone. */
  get gone(): Promise<void> {
    return this.#exit.promise.then(() => {});
  }

  /** Whether the newer CLI is imitated. */
  get isNew(): boolean {
    return this.options.version === "2.1.332";
  }

  write(line: string): Promise<void> {
    if (this.isGone) return Promise.reject(new Error("Cannot write to the agent: it has gone"));
    if (this.isEnded) return Promise.reject(new Error("Cannot write to the agent: its input is closed"));
    for (const one of line.split("\n")) receive(this, one);
    return Promise.resolve();
  }

  end(): Promise<void> {
    if (this.isEnded || this.isGone) return Promise.resolve();
    this.isEnded = true;
    this.wire.closeInput();
    this.desk.next();
    return Promise.resolve();
  }

  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void {
    if (this.isGone || (name !== "SIGKILL" && this.options.ignore.includes(name))) return;
    if (name === "SIGKILL") this.exit(null, "SIGKILL");
    else if (name === "SIGTERM") this.exit(143);
    else {
      this.isStopping = true;
      stopAtSignal(this);
      this.exit(0);
    }
  }

  /** Writes a message with its session and its own id. */
  emit(message: object): void {
    this.wire.emit({ ...message, session_id: this.sessionId, uuid: this.ids.uuid("frame") });
  }

  /** The time of day in frames: a simulation's own, so that it is the same each time. */
  get timestamp(): string {
    return new Date(Date.UTC(2026, 0, 1) + this.#moments++).toISOString();
  }

  /** Tells whether the session runs, where the script wants to know. */
  emitState(state: "running" | "requires_action" | "idle"): void {
    if (this.#state === state) return;
    this.#state = state;
    if (this.launch.env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS !== "1") return;
    this.emit({ type: "system", subtype: "session_state_changed", state });
  }

  /** Sets the permission mode and tells of it. */
  setMode(mode: string): void {
    if (mode !== this.mode) this.modeBefore = this.mode;
    this.mode = mode;
    this.emit({ type: "system", subtype: "status", status: null, permissionMode: mode });
  }

  /** What every hook is told. */
  hookBase(actor: Actor | undefined): Record<string, unknown> {
    const cwd = this.launch.cwd ?? "/srv/demo";
    const agent = actor?.agentId === undefined ? {} : { agent_id: actor.agentId, agent_type: "general-purpose" };
    const transcript_path = `/home/user/.claude/projects/demo/${this.sessionId}.jsonl`;
    const base = { session_id: this.sessionId, transcript_path, cwd, permission_mode: this.mode, ...agent };
    return this.promptId === undefined ? base : { ...base, prompt_id: this.promptId };
  }

  /** A hook's answer did not fit: the CLI grumbles and goes on. */
  hookFailed(event: string, id: string): void {
    this.wire.stderr.write(`Error in hook callback ${id}\n`);
    if (!this.isNew) return;
    const content =
      `${event}: Hook callback ${id} failed: its answer was an error or did not fit, and counts as empty.`;
    this.emit({ type: "system", subtype: "informational", content, level: "warning", tag: "hook_callback_failed" });
  }

  /** Ends the process. */
  exit(code: number | null, signal: string | null = null): void {
    if (this.isGone) return;
    this.isGone = true;
    this.turn?.finish();
    for (const task of this.tasks.values()) task.finish();
    this.desk.close();
    this.wire.close();
    const { exitCode } = this.options.misbehave;
    this.#exit.resolve({ code: signal === null ? exitCode ?? code : code, signal });
  }

  #misbehaving(misbehave: Misbehaviour): ReadableStream<Uint8Array> {
    const { stream } = this.wire.output;
    if (misbehave.stderrBytes !== undefined) this.wire.stderr.write("e".repeat(misbehave.stderrBytes));
    if (Object.keys(misbehave).length === 0) return stream;
    return distorted(stream, { ...misbehave, onTruncated: () => this.exit(1) });
  }

  /** Ends the process because its scenario failed; a scenario that is left behind is no failure. */
  fail(reason: unknown): void {
    if (reason instanceof ProcessGone || this.#hasFailed) return;
    this.#hasFailed = true;
    const error = reason instanceof Error ? reason : new Error(`Cannot go on with the scenario: ${String(reason)}`);
    this.options.onFailure(error);
    // What an own check of the scenario finds after the end is a failure that the process cannot tell any more.
    if (this.isGone) return;
    this.wire.stderr.write(`${error.message}\n${placeOf(error)}`);
    this.exit(1);
  }
}
