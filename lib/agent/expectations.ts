import { UsageError } from "../protocol/errors.ts";
import { shared } from "./brand.ts";

/**
 * A responder's note, made while it is being subscribed, that it expects to see the Opening of
 * every agent that is subscribed within.
 */
export interface Expectation {
  /** The operator's name, for messages. */
  readonly name: string;
  /** The operator's instance: one for each call of the function that made it. */
  readonly instance: object;
  /** The openings that the responder has registered on. */
  readonly met: WeakSet<object>;
  /** Whether one instance may be subscribed more than once: a limit counts each agent once all the same. */
  readonly repeatable: boolean;
  /** Whether it only looks, so that it may come late. @default false */
  readonly observes?: boolean;
  /** Whether its subscriber has left. */
  closed: boolean;
}

// Subscribing is synchronous and goes from the last operator to the source, so the responders whose
// `subscribe` is still on the call stack are exactly those that stand around an agent.
const stack: Expectation[] = shared("expectations", () => []);

/**
 * Subscribes a responder's source with the responder's expectation on the stack.
 *
 * @param expectation What the responder expects.
 * @param subscribe Subscribes to the source.
 */
export function whileExpecting(expectation: Expectation, subscribe: () => void): void {
  stack.push(expectation);
  try {
    subscribe();
  } finally {
    stack.splice(stack.lastIndexOf(expectation), 1);
  }
}

/** Makes a responder's expectation. */
export function expectation(name: string, instance: object, repeatable: boolean = false): Expectation {
  return { name, instance, met: new WeakSet(), repeatable, closed: false };
}

/** The responders that are being subscribed at this moment, the outermost first. */
export function pendingExpectations(): readonly Expectation[] {
  return stack.slice();
}

/** The error for the first responder that expected an Opening and did not see it; `undefined` if all did. */
export function missed(expectations: Iterable<Expectation>, opening: object): UsageError | undefined {
  for (const each of expectations) {
    if (!each.closed && !each.met.has(opening)) return missedOpening(each.name);
  }
  return undefined;
}

/** The error for a responder that an agent's Opening did not reach. */
export function missedOpening(name: string): UsageError {
  return new UsageError(
    `Cannot use ${name} here: the agent's "opening" event did not reach it in time, so its rules would not hold. ` +
      `Put it right behind claude(…), before any operator that filters, delays or maps events`,
  );
}

/** The error for a responder that was subscribed when the agent was already at work. */
export function tooLate(name: string): UsageError {
  return new UsageError(
    `Cannot use ${name} on an agent that has already started: rules and hooks are fixed before the process starts. ` +
      `Subscribe to it together with the first subscriber, or put share() after the policy`,
  );
}

/** The error for one responder that meets the same agent twice. */
export function servedAlready(name: string): UsageError {
  return new UsageError(
    `Cannot subscribe twice to what ${name} gave back: the same policy would answer the same agent twice. ` +
      `Put share() after the policy, and subscribe to the shared observable`,
  );
}
