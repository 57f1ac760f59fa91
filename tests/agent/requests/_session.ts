import { assert, assertEquals } from "@std/assert";
import { type MonoTypeOperatorFunction, pipe, type Subscription } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import type { Agent } from "../../../lib/agent/agent.ts";
import { claudeOn } from "../../../lib/agent/claude.ts";
import type { AgentEvent, Diagnostic, DiagnosticKind } from "../../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import type { Prompts } from "../../../lib/agent/prompts.ts";
import type { Turn } from "../../../lib/agent/turn.ts";
import { canUseTool, controlCancel, controlRequest, hookCallback, result } from "../../../lib/testing/frames/mod.ts";
import { type ScriptTransport, scriptTransport } from "../../../lib/testing/script_transport.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { FakeClock } from "../../support/fake_clock.ts";

export interface SessionParts {
  pipeline?: MonoTypeOperatorFunction<AgentEvent>;
  options?: ClaudeOptions;
  prompts?: Prompts;
}

/** A body of an answer, as it was written. */
// deno-lint-ignore no-explicit-any
export type Body = any;

/** Tells requests of a kind among the lines that were written. */
export function isRequest(subtype: unknown): (line: WrittenLine) => boolean {
  return (line) => line.request?.subtype === subtype;
}

/**
 * One run of a pipeline against a far end that the test plays. It counts: at its end every request
 * must have got one response for each delivery, all equal, and none after a withdrawal.
 */
export class Session {
  readonly clock = new FakeClock();
  readonly transport: ScriptTransport = scriptTransport();
  readonly events: AgentEvent[] = [];
  /** How the stream ended: `"completed"`, the error, or `undefined` while it runs. */
  end: { error: unknown } | "completed" | undefined;
  readonly over: Promise<void>;
  /** Ids that are decided anew, since a thousand others came between. */
  readonly forgotten = new Set<string>();
  #agent: Agent | undefined;
  readonly #over = Promise.withResolvers<void>();
  readonly #subscription: Subscription;
  readonly #deliveries = new Map<string, number>();
  readonly #withdrawn = new Set<string>();
  #initialize: WrittenLine | undefined;
  #count = 0;

