import { exitHint } from "./_exit_hints.ts";
import type { ProcessErrorOptions } from "./errors.ts";

const MAX_SHOWN = 600;
const MAX_LINES = 12;

/** Says how a process ended, what was pending and what it wrote last. */
export function describeExit(details: ProcessErrorOptions): string {
  const program = details.launch?.program[0];
  const who = program === undefined ? "The agent" : `The agent ${JSON.stringify(program)}`;
  const pending = whatWasPending(details.pending ?? []);
  const { lastWritten } = details;
  const told = lastWritten === undefined || details.pending?.includes(lastWritten) === true;
  const sent = told ? "" : ` after it was sent ${JSON.stringify(lastWritten)}`;
  const version = details.version === undefined ? "" : ` (its version is ${JSON.stringify(details.version)})`;
  const { stderrTail = "" } = details;
  const hint = exitHint(stderrTail);
  const cure = hint === undefined ? "" : `; ${hint}`;
  const what = `${who} ${howItEnded(details)}${pending}${sent}${version}${cure}`;
  return `${what}; ${whatItWrote(stderrTail)}${whereItLooked(details)}`;
}

function howItEnded({ code, signal }: ProcessErrorOptions): string {
  if (typeof signal === "string") return `was ended by ${signal}`;
  if (typeof code === "number") return `exited with code ${code}`;
  return "cannot be reached any more";
}

function whatWasPending(pending: readonly string[]): string {
  if (pending.length === 0) return "";
  const names = pending.slice(0, 3).map((name) => JSON.stringify(name)).join(", ");
  const more = pending.length > 3 ? ` and ${pending.length - 3} more` : "";
  return ` while ${names}${more} ${pending.length === 1 ? "was" : "were"} pending`;
}

/** The CLI keeps sessions by directory, and does not say in which one it looked. */
function whereItLooked({ stderrTail = "", launch }: ProcessErrorOptions): string {
  if (launch === undefined || !/No conversation found with session ID/i.test(stderrTail)) return "";
  const place = launch.cwd === undefined ? "the script's own directory" : JSON.stringify(launch.cwd);
  return `\nSessions belong to a directory. It looked in ${place}: set "cwd" to where the session began`;
}

function whatItWrote(stderrTail: string): string {
  const lines = stderrTail.split("\n").map((line) => line.trimEnd()).filter((line) => line !== "");
  if (lines.length === 0) return "it wrote nothing on standard error, run the program by hand to see more";
  const end = lines.slice(-MAX_LINES).join("\n");
  return `its standard error ends with: ${end.length > MAX_SHOWN ? `…${end.slice(-MAX_SHOWN)}` : end}`;
}
