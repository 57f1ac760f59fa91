import type { Observable } from "rxjs";
import { UsageError } from "../protocol/errors.ts";
import type { PermissionMode } from "../protocol/messages.ts";
import type { TransportExit } from "../process/mod.ts";
import type { Agent, InterruptReceipt } from "./agent.ts";
import type { AgentCore } from "./core.ts";
import type { AgentEvent, FrameRecord } from "./events.ts";
import type { Prompt } from "./prompt.ts";
import type { Turn } from "./turn.ts";

/** An agent as scripts see it, on top of its conversation. */
export class CoreAgent implements Agent {
  readonly exited: Promise<TransportExit>;
  readonly #core: AgentCore;
  #output: Observable<AgentEvent> | undefined;

  constructor(core: AgentCore, exited: Promise<TransportExit>) {
    this.#core = core;
    this.exited = exited;
  }

  /** Notes that the agent is held in the hand: its events are what comes out of its pipeline. */
  hold(output: Observable<AgentEvent>): void {
    this.#output = output;
  }

  get events(): Observable<AgentEvent> {
    return this.#output ?? this.#core.events.asObservable();
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

  get mode(): PermissionMode | undefined {
    return this.#core.session.mode;
  }

  send(prompt: Prompt): string {
    return this.#core.send(prompt);
  }

  async ask(prompt: Prompt): Promise<Turn> {
    return await this.#core.desk.ask(prompt);
  }

  async request(subtype: string, payload?: Record<string, unknown>): Promise<Record<string, unknown>> {
    if (subtype === "initialize") {
      throw new UsageError("Cannot send initialize a second time: older versions of the CLI drop the hooks it brings");
    }
    return await this.#core.request(subtype, payload);
  }

  async interrupt(): Promise<InterruptReceipt> {
    const { still_queued } = await this.#core.interrupt();
    return { stillQueued: Array.isArray(still_queued) ? still_queued.map(String) : [] };
  }

  async setPermissionMode(mode: PermissionMode): Promise<void> {
    const answer = await this.#core.request("set_permission_mode", { mode });
    this.#core.session.setMode(answer.mode ?? mode);
  }

  async setModel(model: string | null): Promise<void> {
    await this.#core.request("set_model", { model });
  }

  close(): Promise<TransportExit> {
    return this.#core.owner.stop();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}