  constructor({ pipeline = pipe(), options = {}, prompts = "go" }: SessionParts = {}) {
    this.over = this.#over.promise;
    const all: ClaudeOptions = { settingSources: ["user"], transport: this.transport, ...options };
    if (options !== undefined && "settingSources" in options && options.settingSources === undefined) {
      delete all.settingSources;
    }
    this.#subscription = claudeOn(this.clock, prompts, all).pipe(pipeline).subscribe({
      next: (event) => {
        this.#agent ??= agentOf(event);
        this.events.push(event);
      },
      error: (error) => {
        this.end = { error };
        this.#over.resolve();
      },
      complete: () => {
        this.end = "completed";
        this.#over.resolve();
      },
    });
  }

  get agent(): Agent {
    assert(this.#agent !== undefined, "no event has come yet");
    return this.#agent;
  }

  /** Answers initialize. */
  async handshake(answer: Record<string, unknown> = {}): Promise<WrittenLine> {
    this.#initialize = await this.transport.nextLine(isRequest("initialize"));
    this.transport.answer(this.#initialize, answer);
    return this.#initialize;
  }

  /** The callback id that initialize gave for an event. */
  hookId(event: string, index = 0): string {
    const hooks = this.#initialize?.request?.hooks as Record<string, { hookCallbackIds: string[] }[]> | undefined;
    const id = hooks?.[event]?.[index]?.hookCallbackIds[0];
    assert(id !== undefined, `initialize registers no hook ${index} for ${event}`);
    return id;
  }

  /** Says something, all of it in one piece; requests are counted. */
  push(...frames: object[]): void {
    for (const frame of frames) {
      const { type, request_id: id } = frame as { type?: string; request_id?: string };
      if (id === undefined || type !== "control_request") continue;
      this.#deliveries.set(id, (this.#deliveries.get(id) ?? 0) + 1);
    }
    this.transport.push(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(""));
  }

  /** Asks something and gives the response. */
  async ask(frame: { request_id: string }): Promise<Body> {
    this.push(frame);
    return await this.response(frame.request_id);
  }

  /** The response to a request. */
  async response(id: string): Promise<Body> {
    const isIt = (line: WrittenLine) => line.type === "control_response" && line.response?.request_id === id;
    return (await this.transport.nextLine(isIt)).response;
  }

  /** Asks whether a tool may run; gives the decision. */
  async permission(tool: string, input: Record<string, unknown>, fields: object = {}): Promise<Body> {
    const { subtype, response } = await this.ask(canUseTool(tool, input, { requestId: this.nextId(), ...fields }));
    assertEquals(subtype, "success");
    return response;
  }

  /** Calls a hook; gives its output. */
  async hook(event: string, input: object = {}, options: { index?: number; toolUseId?: string } = {}): Promise<Body> {
    const { subtype, response } = await this.ask(this.hookFrame(event, input, options));
    assertEquals(subtype, "success");
    return response;
  }

  hookFrame(
    event: string,
    input: object = {},
    options: { index?: number; toolUseId?: string; requestId?: string } = {},
  ): ReturnType<typeof hookCallback> {
    const { index = 0, toolUseId = "toolu_1", requestId = this.nextId() } = options;
    const full = { hook_event_name: event, ...input };
    return hookCallback(this.hookId(event, index), full, { requestId, toolUseId });
  }

  /** Calls the PreToolUse hook; gives its output. */
  preToolUse(tool: string, input: Record<string, unknown>, toolUseId = "toolu_1"): Promise<Body> {
    const full = { tool_name: tool, tool_input: input, tool_use_id: toolUseId };
    return this.hook("PreToolUse", full, { toolUseId });
  }

  /** The id of the script's next request of a kind. */
  async requestId(subtype: string): Promise<string> {
    return (await this.transport.nextLine(isRequest(subtype))).request_id!;
  }

  nextId(): string {
    return `n-${++this.#count}`;
  }

  cancel(id: string): void {
    this.#withdrawn.add(id);
    this.push(controlCancel(id));
  }

  /** Resolves when everything that was said before has been read and what is synchronous is done. */
  async barrier(): Promise<void> {
    await this.ask(controlRequest({ subtype: "barrier" }, this.nextId()));
  }

  /** Resolves when all that follows from what was done is done, timers apart. */
  async settled(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 0));
  }

  diagnostics(kind?: DiagnosticKind): Diagnostic[] {
    const isOne = (event: AgentEvent): event is Diagnostic => event.type === "diagnostic";
    return this.events.filter(isOne)
      .filter((note) => kind === undefined || note.kind === kind)
      .filter((note) => !note.message.includes("barrier"));
  }

  turns(): Turn[] {
    return this.events.flatMap((event) => event.type === "turn_end" ? [event.turn] : []);
  }

  /** How often a response was written for an id. */
  responses(id: string): WrittenLine[] {
    return this.transport.lines.filter((line) => line.type === "control_response" && line.response?.request_id === id);
  }

  leave(): void {
    this.#subscription.unsubscribe();
  }

  /** Ends the turn, and with it the run, as the CLI would. */
  async finish(fields: object = {}): Promise<void> {
    this.push(result(fields));
    await this.transport.ended;
    this.transport.exit((fields as { is_error?: boolean }).is_error === true ? 1 : 0);
    await this.over;
  }

  /** Leaves, plays the far end of the ending, and checks what holds in every path. */
  async dispose(): Promise<void> {
    this.leave();
    const answer = this.transport.nextLine(isRequest("interrupt")).then((line) => this.transport.answer(line)).catch(
      () => {},
    );
    if (this.transport.lines.length > 0 && this.end === undefined) {
      if (this.transport.signals.length === 0) await this.transport.ended;
      this.transport.exit(0);
      await answer;
      await this.agent.exited;
    }
    this.transport.exit(0);
    this.#check();
  }

  #check(): void {
    for (const [id, deliveries] of this.#deliveries) {
      const responses = this.responses(id);
      if (this.#withdrawn.has(id)) continue;
      assertEquals(responses.length, deliveries, `request ${id} has ${responses.length} responses`);
      if (this.forgotten.has(id)) continue;
      for (const each of responses) assertEquals(each, responses[0], `request ${id} was decided twice`);
    }
    assertEquals(this.clock.waiting, 0, "a timer was left behind");
  }
}
