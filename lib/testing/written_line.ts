/**
 * One line that a script wrote to its agent, parsed. The fields that tests look at most have types;
 * the rest is open.
 */
export interface WrittenLine {
  /** The frame's kind: `user`, `control_request`, `control_response`, `control_cancel_request` … */
  type?: string;
  /** The id of a control request, or of the one that is taken back. */
  request_id?: string;
  /** What a control request asks. */
  request?: { subtype?: string; [field: string]: unknown };
  /** What a control response answers. */
  response?: {
    subtype?: string;
    request_id?: string;
    response?: Record<string, unknown> | null;
    error?: string;
    [field: string]: unknown;
  };
  /** A prompt's message. */
  message?: { role?: string; content?: unknown; [field: string]: unknown };
  /** A prompt's id. */
  uuid?: string;
  /** What else the line carries. */
  [field: string]: unknown;
}

/**
 * Parses a written line. A line that is no JSON object, which the real CLI would die of, throws.
 *
 * @param line The line without its end.
 * @returns The line's object.
 * @throws {SyntaxError} If the line is not JSON.
 * @throws {TypeError} If it is JSON but `null`.
 */
export function parseWritten(line: string): WrittenLine {
  const value: unknown = JSON.parse(line);
  if (value === null) throw new TypeError("Cannot read a line from the script: it is null");
  return value as WrittenLine;
}
