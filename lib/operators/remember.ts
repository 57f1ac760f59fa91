import type { Agent } from "../agent/agent.ts";
import { evaluate } from "../agent/answer/evaluate.ts";
import { decidedBy } from "../agent/answer/verdict.ts";
import { findAgent } from "../agent/brand.ts";
import type { Answer, Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag } from "../protocol/option_bag.ts";
import { canonicalName, coveringRules, type ParsedRule, READING_TOOLS } from "../protocol/rules/mod.ts";
import { narrowRules, soundRule } from "./_narrow_rules.ts";
import { sessionRule } from "./_session_rule.ts";
import type { PermissionHandler } from "./on_permission.ts";

/** What a person may say *always* to. */
export interface AlwaysOffer {
  /** Rules that cover this call and others like it, the narrowest first; one at least. */
  readonly rules: readonly string[];
  /**
   * Allows the call, and every later one that the rule covers.
   *
   * @param rule One of the rules, or another one that covers the call.
   * @returns The decision, to be given back as it is: a copy allows this call alone.
   * @throws {UsageError} If the rule is malformed or does not cover the call.
   */
  always(rule: string): Decision;
}

/**
 * Decides about a permission request, and may decide for those to come.
 *
 * @param request The request.
 * @param signal Fires when nobody wants the decision any more, also because a rule that was remembered meanwhile
 * covers the call.
 * @param offer What may be said *always* to; absent for a call about which a person has to be asked each time.
 */
export type RememberHandler = (
  request: PermissionRequest,
  signal: AbortSignal,
  offer?: AlwaysOffer,
) => Answer<Decision>;

/** How an *always* is remembered. */
export interface RememberOptions {
  /**
   * Who remembers it: this script, for as long as the agent runs, or the CLI, for its session.
   *
   * @default "run"
   */
  to?: "run" | "session";
}

/**
 * Remembers what a person said *always* to, so that they are not asked twice.
 *
 * It stands around the handler of `onPermission` that asks. The handler gets an offer beside the request: rules that
 * cover this call and little else (the very command, the very file or its folder, the page's host, the one tool of an
 * MCP server). If its decision is `offer.always(rule)`, later calls that the rule covers are allowed without asking,
 * those that wait for an answer too.
 *
 * - What is remembered is remembered for one agent and its subagents, and forgotten when its process ends. Nothing is
 *   written to a file.
 * - A rule covers a call as in `allowTools`: only where that is proved. Gates hold all the same.
 * - A question for a person (`request.forPerson`) is asked each time, and so is what the CLI wants no lasting rule for,
 *   and every call in plan mode but reading.
 * - With `{ to: "session" }` the CLI is given the rule, for its session: it does not ask again, subagents included. It
 *   judges by its own matching, which is wider than the one here; use gates for what must not run. A rule that the CLI
 *   would read as more than it says is not offered then. The CLI's own suggestions are never used: some of them
 *   write to the settings of the project, or switch the mode.
 *
 * @example Asked once
 * ```ts
 * import { claude, onPermission, remember } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const asked: unknown[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const command of ["make test", "make test", "make clean"]) await cli.tool("Bash", { command });
 *   await cli.end();
 * });
 * const person = onPermission(remember((request, _signal, offer) => {
 *   asked.push(request.input.command);
 *   return offer?.always(offer.rules[0]!);
 * }));
 * await lastValueFrom(claude("build it", { transport }).pipe(person));
 * assertEquals(asked, ["make test", "make clean"]);
 * ```
 *
 * @param handler Asks, such as `askPerson()`.
 * @param options Who remembers. @default the script, for the run
 * @returns A handler for `onPermission`.
 * @throws {UsageError} If the handler is no function, or an option does not exist or has no such value.
 */
