import { UsageError } from "../protocol/errors.ts";
import type { HookEventName } from "../protocol/hooks.ts";
import { brand } from "./brand.ts";
import type { Opening, ToolCall } from "./events.ts";
import { missedOpening, servedAlready } from "./expectations.ts";

/** Tells of a rule that could not be used on a call, which was refused for that. */
export type ReportFailure = (message: string, cause: unknown) => void;

/** A rule that is enforced before every tool call, whether or not the CLI would ask. */
export interface Gate {
  /** What it is. */
  readonly kind: "gate";
  /** The operator's name, for messages. */
  readonly name: string;
  /** Whether calls that pass are made to ask, so that they reach the host in their final form. */
  readonly asks: boolean;
  /** The rules that hold at the CLI's own door too (`--disallowedTools`). */
  readonly cliRules: readonly string[];
  /** What is odd about its rules, to be said when the agent starts. @default nothing */
  readonly warnings?: readonly string[];
  /** The reason why the call must not run, or `undefined`. Never throws. */
  judge(call: ToolCall, failed?: ReportFailure): string | undefined;
}

/** A hook to be registered with the CLI. */
export interface HookPlan {
  /** What it is. */
  readonly kind: "hook";
  /** The operator's name, for messages. */
  readonly name: string;
  /** The lifecycle event. */
  readonly event: HookEventName;
  /** Which tools (or sources) it is for; all where absent. */
  readonly matcher?: string;
}

/** An operator that answers permission requests or continues turns. */
export interface ResponderPlan {
  /** What it is. */
  readonly kind: "permission" | "turn_end";
  /** The operator's name, for messages. */
  readonly name: string;
  /** What is odd about its rules, to be said when the agent starts. @default nothing */
  readonly warnings?: readonly string[];
}

/** What an operator registers on the Opening. */
export type Registration = Gate | HookPlan | ResponderPlan;

/** The key of the Opening's method that operators register with. */
export const REGISTER: unique symbol = Symbol.for("turnstream/register") as never;

interface OpeningWithRegister extends Opening {
  [REGISTER](instance: object, registration: Registration): void;
}

/** Registers a gate, hook or responder on an Opening as it flows past. */
export function register(opening: Opening, instance: object, registration: Registration): void {
  const target = opening as Partial<OpeningWithRegister>;
  if (target[REGISTER] === undefined) {
    throw new UsageError(
      `Cannot register ${registration.name}: the "opening" event is a copy. Pass events on as they are`,
    );
  }
  target[REGISTER](instance, registration);
}

/** What was registered on one agent's Opening. */
export class Registry {
  readonly #registrations: Registration[] = [];
  readonly #instances = new Set<object>();
  #sealed = false;

  /** The event on which operators register. */
  readonly opening: Opening = brand("opening", this.#makeOpening());

  /** Whether the Opening has flowed past. */
  get sealed(): boolean {
    return this.#sealed;
  }

  /** No more registrations. */
  seal(): void {
    this.#sealed = true;
  }

  /** The gates, in pipe order. */
  get gates(): Gate[] {
    return this.#registrations.filter((each) => each.kind === "gate");
  }

  /** The hooks, in pipe order. */
  get hooks(): HookPlan[] {
    return this.#registrations.filter((each) => each.kind === "hook");
  }

  /** The operators that answer permission requests, in pipe order. */
  get policies(): ResponderPlan[] {
    return this.#registrations.filter((each): each is ResponderPlan => each.kind === "permission");
  }

  /** What is odd about the rules, each said once. */
  get warnings(): string[] {
    const all = this.#registrations.flatMap((each) => each.kind === "hook" ? [] : each.warnings ?? []);
    return [...new Set(all)];
  }

  /** Whether this instance serves the agent already. */
  serves(instance: object): boolean {
    return this.#instances.has(instance);
  }

  #makeOpening(): OpeningWithRegister {
    const opening: Opening = { type: "opening" };
    const take = (instance: object, registration: Registration) => this.#take(instance, registration);
    return Object.defineProperty(opening, REGISTER, { value: take }) as OpeningWithRegister;
  }

  #take(instance: object, registration: Registration): void {
    if (this.#instances.has(instance)) throw servedAlready(registration.name);
    if (this.#sealed) throw missedOpening(registration.name);
    this.#instances.add(instance);
    this.#registrations.push(registration);
  }
}
