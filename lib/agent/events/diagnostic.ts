/**
 * What kind of note a `Diagnostic` is:
 *
 * - `noise`: the agent printed what is no frame, an answer that nobody waits for, or a message of a known kind whose
 *   fields do not fit and which selectors therefore pass over: the note says which fields, at most three times for each
 *   kind of message (a `warning` with `validate: "all"`);
 * - `unhandled`: it asked what nobody declared, or asked in a wrong shape, and was refused;
 * - `cancelled`: it took a request back;
 * - `responder_failed`: a policy, hook or rule of the script failed, and what that came to;
 * - `warning`: something about the options, the rules or the end of the run is odd.
 */
export type DiagnosticKind = "noise" | "unhandled" | "cancelled" | "responder_failed" | "warning";

/** Something worth knowing that fails nothing. */
export interface Diagnostic {
  /** The event's kind. */
  readonly type: "diagnostic";
  /** What kind of note it is. */
  readonly kind: DiagnosticKind;
  /** The note. */
  readonly message: string;
  /** What caused it: an error, the text of a noisy line, a frame, the `UnknownMessage` of one that does not fit. */
  readonly cause?: unknown;
}