export function remember(handler: RememberHandler, options: RememberOptions = {}): PermissionHandler {
  if (typeof handler !== "function") {
    throw new UsageError("Cannot use remember without a function: give it the one that asks, as remember(askPerson())");
  }
  checkOptionBag("remember()", options, { to: true });
  const { to = "run" } = options;
  if (to !== "run" && to !== "session") {
    throw new UsageError(`Give "to" the value "run" or "session", not ${JSON.stringify(to)}`);
  }
  const memories = new WeakMap<Agent, Memory>();
  return (request, signal) => {
    const agent = findAgent(request);
    if (agent === undefined) return handler(request, signal);
    const memory = memories.get(agent) ?? new Memory();
    memories.set(agent, memory);
    return memory.answer(request) ?? memory.ask(request, signal, { handler, to });
  };
}

/**
 * Whether a rule may answer: nothing that is a person's to say each time, nor what the CLI wants no lasting rule for, and
 * in plan mode reading alone.
 */
function isOpen({ forPerson, mode, toolName, frame }: PermissionRequest): boolean {
  if (forPerson || frame.request.suppress_always_allow_rule === true) return false;
  return mode !== "plan" || READING_TOOLS.includes(canonicalName(toolName));
}

/** What one agent's person said *always* to. */
class Memory {
  readonly #rules: ParsedRule[] = [];
  readonly #waiting = new Map<PermissionRequest, AbortController>();

  /** An allow, if the rules cover the call. */
  answer(request: PermissionRequest): Decision | undefined {
    const covering = isOpen(request) ? coveringRules(this.#rules, request) : undefined;
    if (covering === undefined) return undefined;
    return decidedBy(request.allow(), { rule: [...new Set(covering.map(({ text }) => text))].join(", ") });
  }

  ask(
    request: PermissionRequest,
    signal: AbortSignal,
    { handler, to }: { handler: RememberHandler; to: "run" | "session" },
  ): Answer<Decision> {
    const covered = new AbortController();
    const either = AbortSignal.any([signal, covered.signal]);
    const said = new Map<Decision, ParsedRule>();
    const offer = isOpen(request) ? offerFor(request, said, to) : undefined;
    const note = (decision: Decision | undefined): Decision | undefined => {
      const rule = decision === undefined ? undefined : said.get(decision);
      if (rule !== undefined && to === "run") this.#keep(rule);
      return decision;
    };
    const answer = evaluate<Decision, undefined>(() => handler(request, either, offer), {
      signal: either,
      current: undefined,
    });
    if (!(answer instanceof Promise)) return note(answer);
    this.#waiting.set(request, covered);
    return answer.then(note, (error) => {
      const decision = covered.signal.aborted && !signal.aborted ? this.answer(request) : undefined;
      if (decision === undefined) throw error;
      return decision;
    }).finally(() => this.#waiting.delete(request));
  }

  #keep(rule: ParsedRule): void {
    this.#rules.push(rule);
    for (const [request, covered] of this.#waiting) {
      if (this.answer(request) !== undefined) covered.abort();
    }
  }
}

function offerFor(
  request: PermissionRequest,
  said: Map<Decision, ParsedRule>,
  to: "run" | "session",
): AlwaysOffer | undefined {
  const usable = (text: string) => {
    const rule = soundRule(text, request);
    return rule !== undefined && (to === "run" || sessionRule(rule) !== undefined) ? rule : undefined;
  };
  const rules = narrowRules(request).filter((text) => usable(text) !== undefined);
  if (rules.length === 0) return undefined;
  const always = (text: string): Decision => {
    const rule = usable(text);
    if (rule === undefined) {
      throw new UsageError(
        `Say always to a rule that covers the call, such as ${JSON.stringify(rules[0])}: ${
          JSON.stringify(text)
        } does not`,
      );
    }
    const decision = decidedBy(to === "run" ? request.allow() : allowInSession(request, rule), { rule: text });
    said.set(decision, rule);
    return decision;
  };
  return { rules, always };
}

function allowInSession(request: PermissionRequest, rule: ParsedRule): Decision {
  const rules = [sessionRule(rule)].filter((each) => each !== undefined);
  return request.allow(undefined, {
    updates: [{ type: "addRules", rules, behavior: "allow", destination: "session" }],
  });
}
