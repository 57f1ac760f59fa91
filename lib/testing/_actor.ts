import type { PermissionDenial } from "../protocol/messages.ts";
import { Batch } from "./_batch.ts";
import type { ContentBlock } from "../protocol/content.ts";
import type { QueuedPrompt } from "./_queue.ts";

/** A tool use whose result has not been told yet. */
export interface OpenTool {
  /** The tool's name. */
  name: string;
  /** The input, as the model wrote it. */
  input: Record<string, unknown>;
  /** Whether the script is being asked about it. */
  asking: boolean;
}

/** An answer of the model in the making. */
export interface Answer {
  /** Its id. */
  id: string;
  /** The id of the request that it answers. */
  request: string;
  /** The number of its next block. */
  blocks: number;
  /** The block that is never finished, where the model hangs. */
  hanging?: ContentBlock;
  /** The ids of the prompts that it is the first to answer. */
  prompts: string[];
}

/** Somebody who speaks and uses tools: the main agent in one turn, or the subagent of one task. */
export class Actor {
  /** The subagent's id; absent for the main agent. */
  readonly agentId: string | undefined;
  /** The tool use that started the subagent. */
  readonly parentToolUseId: string | undefined;
  /** What its frames tell of it beside that; nothing for the main agent. */
  get identity(): Record<string, unknown> {
    return {};
  }

  /** The calls of the answer that is being carried out. */
  readonly batch: Batch = new Batch();
  /** The tool uses without a result, by id. */
  readonly openTools: Map<string, OpenTool> = new Map();
  /** The model's answer in the making. */
  answer: Answer | undefined;
  /** What was said last. */
  lastText = "";
  /** How many tools it used. */
  tools = 0;
  /** How often the model was told something: a tool's result, what a hook said. */
  told = 0;
  /** How many answers the model gave. */
  modelCalls = 0;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #shell: Promise<void> = Promise.resolve();

  /** Makes the main agent, or a subagent. */
  constructor(agentId?: string, parentToolUseId?: string) {
    this.agentId = agentId;
    this.parentToolUseId = parentToolUseId;
  }

  /** Whether it has nothing to say any more. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Resolves when it has nothing to say any more. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** From now on it has nothing to say. */
  finish(): void {
    this.#isOver = true;
    this.#over.resolve();
  }

  /** Waits until no other shell command of this actor is judged or runs. */
  async shell(): Promise<() => void> {
    const before = this.#shell;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#shell = promise;
    await before;
    return resolve;
  }
}

/** The main agent in one turn. */
export class Turn extends Actor {
  /** The prompts that the turn answers; none where the CLI started it by itself. */
  readonly prompts: QueuedPrompt[];
  /** Who asked for the turn, where it was not the script. */
  readonly origin: Record<string, unknown> | undefined;
  /** What was refused. */
  readonly denials: PermissionDenial[] = [];
  /** What UserPromptSubmit hooks told the model. */
  readonly context: string[] = [];
  /** How often a Stop hook sent the agent back to work. */
  stopBlocks = 0;
  /** The ids of the answers that came in pieces. */
  readonly begun: string[] = [];
  /** The ids of prompts that came while it ran, and were taken into it. */
  readonly folded: string[] = [];
  /** Prompts that it has taken and not echoed. */
  readonly unechoed: QueuedPrompt[] = [];
  /** Whether Stop hooks are being asked. */
  stopping = false;
  #heard = 0;

  /** Makes a turn for prompts, or for somebody else. */
  constructor(prompts: QueuedPrompt[], origin?: Record<string, unknown>) {
    super();
    this.prompts = prompts;
    this.origin = origin;
  }

  /** The ids of the prompts that no answer was told to be for. */
  unheard(): string[] {
    const all = this.uuids;
    return all.slice(this.#heard, this.#heard = all.length);
  }

  /** The ids of its prompts. */
  get uuids(): string[] {
    return this.prompts.flatMap(({ uuid }) => uuid ?? []);
  }
}
