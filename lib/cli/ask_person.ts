import type { Decision, PermissionRequest } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { holdDialogue, type Outcome } from "./ask/dialogue.ts";
import { queueOf, type TerminalQueue } from "./ask/queue.ts";
import type { Question } from "./ask/reducer.ts";
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

const NOBODY = "There is nobody to ask: the script has no terminal. Allow the call with a rule, such as allowTools()";

/**
 * Asks the person at the terminal what to do with a permission request.
 *
 * The tool, its input, the CLI's reason and who asks are shown on standard error, and one key answers:
 * `y` lets the call run, `n` refuses it, `m` refuses it with a message to the agent, `s` refuses it and
 * stops the turn; `v` shows what was cut. Enter by itself does nothing. The agent goes on meanwhile: the
 * terminal is read without blocking the script.
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
 * It is a person's answer to the CLI's question: a call about which the CLI does not ask is not shown. A
 * question of the agent itself (`AskUserQuestion`) that is allowed here counts as not answered.
 *
 * The keyboard is read through `node:process`. `promptLines()` may be in use at the same terminal; a script
 * that reads standard input in another way should not do so while questions can come.
 *
 * @example Rules first, a person for the rest
 * ```ts
 * import { allowTools, claude, onPermission, texts } from "@turnstream/turnstream";
 * import { askPerson } from "@turnstream/turnstream/cli";
 *
 * // Nothing is started before somebody subscribes, with `.forEach(console.log)` for example.
 * const answers = claude("Tidy up the examples").pipe(
 *   allowTools("Read", "Grep"),
 *   onPermission(askPerson({ timeoutMs: 60_000 })),
 *   texts(),
 * );
 * ```
 *
 * @param options How the person is asked.
 * @returns A responder for `onPermission`.
 * @throws `UsageError` if a time is not a number of milliseconds, or if it is given to `onPermission` uncalled.
 */
export function askPerson(
  options: AskPersonOptions = {},
): (request: PermissionRequest, signal: AbortSignal) => Promise<Decision | undefined> {
  check(options);
  return (request, signal) => ask(request, signal, options);
}

async function ask(
  request: PermissionRequest,
  signal: AbortSignal,
  options: AskPersonOptions,
): Promise<Decision | undefined> {
  const terminal = options.terminal ?? scriptTerminal();
  if (!terminal.isTerminal()) return request.deny(NOBODY);
  const queue = queueOf(terminal);
  const turn = await queue.enter(signal);
  if (turn === "withdrawn") return undefined;
  if (turn === "interrupted") return decide(request, { kind: "interrupt" }, options);
  try {
    if (!terminal.isTerminal()) return request.deny(NOBODY);
    const outcome = await holdDialogue({
      terminal,
      question: questionOf(request, { label: labelOf(request, options), waiting: queue.waiting }),
      signal,
      palette: palette(options.color ?? !Deno.noColor),
      quietMs: options.quietMs ?? 300,
      timeoutMs: options.timeoutMs,
      typedAhead: queue.typedAhead,
    });
    if (outcome.kind === "interrupt") {
      queue.interrupt();
      (options.onInterrupt ?? (() => terminal.interrupt()))();
    }
    return decide(request, outcome, options);
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

function decide(request: PermissionRequest, outcome: Outcome, options: AskPersonOptions): Decision | undefined {
  switch (outcome.kind) {
    case "yes":
      return request.allow();
    case "no":
      return request.deny(outcome.message || "The person at the terminal refused this call");
    case "stop":
      return request.deny("The person at the terminal refused this call and stopped the turn", { interrupt: true });
    case "interrupt":
      return request.deny("The person at the terminal stopped the script", { interrupt: true });
    case "expired":
      return request.deny(`Nobody at the terminal answered within ${(options.timeoutMs ?? 0) / 1000} s`);
    case "gone":
      return request.deny(NOBODY);
    case "withdrawn":
      return undefined;
  }
}

function questionOf(request: PermissionRequest, around: Pick<Question, "label" | "waiting">): Question {
  const { toolName, input, reason, subagentId, mode, cwd } = request;
  return { toolName, input, reason, subagentId, mode, cwd, ...around };
}

function labelOf(request: PermissionRequest, { label = "" }: AskPersonOptions): string {
  return typeof label === "string" ? label : String(label(request) ?? "");
}

function check(options: AskPersonOptions): void {
  if ("respondWith" in options) {
    throw new UsageError('Call askPerson: write "onPermission(askPerson())", not "onPermission(askPerson)"');
  }
  const { timeoutMs, quietMs, label } = options;
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    throw new UsageError(`Give "timeoutMs" a number of milliseconds above 0, not ${timeoutMs}`);
  }
  if (quietMs !== undefined && !(quietMs >= 0)) {
    throw new UsageError(`Give "quietMs" a number of milliseconds, not ${quietMs}`);
  }
  if (label !== undefined && typeof label !== "string" && typeof label !== "function") {
    throw new UsageError(`Give "label" a string, or a function that makes one of a request, not ${label}`);
  }
}
