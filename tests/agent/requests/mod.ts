export { type Guard, guarded } from "./_guarded.ts";
export type { Body, Session } from "./_session.ts";
