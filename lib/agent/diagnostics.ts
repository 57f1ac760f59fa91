import { brand, shared } from "./brand.ts";
import type { Diagnostic, DiagnosticKind } from "./events.ts";

const said: Set<string> = shared("said", () => new Set());

/** Makes a diagnostic. */
export function diagnostic(kind: DiagnosticKind, message: string, cause?: unknown): Diagnostic {
  return brand("diagnostic", {
    type: "diagnostic",
    kind,
    message,
    ...(cause === undefined ? {} : { cause }),
  });
}

/**
 * Hands a diagnostic to whoever wants it: `onDiagnostic`, or standard error for what a person should
 * see even if the script does not look. A warning is printed once a script.
 */
export function announce(note: Diagnostic, onDiagnostic: ((note: Diagnostic) => void) | undefined): void {
  if (onDiagnostic !== undefined) {
    const failed = (error: unknown) => console.error(`turnstream: onDiagnostic failed on "${note.message}":`, error);
    try {
      const given: unknown = onDiagnostic(note);
      if (given instanceof Promise) given.catch(failed);
    } catch (error) {
      failed(error);
    }
    return;
  }
  if (note.kind !== "responder_failed" && note.kind !== "warning") return;
  if (note.kind === "warning") {
    if (said.has(note.message)) return;
    said.add(note.message);
  }
  console.error(`turnstream: ${note.message}`);
}
