import { checkTerms } from "../agent/answer/terms.ts";
import type { Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import { askedQuestions } from "../operators/on_question.ts";
import { proposedPlan } from "../operators/on_plan.ts";
import type { AlwaysOffer } from "../operators/remember.ts";
import { decideCall, decideQuestions, type Limit, NOBODY } from "./ask/decide.ts";
import { type DialogueOptions, holdDialogue, type Outcome } from "./ask/dialogue.ts";
import type { Form } from "./ask/form.ts";
import { PermissionForm } from "./ask/permission_form.ts";
import { QuestionForm } from "./ask/question_form.ts";
import { queueOf, type TerminalQueue } from "./ask/queue.ts";
import { scriptTerminal } from "./script_terminal.ts";
import { palette } from "./show/palette.ts";
import { visibleLine } from "./show/visible.ts";
import { REWRITE_LINE, type Terminal } from "./terminal.ts";

/** How a person is asked. */
export interface AskPersonOptions {
  /**
   * How long the person has for one request, in milliseconds, from the moment it is shown; then the
   * call is denied.
   *
   * @default no limit
   */
  timeoutMs?: number;
  /**
   * What the deny is when the time is up: the agent goes on without the call, or its turn is stopped.
   *
   * @default "deny"
   */
  onTimeout?: "deny" | "stop";
  /**
   * How long the keyboard must be quiet before a request is shown, and how long no key counts once it
   * is shown, in milliseconds. Keeps a key that was meant for something else from answering.
   *
   * @default 300
   */
  quietMs?: number;
  /**
   * What Ctrl+C does, after the call was denied, its turn stopped and the terminal restored.
   *
   * @default the script gets the SIGINT that Ctrl+C would have raised
   */
  onInterrupt?: () => void;
  /**
   * Whether the question has a bold title.
   *
   * @default true, unless `NO_COLOR` is set
   */
  color?: boolean;
  /**
   * What stands before the question: tells several agents apart, as the `label` of `printEvents` does.
   * A function is given the request, of which `agentOf` knows the agent.
   *
   * @default nothing
   */
  label?: string | ((request: PermissionRequest) => string);
  /**
   * The terminal to ask at.
   *
   * @default the script's own: standard input, and standard error for the output
   */
  terminal?: Terminal;
}

const NAMES: OptionNames<AskPersonOptions> = {
  timeoutMs: true,
  onTimeout: true,
  quietMs: true,
  onInterrupt: true,
  color: true,
  label: true,
  terminal: true,
};

/**
 * Asks the person at the terminal what to do with a permission request.
 *
 * The tool, its input (a difference for edits), the CLI's reason and who asks are shown on standard error, and one key
 * answers: `y` lets the call run, `n` refuses it, `m` refuses it with a message to the agent, `s` refuses it and
 * stops the turn; `v` shows what was cut. Inside of `remember(…)`, `a` shows the rules to which the person can say
 * always, and a number says it. Enter by itself does nothing. The agent goes on meanwhile: the terminal is read without
 * blocking the script.
 *
 * Questions of the agent (`AskUserQuestion`) are shown one after another with their options: a number answers, or
 * chooses where several may be, `o` takes an answer in the person's own words, `k` skips. A plan (`ExitPlanMode`) is
 * shown as a plan: `y` lets the agent carry it out, `e` lets it edit without asking as well.
 *
 * - Requests that come together, from any number of agents and `askPerson()`s, are asked one after another.
 * - A request that the agent withdraws is taken back, also while it is shown; the answer is then `undefined`.
 * - Keys that were typed before the question could be read never answer it, nor do several keys that come
 *   at once: an impatient key or a paste never approves anything. What was typed before the question was
 *   shown is kept for `promptLines`, where that is in use.
 * - Without a terminal (standard input or standard error is none, or is gone) the call is denied at once.
 * - Ctrl+C denies this request and all that wait, stops their turns, restores the terminal and then raises
 *   SIGINT in the script, as if the terminal had done so. Ctrl+D denies.
 * - What the agent controls is shown with control, bidirectional and invisible characters made visible.
 *
 * It is a person's answer to the CLI's question: a call about which the CLI does not ask is not shown.
 *
 * The keyboard is read through `node:process`. `promptLines()` may be in use at the same terminal; a script
 * that reads standard input in another way should not do so while questions can come.
 *
 * @example Rules first, a person for the rest
 * ```ts
 * import { allowTools, claude, onPermission, remember, texts } from "@turnstream/turnstream";
 * import { askPerson } from "@turnstream/turnstream/cli";
 *
 * // Nothing is started before somebody subscribes, with `.forEach(console.log)` for example.
 * const answers = claude("Tidy up the examples").pipe(
 *   allowTools("Read", "Grep"),
 *   onPermission(remember(askPerson({ timeoutMs: 60_000 }))),
 *   texts(),
 * );
 * ```
 *
 * @param options How the person is asked.
 * @returns A handler for `onPermission`, by itself or inside of `remember`.
 * @throws `UsageError` if a time is not a number of milliseconds, if an option does not exist,
 * or if it is given to `onPermission` or `remember` uncalled.
 */
export function askPerson(
  options: AskPersonOptions = {},
): (request: PermissionRequest, signal: AbortSignal, offer?: AlwaysOffer) => Promise<Decision | undefined> {
  check(options);
  const limit: Limit = { timeoutMs: options.timeoutMs, stops: options.onTimeout === "stop" };
  return (request, signal, offer) => {
    const asked = askedQuestions(request);
    if (asked !== undefined) {
      const { questions, subagentId } = asked;
      const decide = (outcome: Parameters<typeof decideQuestions>[0]) => decideQuestions(outcome, { asked, limit });
      return ask(
        request,
        { options, signal, decide },
        (around) => new QuestionForm({ questions, subagentId, ...around }),
      );
    }
    const plan = proposedPlan(request);
    const decide = (outcome: Parameters<typeof decideCall>[0]) => decideCall(outcome, { request, plan, offer, limit });
    return ask(request, { options, signal, decide }, (around) => {
      const { toolName, input, subagentId, mode, cwd, defaultToNo } = request;
      return new PermissionForm({
        ...{ toolName, input, reason: reasonOf(request), subagentId, mode, cwd, defaultToNo, ...around },
        ...plan === undefined ? {} : { plan: { text: plan.plan } },
        ...offer === undefined ? {} : { rules: offer.rules },
      });
    });
  };
}

/** How a request is asked about. */
interface Asking<Answer> {
  readonly options: AskPersonOptions;
  readonly signal: AbortSignal;
  /** Makes a decision of the outcome. */
  readonly decide: (outcome: Outcome<Answer>) => Decision | undefined;
}

async function ask<Answer extends { readonly kind: string }>(
  request: PermissionRequest,
  { options, signal, decide }: Asking<Answer>,
  form: (around: { label: string; waiting: number }) => Form<Answer | { readonly kind: "interrupt" }>,
): Promise<Decision | undefined> {
  const terminal = options.terminal ?? scriptTerminal();
  if (!terminal.isTerminal()) return request.deny(NOBODY);
  const queue = queueOf(terminal);
  const turn = await queue.enter(signal);
  if (turn === "withdrawn") return undefined;
  if (turn === "interrupted") return decide({ kind: "interrupt" });
  try {
    if (!terminal.isTerminal()) return request.deny(NOBODY);
    const held: DialogueOptions<Answer> = {
      terminal,
      form: form({ label: labelOf(request, options), waiting: queue.waiting }),
      signal,
      palette: palette(options.color ?? !Deno.noColor),
      quietMs: options.quietMs ?? 300,
      timeoutMs: options.timeoutMs,
      typedAhead: queue.typedAhead,
    };
    const outcome = await holdDialogue(held);
    if (outcome.kind === "interrupt") {
      queue.interrupt();
      (options.onInterrupt ?? (() => terminal.interrupt()))();
    }
    return decide(outcome);
  } finally {
    queue.leave();
    showTyped(terminal, queue);
  }
}

/** Shows again what was half typed, where the next one to read it is not here yet. */
function showTyped(terminal: Terminal, queue: TerminalQueue): void {
  const { open } = queue.typed;
  if (open !== "" && queue.isFree && terminal.isTerminal()) terminal.write(REWRITE_LINE + visibleLine(open));
}

/** Why the CLI asks; for what it asks a person it may give no words of its own. */
function reasonOf({ reason, reasonType, matchedAskRule }: PermissionRequest): string | undefined {
  if (reason !== undefined && reason !== "") return reason;
  if (matchedAskRule !== undefined) {
    const { tool_name, rule_content, source } = matchedAskRule;
    return `the rule ${tool_name}${rule_content === undefined ? "" : `(${rule_content})`} of ${source} asks`;
  }
  if (reasonType === "rule") return "a rule of the settings asks";
  return reasonType === "safetyCheck" ? "programs take their orders from what it would write" : undefined;
}

function labelOf(request: PermissionRequest, { label = "" }: AskPersonOptions): string {
  return typeof label === "string" ? label : String(label(request) ?? "");
}

function check(options: AskPersonOptions): void {
  if (typeof options === "object" && options !== null && "respondWith" in options) {
    throw new UsageError('Call askPerson: write "onPermission(askPerson())", not "onPermission(askPerson)"');
  }
  checkOptionBag("askPerson()", options, NAMES);
  checkTerms(options);
  const { quietMs, label } = options;
  if (quietMs !== undefined && !(quietMs >= 0)) {
    throw new UsageError(`Give "quietMs" a number of milliseconds, not ${quietMs}`);
  }
  if (label !== undefined && typeof label !== "string" && typeof label !== "function") {
    throw new UsageError(`Give "label" a string, or a function that makes one of a request, not ${label}`);
  }
}
