import type { AgentCore } from "./core.ts";
import { StalledError } from "./errors.ts";
import type { AgentEvent } from "./events.ts";

const ASKED: ReadonlySet<string> = new Set(["permission", "hook", "elicitation", "dialog"]);

/** Notes on a request that it came before messages that the CLI wrote earlier. */
export function markAhead(event: AgentEvent): void {
  if (ASKED.has(event.type)) (event as { ahead?: true }).ahead = true;
}

/** The error of a consumer that asked for bounded memory and takes nothing. */
export function consumerStalled({ limits, pacing }: AgentCore): StalledError {
  const what = pacing.holdsUpTurn
    ? "agent.ask waited for a turn whose end stands behind what it has not taken (limits.stallMs): await that turn " +
      "beside pacedMap or iterate and not inside of it; where it is only slow, raise the limit"
    : `${limits.readAheadBytes} bytes waited for it (limits.stallMs): let it take events, or raise the limit`;
  return new StalledError(`The consumer took nothing for ${limits.stallMs} ms while ${what}`, {
    phase: "consumer",
    text: "",
  });
}
