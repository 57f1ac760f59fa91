import { parseFrame } from "../protocol/parse.ts";
import type { AgentCore } from "./core.ts";
import { StalledError } from "./errors.ts";
import type { AgentEvent } from "./events.ts";
import { receiveInbound } from "./inbox.ts";

// What a frame is cannot be told from its first bytes: a result does not begin with its type. These words stand in every
// frame that must not wait, and in some others, which are looked at for nothing.
const WORDS = ['"control_', '"keep_alive"', '"system"'];

/** Whether a piece of output may hold a frame that must not wait for a paced consumer. */
export function mayNotWait(text: string): boolean {
  return WORDS.some((word) => text.includes(word));
}

/**
 * Takes a frame in front of which messages wait for a paced consumer: control frames are answered at once, and what a
 * policy judges by is noted at once.
 *
 * @returns Whether the frame is done with; otherwise it comes again when its turn has come.
 */
export function receiveAhead(core: AgentCore, value: unknown): boolean {
  const inbound = parseFrame(value);
  if (inbound.kind === "noise") return false;
  if (inbound.kind === "message") {
    if (inbound.message.type === "system") core.session.observeAhead(inbound.message);
    return false;
  }
  core.readingAhead = true;
  try {
    receiveInbound(core, inbound, value);
  } finally {
    core.readingAhead = false;
  }
  return true;
}

/** Notes on a request that it came before messages that the CLI wrote earlier. */
export function markAhead(event: AgentEvent): void {
  if (event.type === "permission" || event.type === "hook") (event as { ahead?: true }).ahead = true;
}

/** The error of a consumer that asked for bounded memory and takes nothing. */
export function consumerStalled({ limits }: AgentCore): StalledError {
  return new StalledError(
    `The consumer took nothing for ${limits.stallMs} ms while ${limits.readAheadBytes} bytes waited for it ` +
      "(limits.stallMs): let it take events, or raise the limit",
    { phase: "consumer", text: "" },
  );
}
