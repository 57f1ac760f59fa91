import { assertEquals } from "@std/assert";

/**
 * Runs a test's body, and fails if a promise was rejected that nobody handled: then, or in the
 * microtasks that follow.
 */
export async function withoutRejections(body: () => void | Promise<void>): Promise<void> {
  const rejections: unknown[] = [];
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejections.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", onRejection);
  try {
    await body();
    await macrotask();
  } finally {
    globalThis.removeEventListener("unhandledrejection", onRejection);
  }
  assertEquals(rejections, [], "A promise was rejected and nobody handled it");
}

/** Declares a test in which no promise may be rejected unhandled. */
export function quietTest(name: string, body: () => void | Promise<void>): void {
  Deno.test(name, () => withoutRejections(body));
}

/** Resolves when everything that could run by now has run. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
