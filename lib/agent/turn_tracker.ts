import type { Message, ResultMessage } from "../protocol/messages.ts";
import type { ToolUse, Turn } from "./turn.ts";
import type { FullPrompt } from "./prompts.ts";
import { refusedTurn } from "./refused_turn.ts";
import { subagentWork } from "./subagent_work.ts";
import { noteTools } from "./tool_uses.ts";
import { TurnCosts } from "./turn_cost.ts";
import { errorKindOf, isFailure, limitReason, type TurnMarks, turnOutcome } from "./turn_outcome.ts";
import { isMain, textSoFar, turnText } from "./turn_text.ts";

interface Open {
  messages: Message[];
  tools: Map<string, ToolUse>;
  replayed: Set<string>;
  marks: TurnMarks;
  /** Whether the CLI has shown a sign of it. */
  live: boolean;
  /** Whether the CLI has begun it, so that a result will come. */
  begun: boolean;
}

/** A turn that has ended, with the prompts that it ended: none, one, or several that were merged. */
export interface EndedTurn {
  /** The turn. */
  turn: Turn;
  /** The prompts whose turn this was. */
  prompts: FullPrompt[];
}

/**
 * Gathers messages into turns and tells which prompts a result belongs to: by the uuids that the
 * CLI replays or names, and else, unless the CLI says that it started the turn, by order.
 */
export class TurnTracker {
  readonly #costs = new TurnCosts();
  readonly #inFlight: FullPrompt[] = [];
  #open: Open | undefined;
  #count = 0;

  /** Whether a turn runs, or a prompt has been written whose turn has not ended. */
  get running(): boolean {
    return this.#open !== undefined || this.#inFlight.length > 0;
  }

  /** Whether a turn has ended. */
  get anyEnded(): boolean {
    return this.#count > 0;
  }

  /** What stands for the turn that runs: another for each; `undefined` between turns. */
  get current(): object | undefined {
    return this.#open;
  }

  /** Whether the CLI has shown a sign of the running turn. */
  get live(): boolean {
    return this.#open?.live ?? false;
  }

  /** Whether an interrupt of ours was sent in the running turn. */
  get interrupted(): boolean {
    return this.#open?.marks.interrupted ?? false;
  }

  /** What all turns cost so far, in US dollars. */
  get costUsd(): number {
    return this.#costs.sum;
  }

  /** The prompts that were written and whose turn has not ended. */
  get inFlight(): readonly FullPrompt[] {
    return this.#inFlight;
  }

  /** Notes that a prompt was written. */
  sent(prompt: FullPrompt): void {
    this.#inFlight.push(prompt);
    this.#open ??= emptyTurn();
  }

