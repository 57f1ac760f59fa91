export { type Guard, guarded } from "./_guarded.ts";
export { type Body, isRequest, type Session } from "./_session.ts";
