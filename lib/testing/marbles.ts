import type { Observable } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { assertEquals } from "@std/assert";
import { brand } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { Turn } from "../agent/turn.ts";
import { assistantText } from "./frames/assistant.ts";
import { init } from "./frames/system.ts";
import { result } from "./frames/result.ts";

/** A source that a diagram describes. */
export interface MarbleSource<T> extends Observable<T> {
  /** When it was subscribed and left, in frames of virtual time. */
  readonly subscriptions: { subscribedFrame: number; unsubscribedFrame: number }[];
}

/** What a marble test is written with: RxJS's own helpers. */
export interface MarbleHelpers {
  /** A source that begins anew for each subscriber. */
  cold<T = string>(marbles: string, values?: Readonly<Record<string, T>>, error?: unknown): MarbleSource<T>;
  /** A source that runs whether or not anybody is subscribed. */
  hot<T = string>(marbles: string, values?: Readonly<Record<string, T>>, error?: unknown): MarbleSource<T>;
  /** Says what must come out of an observable; `subscription` is a diagram of when it is subscribed and left. */
  expectObservable<T>(observable: Observable<T>, subscription?: string | null): {
    /** As a diagram says. */
    toBe(marbles: string, values?: Readonly<Record<string, unknown>>, error?: unknown): void;
  };
  /** Says when a source must have been subscribed and left. */
  expectSubscriptions(subscriptions: MarbleSource<unknown>["subscriptions"]): {
    /** As the diagrams say. */
    toBe(marbles: string | string[]): void;
  };
  /** Lets all virtual time pass, and checks what was expected so far. */
  flush(): void;
  /** How long a diagram takes, in milliseconds. */
  time(marbles: string): number;
}

/**
 * Runs a test of an operator in virtual time, with diagrams for what comes in and what must come out.
 *
 * @example An operator of one's own
 * ```ts
 * import { map, type Observable } from "rxjs";
 * import { type AgentEvent, texts } from "@turnstream/turnstream";
 * import { marbleEvents, marbles } from "@turnstream/turnstream/testing";
 *
 * const shout = (events: Observable<AgentEvent>) => events.pipe(texts(), map((text) => text.toUpperCase()));
 *
 * marbles(({ cold, expectObservable }) => {
 *   const events = cold("o-a-b-t-r|", marbleEvents());
 *   expectObservable(shout(events)).toBe("--a-b----|", { a: "HELLO", b: "WORLD" });
 * });
 * ```
 *
 * @param body The test; it is called at once.
 * @throws {AssertionError} If something else came out.
 */
export function marbles(body: (helpers: MarbleHelpers) => void): void {
  new TestScheduler((actual, expected) => assertEquals(actual, expected)).run((helpers) =>
    body(helpers as unknown as MarbleHelpers)
  );
}

/** The letters of most diagrams, and what they stand for. */
export interface MarbleEvents {
  /** The opening. */
  readonly o: AgentEvent;
  /** The first frame of a turn. */
  readonly i: AgentEvent;
  /** The model says "hello". */
  readonly a: AgentEvent;
  /** The model says "world". */
  readonly b: AgentEvent;
  /** The first turn's end. */
  readonly t: AgentEvent;
  /** The second turn's end. */
  readonly u: AgentEvent;
  /** The run's end. */
  readonly r: AgentEvent;
  /** Further letters. */
  readonly [letter: string]: AgentEvent;
}

/**
 * Makes the events of most diagrams. They come from no agent: operators that answer or register need a simulation.
 *
 * @param others Further letters, or others in place of these. @default none
 * @returns The events, by their letter.
 */
export function marbleEvents(others: Readonly<Record<string, AgentEvent>> = {}): MarbleEvents {
  return {
    o: brand("opening", { type: "opening" }),
    i: init(),
    a: assistantText("hello", { messageId: "m-1" }),
    b: assistantText("world", { messageId: "m-2" }),
    t: turnEnd({ text: "hello" }),
    u: turnEnd({ index: 1, text: "world" }),
    r: brand("run_end", { type: "run_end", code: 0, signal: null, costUsd: 0, unsettled: [] }),
    ...others,
  };
}

/**
 * Makes the event of a turn's end.
 *
 * @param fields Fields of the turn that are not the usual ones: a success that cost nothing. @default none
 * @returns The event.
 */
export function turnEnd(fields: Partial<Turn> = {}): AgentEvent {
  const turn: Turn = {
    index: 0,
    text: "",
    messages: [],
    toolUses: [],
    subagents: [],
    outcome: "success",
    failed: false,
    costUsd: 0,
    usage: {},
    models: {},
    denials: [],
    sessionId: undefined,
    unsolicited: false,
    result: result(),
    ...fields,
  };
  return brand("turn_end", { type: "turn_end", turn, continueWith() {} });
}
