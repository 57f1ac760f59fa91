import type { Observable } from "rxjs";
import { isObservable, of, Subscription } from "./rxjs.ts";
import type { ContentBlock } from "../protocol/content.ts";
import { UsageError } from "../protocol/errors.ts";
import type { Prompt, PromptOptions } from "./prompt.ts";

/** What an agent can be given to do: one prompt, or many that come in time. */
export type Prompts = Prompt | Iterable<Prompt> | AsyncIterable<Prompt> | Observable<Prompt>;

/** A prompt with everything filled in. */
export interface FullPrompt extends PromptOptions {
  /** The prompt's id. */
  uuid: string;
}

/** Who takes an agent's prompts. */
export interface PromptSink {
  /** A prompt came. */
  next(prompt: Prompt): void;
  /** No more prompts will come. */
  complete(): void;
  /** The source failed. */
  error(error: unknown): void;
}

/** The prompts of one run. */
export interface PromptFeed {
  /** Asks for a prompt; sources that come in time give theirs unasked. */
  pull(): void;
  /** No more are wanted. */
  stop(): void;
}

/** Where an agent's prompts come from: opened once for each run. */
export interface PromptSource {
  /** Whether it is known to end, and has all its prompts at hand. */
  readonly finite: boolean;
  /** Begins to give prompts. */
  open(sink: PromptSink): PromptFeed;
  /**
   * Looks, before anything starts, whether it can still be opened.
   *
   * @throws {UsageError} If it could be read once, and was.
   */
  check(): void;
}

/**
 * Turns whatever `claude` was given into a source of prompts.
 *
 * @throws {UsageError} If it is nothing that can be sent.
 */
export function promptSource(prompts: Prompts): PromptSource {
  if (isPrompt(prompts)) {
    fullPrompt(prompts);
    return { finite: true, open: (sink) => pushed(of(prompts), sink), check() {} };
  }
  if (isObservable(prompts)) return { finite: false, open: (sink) => pushed(prompts, sink), check() {} };
  if (isIterable(prompts)) return pullable(prompts);
  throw new UsageError(
    `Cannot take ${describe(prompts)} as a prompt: give a string, { content }, an iterable or an observable of those`,
  );
}

/** The source of an agent that is held in the hand: what it does comes by `ask` and `send`. */
export const heldOpen: PromptSource = {
  finite: true,
  open: () => ({ pull() {}, stop() {} }),
  check() {},
};

/**
 * Fills in a prompt's id and checks its shape: the CLI ends the whole process on some wrong shapes
 * and drops others without a word.
 *
 * @throws {UsageError} If it cannot be sent.
 */
export function fullPrompt(prompt: Prompt): FullPrompt {
  if (typeof prompt === "string") {
    checkFilled(prompt);
    return { content: prompt, uuid: crypto.randomUUID() };
  }
  const content = (prompt as PromptOptions | null | undefined)?.content;
  if (typeof content !== "string" && !isContent(content)) {
    throw new UsageError(
      `Cannot send ${describe(prompt)} as a prompt: give a string, or { content } with a string or content blocks`,
    );
  }
  checkFilled(content);
  const { priority, uuid } = prompt;
  if (priority !== undefined && !["now", "next", "later"].includes(priority)) {
    throw new UsageError(`Cannot send a prompt with priority "${priority}": it must be "now", "next" or "later"`);
  }
  if (uuid !== undefined && (typeof uuid !== "string" || uuid === "")) {
    throw new UsageError(
      `Cannot send a prompt with uuid ${describe(uuid)}: give a string that is unique in the session`,
    );
  }
  return { ...prompt, content: asWritten(content), uuid: uuid ?? crypto.randomUUID() };
}

/** A copy of the content as it will be written: what cannot be written is told now, before it counts as sent. */
function asWritten(content: string | ContentBlock[]): string | ContentBlock[] {
  if (typeof content === "string") return content;
  try {
    return JSON.parse(JSON.stringify(content));
  } catch (cause) {
    throw new UsageError("Cannot send this prompt: its content blocks cannot be written as JSON", { cause });
  }
}

/** The CLI would run a turn for nothing, and charge for it. */
function checkFilled(content: string | ContentBlock[]): void {
  if (typeof content === "string" ? content.trim() !== "" : content.length > 0) return;
  throw new UsageError("Cannot send an empty prompt: say what is to be done");
}

function isContent(content: unknown): content is ContentBlock[] {
  return Array.isArray(content) &&
    content.every((block) => typeof block === "object" && block !== null && typeof block.type === "string");
}

function isPrompt(value: unknown): value is Prompt {
  return typeof value === "string" || (typeof value === "object" && value !== null && "content" in value);
}

function isIterable(value: unknown): value is Iterable<Prompt> | AsyncIterable<Prompt> {
  return typeof value === "object" && value !== null && (Symbol.iterator in value || Symbol.asyncIterator in value);
}

function pushed(prompts: Observable<Prompt>, sink: PromptSink): PromptFeed {
  const subscription = new Subscription();
  subscription.add(prompts.subscribe({
    next: (prompt) => sink.next(prompt),
    error: (error) => sink.error(error),
    complete: () => sink.complete(),
  }));
  return { pull() {}, stop: () => subscription.unsubscribe() };
}

/** Iterators give themselves when asked to iterate, and streams can be read once: neither can be repeated. */
function isOneShot(value: Iterable<Prompt> | AsyncIterable<Prompt>): boolean {
  return value instanceof ReadableStream || ("next" in value && typeof value.next === "function");
}

function pullable(prompts: Iterable<Prompt> | AsyncIterable<Prompt>): PromptSource {
  let used = false;
  function check(): void {
    if (!used || !isOneShot(prompts)) return;
    throw new UsageError(
      "Cannot run these prompts again: they come from an iterator or a stream, which can be read once. " +
        "Give an array, or make a fresh one each time with defer(() => claude(…))",
    );
  }
  return {
    finite: Array.isArray(prompts),
    check,
    open(sink: PromptSink): PromptFeed {
      check();
      used = true;
      return iterate(prompts, sink);
    },
  };
}

/** Asks for the next prompt only when one is wanted: the source may be endless, or wait for a person. */
function iterate(prompts: Iterable<Prompt> | AsyncIterable<Prompt>, sink: PromptSink): PromptFeed {
  const iterator = Symbol.asyncIterator in prompts ? prompts[Symbol.asyncIterator]() : prompts[Symbol.iterator]();
  let asking = false;
  let stopped = false;
  async function ask(): Promise<void> {
    try {
      const { done, value } = await iterator.next();
      asking = false;
      if (stopped) return;
      if (done !== true) return sink.next(value);
      stopped = true;
      sink.complete();
    } catch (error) {
      if (!stopped) sink.error(error);
    }
  }
  return {
    pull(): void {
      if (asking || stopped) return;
      asking = true;
      ask();
    },
    stop(): void {
      if (stopped) return;
      stopped = true;
      giveBack(iterator);
    },
  };
}

/** A generator that is stopped from inside, or throws on its way out, must not stop the ending. */
async function giveBack(iterator: Iterator<Prompt> | AsyncIterator<Prompt>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // Nobody waits for its prompts any more.
  }
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  return typeof value === "object" ? "an object without content" : `${typeof value} ${String(value)}`;
}
