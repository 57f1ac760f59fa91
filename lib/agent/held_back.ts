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
    ? "the end of a turn waited for it that agent.ask gives (limits.stallMs): wait for that turn beside pacedMap or " +
      "iterate and not inside of it, let the consumer take events sooner, or raise the limit"
    : `${limits.readAheadBytes} bytes waited for it (limits.stallMs): let it take events, or raise the limit`;
  return new StalledError(`The consumer took nothing for ${limits.stallMs} ms while ${what}`, {
    phase: "consumer",
    text: "",
  });
}
