/** How a message ends: with a full stop, or with what the caller had to say. */
export function ending(msg: string | undefined): string {
  return msg ? `: ${msg}` : ".";
}
