import { UsageError } from "../protocol/errors.ts";
import type { OtherControlRequest } from "../protocol/control.ts";
import type { HookEventName } from "../protocol/hooks.ts";
import { brand } from "./brand.ts";
import type { RuleNote } from "./answer/verdict.ts";
import type { Answer, Opening, ToolCall } from "./events.ts";
import { missedOpening, servedAlready } from "./expectations.ts";
import type { Limiter } from "./limiter.ts";

/** Tells of a rule that could not be used on a call, which was refused for that. */
export type ReportFailure = (message: string, cause: unknown) => void;

/** What is odd about a rule, in words; or what is odd where nobody knows the agent's home directory. */
export type Warning = string | { readonly withoutHome: string };

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
  /** Rules about which the CLI itself is to ask, too. @default none */
  readonly cliAskRules?: readonly string[];
  /** What is odd about its rules, to be said when the agent starts. @default nothing */
  readonly warnings?: readonly Warning[];
  /** The reason why the call must not run, or `undefined`. Never throws. */
  judge(call: ToolCall, failed?: ReportFailure, decided?: (note: RuleNote) => void): string | undefined;
  /**
   * Why a person has to be asked about a call that passes: it then asks in every mode, and no rule answers it. Must not
   * throw; what does asks.
   *
   * @default nobody has to
   */
  asksPerson?(call: ToolCall, failed?: ReportFailure): string | undefined;
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
  /** How long it may take, in milliseconds. @default limits.hookMs */
  readonly timeoutMs?: number;
}

/** An operator that answers permission requests, continues turns, takes SIGINT for an interrupt, or writes a record. */
export interface ResponderPlan {
  /** What it is. */
  readonly kind: "permission" | "turn_end" | "sigint" | "record";
  /** The operator's name, for messages. */
  readonly name: string;
  /** The JSON schema that the results of the agent's turns must fit. @default none */
  readonly jsonSchema?: Readonly<Record<string, unknown>>;
  /** What is odd about its rules, to be said when the agent starts. @default nothing */
  readonly warnings?: readonly Warning[];
}

/** An operator that answers elicitations of MCP servers, or dialogs of some kinds, which are then declared. */
export interface AskedPlan {
  /** What it is. */
  readonly kind: "elicitation" | "dialog";
  /** The operator's name, for messages. */
  readonly name: string;
  /** The kinds of dialogs that it can show. @default none */
  readonly dialogKinds?: readonly string[];
}

/** What answers control requests of a kind that has no event: messages for an MCP server in the host, say. */
export interface AnswererPlan {
  /** What it is. */
  readonly kind: "answerer";
  /** The operator's name, for messages. */
  readonly name: string;
  /** The requests' kind, such as `mcp_message`. */
  readonly subtype: string;
  /** Whether a request of that kind is its own. @default all are */
  takes?(request: OtherControlRequest): boolean;
  /**
   * Answers a request. What it throws, or `undefined`, is an error to the CLI; so is what comes after `limits.hookMs`.
   *
   * @param signal Fires when nobody wants the answer any more.
   * @returns The payload of the answer.
   */
  answer(request: OtherControlRequest, signal: AbortSignal): Answer<Record<string, unknown>>;
}

/** What an operator registers on the Opening. */
export type Registration = Gate | HookPlan | Limiter | ResponderPlan | AskedPlan | AnswererPlan;

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

  /** The limits, in pipe order. */
  get limiters(): Limiter[] {
    return this.#registrations.filter((each) => each.kind === "limiter");
  }

  /** Whether SIGINT interrupts the turn that runs before it ends anything. */
  get takesSigint(): boolean {
    return this.#registrations.some((each) => each.kind === "sigint");
  }

  /** The JSON schemas that the results of turns must fit, with the operators that ask for them. */
  get schemas(): { name: string; jsonSchema: Readonly<Record<string, unknown>> }[] {
    return this.#registrations.flatMap((each) =>
      "jsonSchema" in each && each.jsonSchema !== undefined ? [{ name: each.name, jsonSchema: each.jsonSchema }] : []
    );
  }

  /** The kinds of dialogs that responders can show, each once. */
  get dialogKinds(): string[] {
    return [...new Set(this.#registrations.flatMap((each) => "dialogKinds" in each ? each.dialogKinds ?? [] : []))];
  }

  /** The first answerer that takes a request. */
  answererOf(request: OtherControlRequest): AnswererPlan | undefined {
    return this.#registrations.find((each): each is AnswererPlan =>
      each.kind === "answerer" && each.subtype === request.subtype && (each.takes?.(request) ?? true)
    );
  }

  /** What is odd about the rules, each said once. */
  warnings(home: string | undefined): string[] {
    const all = this.#registrations.flatMap((each) => "warnings" in each ? each.warnings ?? [] : []);
    const said = all.flatMap((each) => typeof each === "string" ? each : home === undefined ? each.withoutHome : []);
    return [...new Set(said)];
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
    if (this.#instances.has(instance)) {
      // A limit counts each agent once, however often what it stands in is subscribed.
      if (registration.kind === "limiter") return;
      throw servedAlready(registration.name);
    }
    if (this.#sealed) throw missedOpening(registration.name);
    this.#instances.add(instance);
    this.#registrations.push(registration);
  }
}
