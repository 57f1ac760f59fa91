import { assertEquals } from "@std/assert";
import { NEVER } from "rxjs";
import { Session, type SessionParts } from "./_session.ts";

/** What a guarded test is given. */
export interface Guard {
  /** What was printed on standard error. */
  readonly printed: string[];
  /** Opens a session that is disposed of, and checked, when the test is over. */
  open(parts?: SessionParts): Promise<Session>;
  /** The same, not yet shaken hands with. */
  start(parts?: SessionParts): Session;
  /** The same, started and without a prompt. */
  idle(parts?: SessionParts): Promise<Session>;
}

/**
 * Makes a test's function that fails on any rejection or error that nobody handled, on sessions
 * that leave something behind, and that keeps standard error to itself.
 */
export function guarded(test: (guard: Guard) => Promise<void>): () => Promise<void> {
  return async () => {
    const strays: unknown[] = [];
    const printed: string[] = [];
    const sessions: Session[] = [];
    const onRejection = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      strays.push(event.reason);
    };
    const onError = (event: ErrorEvent) => {
      event.preventDefault();
      strays.push(event.error);
    };
    const start = (parts?: SessionParts) => {
      const session = new Session(parts);
      sessions.push(session);
      return session;
    };
    const open = async (parts?: SessionParts) => {
      const session = start(parts);
      await session.handshake();
      await session.transport.nextLine((line) => line.type === "user");
      return session;
    };
    const idle = async (parts?: SessionParts) => {
      const session = start({ prompts: NEVER, ...parts });
      await session.handshake();
      await session.barrier();
      return session;
    };
    const original = console.error;
    console.error = (...parts: unknown[]) => void printed.push(parts.map(String).join(" "));
    addEventListener("unhandledrejection", onRejection);
    addEventListener("error", onError);
    try {
      await test({ printed, open, start, idle });
      for (const session of sessions) await session.dispose();
      await new Promise((resolve) => setTimeout(resolve, 0)); // A stray rejection is told a task later.
    } finally {
      console.error = original;
      removeEventListener("unhandledrejection", onRejection);
      removeEventListener("error", onError);
    }
    assertEquals(strays, []);
  };
}
