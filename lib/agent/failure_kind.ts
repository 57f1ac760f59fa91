import type { Message, ResultMessage } from "../protocol/messages.ts";
import type { Turn } from "./turn.ts";

/**
 * Whether a failure goes by itself:
 *
 * - `passing`: the same may work later (a usage limit, an overloaded or failing server, a run that stood still);
 * - `permanent`: it will fail again until somebody changes something (login, model, session, directory, options, a
 *   limit of the script's own);
 * - `unknown`: nothing tells, such as a process that was killed.
 */
export type FailureKind = "passing" | "permanent" | "unknown";

/**
 * Tells whether a failure goes by itself, so that it is worth trying again.
 *
 * @example Retries that stop where they are of no use
 * ```ts
 * import { claude, failureKind, ProcessError } from "@turnstream/turnstream";
 * import { scriptTransport } from "@turnstream/turnstream/testing";
 * import { lastValueFrom, retry, throwError, timer } from "rxjs";
 * import { assertEquals, assertRejects } from "@std/assert";
 *
 * let starts = 0;
 * const transport = () => {
 *   starts++;
 *   const dead = scriptTransport();
 *   dead.pushStderr("No conversation found with session ID: 7\n");
 *   dead.exit(1);
 *   return dead;
 * };
 * const again = retry({
 *   count: 3,
 *   delay: (error) => failureKind(error) === "permanent" ? throwError(() => error) : timer(1000),
 * });
 * await assertRejects(() => lastValueFrom(claude("go on", { transport }).pipe(again)), ProcessError);
 * assertEquals(starts, 1);
 * ```
 *
 * @example A run that stands still or dies is taken up again, in its own session
 * ```ts
 * import { agentOf, claude, failureKind, lastTurn, watchdog } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { defer, lastValueFrom, retry, tap, throwError, timer } from "rxjs";
 * import { assertEquals } from "@std/assert";
 *
 * let runs = 0;
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   if (runs++ === 0) await cli.silence();
 *   else await cli.end({ text: "done" });
 * });
 * let resume: string | undefined;
 * const turn = await lastValueFrom(
 *   defer(() => claude("Fix the tests", resume === undefined ? { transport } : { transport, resume })).pipe(
 *     watchdog({ firstToken: 20 }),
 *     tap((event) => resume = agentOf(event).sessionId ?? resume),
 *     retry({
 *       count: 3,
 *       delay: (error) => failureKind(error) === "permanent" ? throwError(() => error) : timer(10),
 *     }),
 *     lastTurn(),
 *   ),
 * );
 * assertEquals(turn.text, "done");
 * assertEquals(transport.launches.map(({ args }) => args.includes(`--resume=${turn.sessionId}`)), [false, true]);
 * ```
 *
 * @param failure A turn that failed, or the error of a stream.
 * @returns The kind; `unknown` for everything else.
 */
export function failureKind(failure: unknown): FailureKind {
  if (typeof failure !== "object" || failure === null) return "unknown";
  if (isTurn(failure)) return kindOfTurn(failure);
  const error = failure as ErrorLike;
  switch (error.name) {
    case "TurnError":
    case "LimitError":
      return isTurn(error.turn) ? kindOfTurn(error.turn) : "unknown";
    case "StartError":
    case "UsageError":
      return "permanent";
    case "StalledError":
      return "passing";
    case "ControlError":
      return error.kind === "refused" ? "permanent" : "unknown";
    case "ProcessError":
      return kindOfDeath(error);
    default:
      return "unknown";
  }
}

/** What is read of an error; told by its name, as two copies of the package may be in one script. */
interface ErrorLike {
  name?: unknown;
  kind?: unknown;
  turn?: unknown;
  code?: unknown;
  pending?: unknown;
  stderrTail?: unknown;
  lastResult?: unknown;
}

function isTurn(value: unknown): value is Turn {
  return typeof value === "object" && value !== null && "outcome" in value && "messages" in value;
}

function kindOfTurn(turn: Turn): FailureKind {
  if (turn.outcome !== "error") return turn.failed ? "permanent" : "unknown";
  if (turn.messages.some(isRejection)) return "passing";
  const told = turn.result === undefined ? "unknown" : kindOfResult(turn.result);
  if (told !== "unknown") return told;
  const synthetic = turn.messages.findLast((message) => message.type === "assistant" && message.error !== undefined);
  return synthetic?.type === "assistant" ? kindOfWord(synthetic.error) : "unknown";
}

/** Whether the account's limit is reached. */
export function isRejection(message: Message): boolean {
  return message.type === "rate_limit_event" && message.rate_limit_info?.status === "rejected";
}

/** The newer CLI gives the status; the older one only its text, as it stands before a person. */
function kindOfResult(result: ResultMessage): FailureKind {
  const given = result.api_error_status;
  const [, inText] = /^API Error: (\d{3})\b/.exec(String(result.result)) ?? [];
  const status = typeof given === "number" ? given : Number(inText);
  if (status === 408 || status === 429 || (status >= 500 && status < 600)) return "passing";
  return status >= 400 && status < 500 ? "permanent" : "unknown";
}

/** The word by which the CLI marks the message that stands in for an answer. */
function kindOfWord(error: string | undefined): FailureKind {
  if (error === undefined || error === "unknown") return "unknown";
  return ["rate_limit", "overloaded", "server_error"].includes(error) ? "passing" : "permanent";
}

const HOPELESS =
  /No conversation found|already in use|Invalid API key|not logged in|\/login|authenticat|cannot be used with|unknown option/i;

function kindOfDeath({ code, pending, stderrTail, lastResult }: ErrorLike): FailureKind {
  if (HOPELESS.test(String(stderrTail ?? ""))) return "permanent";
  // It said no when it was started: its options, its settings or the session do not fit.
  if (code === 1 && Array.isArray(pending) && pending.includes("initialize")) return "permanent";
  return typeof lastResult === "object" && lastResult !== null ? kindOfResult(lastResult as ResultMessage) : "unknown";
}