  /**
   * Notes that prompts were taken back before their turn. With the last of them the turn is over that stood for what was
   * to come: no result ends it, whatever the CLI said meanwhile, of the turn before or of its queue.
   */
  withdrawn(uuids: readonly string[]): void {
    const rest = this.#inFlight.filter((prompt) => !uuids.includes(prompt.uuid));
    this.#inFlight.splice(0, this.#inFlight.length, ...rest);
    if (rest.length === 0 && this.#open?.begun === false) this.#open = undefined;
  }

  /** Notes that the CLI works on the turn: a hook or a question of its own came. */
  touch(): void {
    if (this.#open !== undefined) this.#open.live = true;
  }

  /** Notes what the host did in the turn that runs. Gives back what takes the note back. */
  mark(mark: Exclude<keyof TurnMarks, "cut">): () => void {
    const marks = this.#open?.marks;
    if (marks === undefined || marks[mark]) return () => {};
    marks[mark] = true;
    return () => marks[mark] = false;
  }

  /** Notes that a limit ends the turn that runs. */
  cut(reason: string): void {
    if (this.#open !== undefined) this.#open.marks.cut ??= reason;
  }

  /** What the model has said in the turn that runs. */
  get textSoFar(): string {
    return textSoFar(this.#open?.messages ?? []);
  }

  /** Makes the turn of a prompt that is not sent, because a limit is used up. */
  refuse(prompt: FullPrompt, { reason, sessionId }: { reason: string; sessionId: string | undefined }): EndedTurn {
    return { turn: refusedTurn(prompt, { index: this.#count++, reason, sessionId }), prompts: [prompt] };
  }

  /** Whether a frame is the echo of a prompt that this script sent. */
  isEcho(message: Message): boolean {
    return message.type === "user" && message.isReplay === true &&
      this.#inFlight.some((prompt) => prompt.uuid === message.uuid);
  }

  /** Takes a message; gives back the turn that it ends, if it ends one. */
  observe(message: Message, sessionId: string | undefined): EndedTurn | undefined {
    const starts = startsTurn(message);
    if (starts) this.#open ??= emptyTurn();
    const open = this.#open;
    if (message.type === "result") {
      this.#open = undefined;
      return this.#end(open ?? emptyTurn(), message, sessionId);
    }
    if (open === undefined) return undefined;
    open.begun ||= starts;
    open.live ||= !isFarewell(message);
    if (message.type === "user" && message.isReplay === true && message.uuid !== undefined) {
      open.replayed.add(message.uuid);
      if (this.isEcho(message)) return undefined;
    }
    // The pieces are repeated by the whole messages; a long turn has a million of them.
    if (message.type === "stream_event") return undefined;
    open.messages.push(message);
    if (message.type === "assistant" || message.type === "user") noteTools(open.tools, message);
    return undefined;
  }

  #end(open: Open, result: ResultMessage, sessionId: string | undefined): EndedTurn {
    const prompts = this.#takeAnswered(open, result);
    // A prompt that is still out will have a turn of its own.
    if (this.#inFlight.length > 0) this.#open = emptyTurn();
    const outcome = turnOutcome(result, open.marks);
    const reason = limitReason(outcome, open.marks);
    const [prompt] = prompts;
    const toolUses = [...open.tools.values()];
    const turn: Turn = {
      index: this.#count++,
      ...(prompt === undefined ? {} : { prompt }),
      text: turnText(open.messages, result),
      messages: [...open.messages, result],
      toolUses,
      subagents: subagentWork(open.messages, toolUses),
      outcome,
      ...(outcome === "error" ? { errorKind: errorKindOf(open.messages, result) } : {}),
      failed: isFailure(outcome),
      ...this.#costs.next(result),
      usage: result.usage ?? {},
      denials: Array.isArray(result.permission_denials) ? result.permission_denials : [],
      sessionId,
      unsolicited: prompts.length === 0,
      result,
      ...(reason === undefined ? {} : { reason }),
    };
    return { turn, prompts };
  }

  #takeAnswered(open: Open, result: ResultMessage): FullPrompt[] {
    const told = Array.isArray(result.user_message_uuids) ? result.user_message_uuids : [];
    const named = new Set([...open.replayed, ...told]);
    let taken = this.#inFlight.filter((prompt) => named.has(prompt.uuid));
    // Blocked prompts and some slash commands are never replayed: the oldest prompt is meant.
    if (taken.length === 0 && result.origin === undefined) taken = this.#inFlight.slice(0, 1);
    for (const prompt of taken) this.#inFlight.splice(this.#inFlight.indexOf(prompt), 1);
    return taken;
  }
}

function emptyTurn(): Open {
  return {
    messages: [],
    tools: new Map(),
    replayed: new Set(),
    marks: { deniedAndStopped: false, limit: false, interrupted: false, cut: undefined },
    live: false,
    begun: false,
  };
}

/** Frames of background subagents come between turns; they start none. */
function startsTurn(message: Message): boolean {
  if (message.type === "system") return message.subtype === "init";
  return isMain(message);
}

/**
 * What the CLI says behind the result of a turn, or of something else: no sign of the turn of a prompt that waits. An
 * interrupt that went by it would find nothing to interrupt.
 */
function isFarewell(message: Message): boolean {
  if (message.type === "command_lifecycle") return message.state !== "started";
  if (message.type !== "system") return false;
  return message.subtype === "session_state_changed" ? message.state === "idle" : ASIDE.has(message.subtype);
}

const ASIDE: ReadonlySet<string> = new Set([
  "control_request_progress",
  "task_notification",
  "task_progress",
  "task_started",
  "task_updated",
]);
