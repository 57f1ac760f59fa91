import type { Observable } from "rxjs";
import type { PermissionMode } from "../protocol/messages.ts";
import type { TransportExit } from "../process/mod.ts";
import type { Agent } from "./agent.ts";
import type { ControlDesk } from "./controls/control_desk.ts";
import type { RequestOptions } from "./controls/mod.ts";
import { SessionMethods } from "./controls/session_methods.ts";
import type { AgentCore } from "./core.ts";
import type { AgentEvent, DecisionRecord, FrameRecord } from "./events.ts";
import { RECORDS } from "./records.ts";
import { IDLE, type Idleness } from "./idle.ts";
import { type Pace, PACED } from "./pace.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** An agent as scripts see it, on top of its conversation. */
export class CoreAgent extends SessionMethods implements Agent {
  readonly exited: Promise<TransportExit>;
  readonly #core: AgentCore;
  #output: Observable<AgentEvent> | undefined;

  constructor(core: AgentCore, exited: Promise<TransportExit>) {
    super();
    this.#core = core;
    this.exited = exited;
  }

  /** Whether there is nothing to do. */
  get [IDLE](): Idleness {
    const { busy, desk } = this.#core;
    return { idle: !busy && !desk.busy, listeners: desk.decided };
  }

  /** Takes the pace of a consumer. */
  [PACED](pace: Pace): void {
    this.#core.pacing.add(pace);
    pace.noteExit(this.exited);
  }

  /** Notes that the agent is held in the hand: its events are what comes out of its pipeline. */
  hold(output: Observable<AgentEvent>): void {
    this.#output = output;
  }

  get events(): Observable<AgentEvent> {
    return this.#output ?? this.#core.events.asObservable();
  }

  /** How requests about tool calls were decided, hot; for `decisions`. */
  get [RECORDS](): Observable<DecisionRecord> {
    return this.#core.records.asObservable();
  }

  get frames(): Observable<FrameRecord> {
    return this.#core.frames.asObservable();
  }

  get stderr(): Observable<string> {
    return this.#core.stderr.asObservable();
  }

  get pid(): number | undefined {
    return this.#core.pid;
  }

  get sessionId(): string | undefined {
    return this.#core.session.sessionId;
  }

  get parentSessionId(): string | undefined {
    return this.#core.session.parentId;
  }

  get mode(): PermissionMode | undefined {
    return this.#core.session.mode;
  }

  send(prompt: Prompt): string {
    return this.#core.send(prompt);
  }

  async ask(prompt: Prompt): Promise<Turn> {
    return await this.#core.desk.ask(prompt);
  }

  request(subtype: string, ...[fields, options]: [Record<string, unknown>?, RequestOptions?]): Promise<never> {
    // What comes back is whatever the request's kind promises.
    return this.desk.request(subtype, fields, options) as Promise<never>;
  }

  close(): Promise<TransportExit> {
    return this.#core.owner.stop();
  }

  protected override get desk(): ControlDesk {
    return this.#core.controls;
  }

  protected override noteMode(mode: PermissionMode): void {
    this.#core.session.setMode(mode);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
