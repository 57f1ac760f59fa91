import { Observable } from "./rxjs.ts";
import type { PermissionMode } from "../protocol/messages.ts";
import type { TransportExit } from "../process/mod.ts";
import type { Agent } from "./agent.ts";
import type { ControlDesk } from "./controls/control_desk.ts";
import type { RequestOptions } from "./controls/mod.ts";
import { SessionMethods } from "./controls/session_methods.ts";
import type { AgentCore } from "./core.ts";
import { EDGES, type Edges } from "./edges.ts";
import type { AgentEvent, DecisionRecord, FrameRecord } from "./events.ts";
import { RECORDS } from "./records.ts";
import { findMe, IDLE, type Idleness } from "./idle.ts";
import { type Leaving, type Pace, PACED, pendingPaces } from "./pace.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** An agent as scripts see it, on top of its conversation. */
export class CoreAgent extends SessionMethods implements Agent {
  readonly exited: Promise<TransportExit>;
  readonly #core: AgentCore;
  readonly #leaving: Leaving = () => this.#core.closed ? this.exited : undefined;
  #output: Observable<AgentEvent> | undefined;

  constructor(core: AgentCore, exited: Promise<TransportExit>) {
    super();
    this.#core = core;
    this.exited = exited;
  }

  /** Whether there is nothing to do. */
  get [IDLE](): Idleness {
    const { busy, closed, desk, turns } = this.#core;
    return { idle: closed || (!busy && !desk.busy), turnEnded: turns.anyEnded, listeners: desk.decided };
  }

  /** Takes the pace of a consumer. */
  [PACED](pace: Pace): void {
    this.#core.pacing.add(pace);
    pace.noteAgent(this.#leaving);
  }

  /** Notes that the agent is held in the hand: its events are what comes out of its pipeline. */
  hold(output: Observable<AgentEvent>): void {
    this.#output = output;
  }

  get events(): Observable<AgentEvent> {
    const source = this.#output ?? this.#core.events;
    return new Observable((subscriber) => {
      // Behind a selector nothing that comes tells whose it is, and the subscription ends here.
      for (const pace of pendingPaces()) this[PACED](pace);
      findMe(this);
      return source.subscribe(subscriber);
    });
  }

  /** How requests about tool calls were decided, hot; for `decisions`. */
  get [RECORDS](): Observable<DecisionRecord> {
    return this.#core.records.asObservable();
  }

  /** What crosses the pipe beside frames; for `record`. */
  get [EDGES](): Edges {
    return this.#core.edges;
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
    const turn = this.#core.desk.ask(prompt);
    this.#core.pacing.look();
    return await turn;
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

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
