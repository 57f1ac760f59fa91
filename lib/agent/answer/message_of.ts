/** The message of what was thrown. Never throws: a script can throw anything. */
export function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error);
  } catch {
    return "something that cannot be shown was thrown";
  }
}
