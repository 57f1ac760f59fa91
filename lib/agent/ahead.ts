import type { UrgentLines } from "../framing/mod.ts";
import { parseFrame } from "../protocol/parse.ts";
import type { AgentCore } from "./core.ts";
import { receiveInbound } from "./inbox.ts";
import { endsTurn } from "./pacing.ts";
import type { ReadOutputOptions } from "./read_output.ts";

// What a frame is cannot be told from its first bytes: a result does not begin with its type. These words stand in every
// frame that must not wait, or that somebody may wait for, and in some others, which are looked at for nothing.
const WORDS = ['"control_', '"keep_alive"', '"system"', '"result"'];

// The CLI begins its bulk with its type. A frame that did so and gave another type further on (a key that is written twice,
// as no serialiser does) would wait like the bulk; if it answered a request of ours, that would run out of time.
const CALM_STARTS = ['{"type":"stream_event",', '{"type":"user",'];

/** How an agent's output is read ahead of a paced consumer. */
export function readingAhead(core: AgentCore): Pick<ReadOutputOptions, "pacing" | "urgent" | "onAhead" | "wanted"> {
  return {
    pacing: core.pacing,
    urgent: urgentLines(core),
    onAhead: (value, isFull) => receiveAhead(core, { value, isFull }),
    wanted: () => isWanted(core),
  };
}

/**
 * Whether what waits is of use to anybody: everybody may have left an agent that is ending. Its requests were answered when
 * they were read; with two prompts out it is still asked which of them have had their turn.
 */
function isWanted({ closed, options, events, frames, edges, limiting, turns }: AgentCore): boolean {
  return !closed || events.observed || frames.observed || edges.observed || limiting.watching ||
    options.onDiagnostic !== undefined || turns.inFlight.length > 1;
}

/** How frames are told that must not wait for a paced consumer. */
function urgentLines({ limiting }: AgentCore): UrgentLines {
  return limiting.looksAhead
    ? { words: [...WORDS, '"assistant"'], calmStarts: CALM_STARTS }
    : { words: WORDS, calmStarts: [...CALM_STARTS, '{"type":"assistant",'] };
}

/** Tells most of what may wait by its type alone: a consumer that begins to hold leaves a whole block to be looked at. */
function mayWait({ limiting }: AgentCore, value: unknown): boolean {
  const { type } = (value ?? {}) as { type?: unknown };
  return type === "stream_event" || type === "user" || (type === "assistant" && !limiting.looksAhead);
}

/**
 * Takes a frame in front of which messages wait for a paced consumer: control frames are answered at once, and what a
 * policy judges by is noted at once. Limits are told what the model says, as long as more may wait: they may ask the CLI
 * for more, and while such a question is out the pipe is read.
 *
 * @returns Whether the frame is done with; otherwise it comes again when its turn has come.
 */
function receiveAhead(core: AgentCore, { value, isFull }: { value: unknown; isFull: boolean }): boolean {
  if (mayWait(core, value)) return false;
  const inbound = parseFrame(value);
  if (inbound.kind === "noise") return false;
  if (inbound.kind === "message") {
    const { message } = inbound;
    if (endsTurn(message)) core.pacing.endWaits();
    if (message.type === "system") core.session.observeAhead(message);
    else if (message.type === "assistant" && !isFull) core.limiting.readAhead(message);
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

/**
 * Takes note that the process has gone and all of its output was read: what it has not answered it never will, and a
 * paced consumer may wait for just that before it takes more.
 */
export function noMoreAnswers({ pacing, correlator }: AgentCore, error: () => unknown): void {
  if (pacing.held || pacing.resting) correlator.close(error());
}
