import { isRecord } from "../protocol/is_record.ts";
import { type Difference, differences } from "./_compare.ts";
import type { PlacedLine } from "./_read_recording.ts";

/** What a script did: a frame or a stray line, the end of the agent's input, or a signal. */
export type Deed = { message: unknown } | { raw: string };

/** The lines of a recorded session, and which of those that a script wrote have come again. */
export class Tape {
  readonly lines: readonly PlacedLine[];
  readonly #matched = new Set<PlacedLine>();
  /** The ids of this run, by those of the recording. */
  readonly #ids = new Map<string, string>();
  /** The ids of the recording, by those of this run. */
  readonly #recordedIds = new Map<string, string>();

  /** @param lines The lines. */
  constructor(lines: readonly PlacedLine[]) {
    this.lines = lines.filter(({ dir }) => dir !== "note");
  }

  /** Whether a line that a script wrote has come again. */
  isMatched(line: PlacedLine): boolean {
    return this.#matched.has(line);
  }

  /** The first line of a script that has not come yet. */
  get expected(): PlacedLine | undefined {
    return this.lines.find((line) => line.dir === "out" && !this.#matched.has(line));
  }

  /** Notes what a script did; what is wrong with it, where it is not what was recorded. */
  take(deed: Deed): { line: PlacedLine | undefined; found: Difference[] } | undefined {
    const isMine = kindOf("message" in deed ? this.#asRecorded(deed.message) : deed.raw);
    const waiting = this.lines.filter((line) => line.dir === "out" && !this.#matched.has(line));
    // Nothing can be said after the end of the input.
    const possible = isMine.startsWith("<") ? waiting.slice(0, 1) : waiting;
    const fitting = possible.filter((line) => kindOf(line.raw ?? line.message) === isMine);
    // Requests of one kind may be under way side by side; prompts and answers have their order.
    const choices = isMine.startsWith("control_request/") ? fitting : fitting.slice(0, 1);
    const compared = choices.map((line) => ({ line, found: this.#compare(line, deed) }));
    const [first] = compared;
    const match = compared.find(({ found }) => found.length === 0);
    if (match !== undefined) {
      this.#note(match.line, deed);
      return undefined;
    }
    const actual = "message" in deed ? bare(this.#asRecorded(deed.message)) : deed.raw;
    return first ?? { line: waiting[0], found: [{ path: "", expected: shown(waiting[0]), actual }] };
  }

  /** A frame of the agent's as it must be in this run: with the ids that the script gave to its own. */
  asPlayed(message: unknown): unknown {
    return this.#ids.size === 0 ? message : renamed(message, this.#ids);
  }

  #asRecorded(message: unknown): unknown {
    return renamed(message, this.#recordedIds);
  }

  #compare(line: PlacedLine, deed: Deed): Difference[] {
    if (line.raw !== undefined || "raw" in deed) {
      const actual = "raw" in deed ? deed.raw : deed.message;
      return line.raw?.trimEnd() === actual ? [] : [{ path: "", expected: line.raw ?? line.message, actual }];
    }
    return differences(bare(line.message), bare(this.#asRecorded(deed.message)));
  }

  #note(line: PlacedLine, deed: Deed): void {
    this.#matched.add(line);
    if (!isRecord(line.message) || !("message" in deed) || !isRecord(deed.message)) return;
    // The id of an answer is that of the agent's own request.
    for (const key of line.message.type === "control_response" ? [] : ["request_id", "uuid"]) {
      const [recorded, own] = [line.message[key], deed.message[key]];
      if (typeof recorded !== "string" || typeof own !== "string" || recorded === own) continue;
      this.#ids.set(recorded, own);
      this.#recordedIds.set(own, recorded);
    }
  }
}

/** What a script wrote, as an error shows it. */
function shown(line: PlacedLine | undefined): unknown {
  return line?.raw ?? bare(line?.message);
}

/** What tells lines apart before their content is looked at. */
function kindOf(written: unknown): string {
  if (typeof written === "string") return written.startsWith("<") ? written : "raw";
  if (!isRecord(written)) return "raw";
  const { type, request, response, request_id } = written;
  if (type === "control_request") return `control_request/${isRecord(request) ? request.subtype : ""}`;
  if (type === "control_response") return `control_response/${isRecord(response) ? response.request_id : ""}`;
  return type === "control_cancel_request" ? `${type}/${request_id}` : String(type);
}

/** A frame without what is fresh in each run. */
function bare(message: unknown): unknown {
  if (!isRecord(message)) return message;
  const { request_id: _id, uuid: _uuid, session_id: _session, parent_tool_use_id: _parent, ...rest } = message;
  if (rest.type !== "control_response" || !isRecord(rest.response)) return rest;
  const { request_id: _request, ...response } = rest.response;
  return { ...rest, response };
}

/** The same value, in which texts that are ids are others. */
function renamed(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, ids));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, renamed(part, ids)]));
}
