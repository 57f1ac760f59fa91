import { isRecord } from "../protocol/is_record.ts";
import type { RecordedLine } from "./recorded_line.ts";

/** A line, and where it stands in its recording. */
export interface PlacedLine extends RecordedLine {
  /** The number of the line, from 1. */
  line: number;
}

const DIRECTIONS = ["in", "out", "err", "exit", "note"];

/**
 * Reads a recording: one session for each agent and each beginning. A last line that was torn by a crash is left out;
 * where another recording was appended to such a line, it begins in the middle of it.
 *
 * @param text The recording.
 * @param name What it is called in errors.
 * @returns The sessions, in the order in which they began.
 */
export function readRecording(text: string, name: string): PlacedLine[][] {
  const texts = text.replace(/^\ufeff/, "").split("\n");
  const lines = texts.flatMap((one, index): PlacedLine[] => {
    const line = index + 1;
    if (one.trim() === "") return [];
    const value = parse(one) ?? parse(one.slice(Math.max(one.lastIndexOf('{"t":'), 1)));
    if (value !== undefined) return [{ ...value, line }];
    if (index === texts.length - 1) return [];
    throw new TypeError(
      `Cannot read ${name}: line ${line} is no line of a recording, such as {"t":0,"dir":"in","message":{…}}`,
    );
  });
  return sessions(lines);
}

/** Reads lines that are objects already; also those that an agent's `frames` gives. */
export function readLines(lines: Iterable<unknown>): PlacedLine[][] {
  const placed = [...lines].map((value, index): PlacedLine => {
    const line = index + 1;
    if (isRecord(value) && (value.direction === "in" || value.direction === "out") && "frame" in value) {
      return { dir: value.direction, message: value.frame, line };
    }
    if (!isLine(value)) {
      throw new TypeError(
        `Cannot replay: entry ${line} is neither a line of a recording, { dir, message }, nor a frame, ` +
          "{ direction, frame }",
      );
    }
    return { ...value, line };
  });
  return sessions(placed);
}

function sessions(lines: readonly PlacedLine[]): PlacedLine[][] {
  const all: PlacedLine[][] = [];
  const current = new Map<number, PlacedLine[]>();
  for (const line of lines) {
    const agent = line.agent ?? 1;
    let session = current.get(agent);
    if (session === undefined || (line.dir === "note" && line.raw === "recording begins" && session.length > 0)) {
      session = [];
      current.set(agent, session);
      all.push(session);
    }
    session.push(line);
  }
  return all.filter((session) => session.some(({ dir }) => dir !== "note"));
}

function parse(text: string): RecordedLine | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is RecordedLine {
  if (!isRecord(value) || !DIRECTIONS.includes(value.dir as string)) return false;
  const { dir, message, raw } = value;
  if (raw !== undefined) return typeof raw === "string";
  return dir === "exit" || dir === "note" || message !== undefined;
}
