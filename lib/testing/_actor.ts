import type { PermissionDenial } from "../protocol/messages.ts";
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

/** Somebody who speaks and uses tools: the main agent in one turn, or the subagent of one task. */
export class Actor {
  /** The subagent's id; absent for the main agent. */
  readonly agentId: string | undefined;
  /** The tool use that started the subagent. */
  readonly parentToolUseId: string | undefined;
  /** The tool uses without a result, by id. */
  readonly openTools: Map<string, OpenTool> = new Map();
  /** The model's answer in the making: its id and the number of its next block. */
  answer: { id: string; blocks: number } | undefined;
  /** What was said last. */
  lastText = "";
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
  /** How often a Stop hook sent the agent back to work. */
  stopBlocks = 0;
  /** Whether Stop hooks are being asked. */
  stopping = false;

  /** Makes a turn for prompts, or for somebody else. */
  constructor(prompts: QueuedPrompt[], origin?: Record<string, unknown>) {
    super();
    this.prompts = prompts;
    this.origin = origin;
  }

  /** The ids of its prompts. */
  get uuids(): string[] {
    return this.prompts.flatMap(({ uuid }) => uuid ?? []);
  }
}
