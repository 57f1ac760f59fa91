const FOLDER = new URL("../fixtures/transcripts/", import.meta.url);

/** A frame of a recorded session. */
export interface Recorded {
  /** The recording's name, without its ending. */
  readonly name: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** Whether the CLI wrote it (`in`) or its host (`out`). */
  readonly direction: "in" | "out";
  /** The frame. Long lists and texts were cut when it was recorded; a cut leaves texts in lists of texts. */
  readonly frame: Record<string, unknown>;
}

let all: readonly Recorded[] | undefined;

/** Every frame of every recording. What is no frame is left out: ends, notes, standard error, lines that are no JSON. */
export function recorded(): readonly Recorded[] {
  return all ??= [...Deno.readDirSync(FOLDER)].map(({ name }) => name).sort().flatMap(read);
}

/** The data frames that the CLI wrote. */
export function recordedMessages(): readonly Recorded[] {
  return recorded().filter(({ direction, frame }) => direction === "in" && !String(frame.type).startsWith("control_"));
}

function read(file: string): Recorded[] {
  const name = file.replace(/\.ndjson$/, "");
  return Deno.readTextFileSync(new URL(file, FOLDER)).split("\n").flatMap((text, index): Recorded[] => {
    if (text === "") return [];
    const { dir: direction, message: frame } = JSON.parse(text);
    if (direction !== "in" && direction !== "out" || frame === undefined) return [];
    return [{ name, line: index + 1, direction, frame }];
  });
}
