import type { MonoTypeOperatorFunction } from "rxjs";
import { claude } from "../../../lib/agent/claude.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import type { Prompts } from "../../../lib/agent/prompts.ts";
import { record, type RecordOptions } from "../../../lib/operators/record.ts";
import type { RecordedLine } from "../../../lib/testing/recorded_line.ts";

/** What came of a script. */
export interface Performed {
  /** Its events, as plain values. */
  events: unknown[];
  /** What its stream errored with. */
  error: unknown;
}

const SELF: MonoTypeOperatorFunction<AgentEvent> = (source) => source;

/** Runs a script to its end. */
export async function perform(
  prompts: Prompts,
  options: ClaudeOptions,
  policy: MonoTypeOperatorFunction<AgentEvent> = SELF,
): Promise<Performed> {
  const events: unknown[] = [];
  let error: unknown;
  const quiet: ClaudeOptions = { onDiagnostic: () => {}, settingSources: [], ...options };
  await claude(prompts, quiet).pipe(policy).forEach((event) => void events.push(plain(event)))
    .catch((reason) => error = reason);
  return { events, error };
}

/** Runs a script to its end, and gives the recording of it too. */
export async function performRecorded(
  prompts: Prompts,
  options: ClaudeOptions & { recording?: RecordOptions },
  policy: MonoTypeOperatorFunction<AgentEvent> = SELF,
): Promise<Performed & { text: string; lines: RecordedLine[] }> {
  const { recording = {}, ...others } = options;
  const written: string[] = [];
  const performed = await perform(
    prompts,
    others,
    (events) => policy(events).pipe(record((line) => written.push(line), recording)),
  );
  return { ...performed, text: written.join(""), lines: written.map((line) => JSON.parse(line)) };
}

/** An event as plain values, so that two runs can be compared: without functions, errors as their text, without the time
 * that tools took by the clock of the machine. */
function plain(event: AgentEvent): unknown {
  return JSON.parse(
    JSON.stringify(event, (key, value) => {
      if (value instanceof Error) return `${value.name}: ${value.message}`;
      return key === "durationMs" ? 0 : value;
    }),
  );
}
