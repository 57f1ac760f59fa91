import { makeStamps, type Stamps } from "./_stamps.ts";
import type { HookEventName } from "../protocol/hooks.ts";
import type { Agent } from "./agent.ts";
import type {
  AgentEvent,
  Diagnostic,
  DialogRequest,
  ElicitationRequest,
  HookRequests,
  Opening,
  PermissionRequest,
  RunEnd,
  TurnEnd,
} from "./events.ts";

/**
 * What Turnstream adds to the stream carries this brand, told by key and never by `instanceof`, so
 * that two copies of the package in one script understand each other.
 */
export const KIND: unique symbol = Symbol.for("turnstream/kind") as never;

/** The events that Turnstream adds, by their `type`. */
export interface AddedEvents {
  /** See {@linkcode Opening}. */
  opening: Opening;
  /** See {@linkcode PermissionRequest}. */
  permission: PermissionRequest;
  /** See {@linkcode HookRequest}. */
  hook: HookRequests[HookEventName];
  /** See {@linkcode ElicitationRequest}. */
  elicitation: ElicitationRequest;
  /** See {@linkcode DialogRequest}. */
  dialog: DialogRequest;
  /** See {@linkcode TurnEnd}. */
  turn_end: TurnEnd;
  /** See {@linkcode Diagnostic}. */
  diagnostic: Diagnostic;
  /** See {@linkcode RunEnd}. */
  run_end: RunEnd;
}

/** Puts the brand on an event; it does not show when the event is printed or compared. */
export function brand<Kind extends keyof AddedEvents>(kind: Kind, event: AddedEvents[Kind]): AddedEvents[Kind] {
  return Object.defineProperty(event, KIND, { value: kind });
}

/**
 * Tells whether a value is an event that Turnstream added to the stream.
 *
 * @param kind The event's `type`.
 * @param value Any value.
 * @returns Whether the value carries the brand of that kind.
 */
export function isAdded<Kind extends keyof AddedEvents>(kind: Kind, value: unknown): value is AddedEvents[Kind] {
  return typeof value === "object" && value !== null && (value as { [KIND]?: unknown })[KIND] === kind;
}

/** A value under a key on `globalThis`, made once for all copies of the package. */
export function shared<T>(name: string, make: () => T): T {
  const key = Symbol.for(`turnstream/${name}`);
  const home = globalThis as { [key: symbol]: T | undefined };
  return home[key] ??= make();
}

/** What is noted on objects under a name, known to all copies of the package. */
export function stamps<Value>(name: string): Stamps<Value> {
  return shared(name, makeStamps<Value>);
}

const agents = stamps<Agent>("agents");

/** Notes which agent an event came from. */
export function setAgent(event: object, agent: Agent): void {
  agents.set(event, agent);
}

/** The agent of a value, if it is an event. */
export function findAgent(event: unknown): Agent | undefined {
  return typeof event === "object" && event !== null ? agents.get(event) : undefined;
}

/**
 * Gives the agent that an event came from, also behind `merge`, `mergeMap` and the like.
 *
 * @example The agent behind an event
 * ```ts
 * import { agentOf, claude } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { firstValueFrom } from "rxjs";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.end();
 * });
 * const event = await firstValueFrom(claude("hello", { transport }));
 * const agent = agentOf(event);
 * assertEquals(agent.pid, undefined);
 * await agent.exited;
 * ```
 *
 * @param event An event as an agent's observable emitted it; not a copy of one.
 * @returns The agent.
 * @throws {TypeError} If the value did not come from an agent.
 */
export function agentOf(event: AgentEvent): Agent {
  const agent = findAgent(event);
  if (agent === undefined) {
    throw new TypeError(
      "Cannot tell the agent: the value is not an event as an agent emitted it. Pass events on as they are, not copies",
    );
  }
  return agent;
}

/** Whose event flows at this moment. */
const now: { agent: object | undefined } = shared("emitting", () => ({ agent: undefined }));

/** An agent, and the way that its events take. */
export interface Emitter {
  /** Whose they are. */
  readonly agent: Agent;
  /** Who gets them. */
  readonly events: { next(event: AgentEvent): void };
}

/** Lets an agent's event flow: it tells its agent, and what comes of it at once is known to be the agent's. */
export function emitFrom({ agent, events }: Emitter, event: AgentEvent): void {
  setAgent(event, agent);
  const before = now.agent;
  now.agent = agent;
  try {
    events.next(event);
  } finally {
    now.agent = before;
  }
}

/** The agent whose event flows at this moment. */
export function emittingAgent(): object | undefined {
  return now.agent;
}
