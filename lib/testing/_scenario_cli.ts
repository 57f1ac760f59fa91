import { HOOK_SUBJECTS } from "../protocol/hook_events.ts";
import type { HookEventName } from "../protocol/hooks.ts";
import type { Turn } from "./_actor.ts";
import { beginTurn } from "./_turn_begins.ts";
import { checkStep } from "./_check_step.ts";
import { callHooks } from "./_hooks.ts";
import { endTurn, failTurn } from "./_stop.ts";
import type { Machine } from "./_machine.ts";
import { textOf } from "./_queue.ts";
import { runTool } from "./_run_tool.ts";
import { hang, say } from "./_speech.ts";
import { startTask } from "./_start_task.ts";
import { Steps } from "./_steps.ts";
import type * as S from "./scenario.ts";
import type * as O from "./scenario_options.ts";

/** The agent as a scenario drives it: guards every call, and leaves the work to others. */
export class ScenarioCli implements S.SimulatedCli {
  readonly #machine: Machine;
  readonly #steps: Steps;
  readonly #owed: boolean;
  #turn: Turn | undefined;

  /** Makes the handle for the scenario, or for the one turn that the CLI starts by itself. */
  constructor(machine: Machine, owedTurn?: Turn) {
    this.#machine = machine;
    this.#steps = new Steps(machine, owedTurn === undefined ? "Step" : "Afterwards, step");
    this.#owed = owedTurn !== undefined;
    this.#turn = owedTurn;
  }

  get launch(): Machine["launch"] {
    return this.#machine.launch;
  }

  get received(): Machine["wire"]["received"] {
    return this.#machine.wire.received;
  }

  get sessionId(): string {
    return this.#machine.sessionId;
  }

  get mode(): string {
    return this.#machine.mode;
  }

  get aborted(): boolean {
    return this.#turn?.isOver === true;
  }

  get isEnded(): boolean {
    return this.#machine.isEnded;
  }

  /** The turn that is open, if any. */
  get openTurn(): Turn | undefined {
    return this.aborted ? undefined : this.#turn;
  }

  prompt(expected?: O.ExpectedPrompt): Promise<O.SimulatedPrompt> {
    return this.#steps.run("prompt", expected, () => this.#prompt(expected));
  }

  text(text: string, options: O.TextOptions = {}): Promise<void> {
    checkStep("text", options);
    return this.#inTurn("text", text, (turn) => {
      if (options.hangs !== true) return say(this.#machine, turn, { type: "text", text }, options.deltas);
      hang(this.#machine, turn, text, options.deltas);
      return turn.over;
    });
  }

  thinking(text: string): Promise<void> {
    const block = { type: "thinking" as const, thinking: text, signature: "c2ln" };
    return this.#inTurn("thinking", text, (turn) => say(this.#machine, turn, block));
  }

  tool(name: string, input: Record<string, unknown>, options: O.ToolOptions = {}): Promise<O.ToolOutcome> {
    checkStep("tool", options);
    const otherwise = { behavior: "deny" as const, input, message: "The turn was ended", context: [], toolUseId: "" };
    const use = (turn: Turn) => runTool(this.#machine, turn, { name, input }, options);
    return this.#inTurn("tool", name, use, otherwise);
  }

  hook(event: string, input: Record<string, unknown> = {}): Promise<O.HookAnswer[]> {
    return this.#steps.run("hook", event, async () => {
      if (this.#turn?.isOver === true) return [];
      const about = input[HOOK_SUBJECTS[event as HookEventName] ?? ""];
      const subject = typeof about === "string" ? { subject: about } : {};
      const replies = await callHooks(this.#machine, this.#turn, { event, input, ...subject });
      return replies.map(({ output }) => output);
    });
  }

  task(
    options: O.TaskOptions,
    work: (subagent: S.SimulatedSubagent) => Promise<void> | void,
  ): Promise<S.SimulatedTask> {
    checkStep("task", options);
    const otherwise = { id: "", done: Promise.resolve() };
    const start = (turn: Turn) => startTask(this.#machine, turn, options, work);
    return this.#inTurn("task", options.description, start, otherwise);
  }

  end(options: O.EndOptions = {}): Promise<O.Ended> {
    checkStep("end", options);
    return this.#inTurn("end", undefined, async (turn) => {
      const { text } = options;
      if (text !== undefined) say(this.#machine, turn, { type: "text", text });
      const ended = await endTurn(this.#machine, turn, options);
      if (!ended.continued && this.#turn === turn) this.#turn = undefined;
      return ended;
    }, { continued: false });
  }

  fail(text: string, options: O.FailOptions = {}): Promise<void> {
    checkStep("fail", options);
    return this.#inTurn("fail", text, async (turn) => {
      await failTurn(this.#machine, turn, { ...options, text });
      this.#turn = undefined;
    });
  }

  silence(): Promise<void> {
    return this.#steps.run("silence", undefined, () => this.#turn?.over ?? this.#machine.gone);
  }

  emit(frame: object): void {
    if (!this.aborted) this.#machine.wire.emit(frame);
  }

  raw(chunk: string | Uint8Array): void {
    if (!this.aborted) this.#machine.wire.output.write(chunk);
  }

  stderr(text: string): void {
    this.#machine.wire.stderr.write(text);
  }

  request(
    subtype: string,
    payload: Record<string, unknown> = {},
    options: O.RequestOptions = {},
  ): ReturnType<S.SimulatedCli["request"]> {
    checkStep("request", options);
    return this.#steps.run("request", subtype, async () => {
      if (this.aborted) return undefined;
      const reply = await this.#machine.wire.request({ subtype, ...payload }, this.#turn, options);
      if (reply.subtype === "aborted" || reply.subtype === "eof") return undefined;
      return reply as Awaited<ReturnType<S.SimulatedCli["request"]>>;
    });
  }

  cancel(requestId: string): void {
    this.#machine.wire.cancel({ id: requestId });
  }

  exit(code: number | null = 0, signal: string | null = null): void {
    this.#machine.exit(code, signal);
  }

  crash(message: string): void {
    this.stderr(`${message}\n`);
    this.exit(1);
  }

  async #prompt(expected: O.ExpectedPrompt | undefined): Promise<O.SimulatedPrompt> {
    if (this.#owed) throw this.#steps.error("a turn that the CLI started by itself takes no prompt");
    if (this.openTurn !== undefined) throw this.#steps.error("the turn before it is still open: call end() first");
    for (;;) {
      const turn = await this.#machine.desk.claim();
      if (!(await beginTurn(this.#machine, turn))) continue;
      this.#turn = turn;
      const texts = turn.prompts.map(({ content }) => textOf(content));
      const text = texts.join("\n");
      this.#steps.expectPrompt(expected, text);
      const last = turn.prompts.at(-1);
      return { text, texts, content: last?.content ?? "", uuid: last?.uuid, context: turn.context };
    }
  }

  #inTurn<T>(
    name: string,
    detail: string | undefined,
    work: (turn: Turn) => Promise<T> | T,
    otherwise?: T,
  ): Promise<T> {
    return this.#steps.run(name, detail, () => {
      const turn = this.#turn;
      if (turn === undefined) throw this.#steps.error("no turn is open: call prompt() first");
      if (!turn.isOver) return work(turn);
      this.#steps.idle();
      return otherwise as T;
    });
  }
}
