/** A process that must not outlive the script. */
export interface AgentGuard {
  /**
   * Takes SIGINT for an interrupt of what it does: then the script goes on.
   *
   * @returns Whether it did. @default it does not
   */
  interrupt?(): boolean;
  /** Ends it in good order; resolves when it has gone. */
  end(): Promise<unknown>;
  /** Sends it a signal at once; does nothing if it has gone. */
  kill(name: "SIGINT" | "SIGKILL"): void;
}

type Signal = "SIGINT" | "SIGTERM" | "SIGHUP" | "SIGBREAK";

interface Watch {
  guards: Set<AgentGuard>;
  /** Takes the listeners off again; absent while there are none. */
  unwatch?: (() => void) | undefined;
  /** Whether a signal is ending everything already. */
  ending: boolean;
}

const EXIT_CODES: Readonly<Record<Signal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 149 };

/** How long a dying script waits for its agents to put their tools away after SIGINT, in milliseconds. */
const LAST_WAIT_MS = 1_000;

/** One for all copies of the package in the script: each would otherwise end the script without the others. */
const WATCH = Symbol.for("turnstream/last_rites");

/**
 * Sees to it that a process does not outlive the script, until it is released.
 *
 * - **SIGINT** that anything guarded takes for an interrupt: nothing else happens.
 * - **SIGINT, SIGTERM, SIGHUP**: everything guarded is ended by its `end`, then the script exits with 130, 143 or 129. A
 *   second signal kills what is still there, and exits at once.
 * - **`Deno.exit`, the end of the script, an uncaught error**: nothing asynchronous runs any more. SIGINT goes to
 *   everything guarded (SIGKILL or SIGTERM at once would leave an agent's tools behind), the script stands still
 *   for a second, then SIGKILL. The exit code stays what it is.
 *
 * An error event that a listener before has already prevented is left alone. One that is prevented by a listener
 * *after* cannot be known here.
 *
 * Nothing helps against SIGKILL of the script: the agent then sees the end of its input.
 *
 * @example Guarding a process
 * ```ts
 * const release = guardAgent({ end: () => Promise.resolve(), kill: () => {} });
 * // … until it has gone
 * release();
 * ```
 *
 * @param guard The process.
 * @returns A function that releases it; with the last one, all listeners go.
 */
export function guardAgent(guard: AgentGuard): () => void {
  const watch = sharedWatch();
  // The same object may be given twice: each has its own release.
  const own: AgentGuard = {
    interrupt: () => guard.interrupt?.() ?? false,
    end: () => guard.end(),
    kill: (name) => guard.kill(name),
  };
  watch.guards.add(own);
  watch.unwatch ??= startWatching(watch);
  return () => {
    watch.guards.delete(own);
    if (watch.guards.size > 0 || watch.ending) return;
    watch.unwatch?.();
    watch.unwatch = undefined;
  };
}

function sharedWatch(): Watch {
  const shared = globalThis as { [WATCH]?: Watch };
  return shared[WATCH] ??= { guards: new Set(), ending: false };
}

function startWatching(watch: Watch): () => void {
  const stops = signalNames().map((name) => listenTo(name, () => void onSignal(watch, name)));
  const onUnload = () => killAll(watch);
  const onError = (event: Event) => {
    if (!event.defaultPrevented) killAll(watch);
  };
  globalThis.addEventListener("unload", onUnload);
  globalThis.addEventListener("error", onError);
  globalThis.addEventListener("unhandledrejection", onError);
  return () => {
    for (const stop of stops) stop();
    globalThis.removeEventListener("unload", onUnload);
    globalThis.removeEventListener("error", onError);
    globalThis.removeEventListener("unhandledrejection", onError);
  };
}

function signalNames(): Signal[] {
  return Deno.build.os === "windows" ? ["SIGINT", "SIGBREAK", "SIGHUP"] : ["SIGINT", "SIGTERM", "SIGHUP"];
}

function listenTo(name: Signal, listener: () => void): () => void {
  Deno.addSignalListener(name, listener);
  return () => Deno.removeSignalListener(name, listener);
}

async function onSignal(watch: Watch, name: Signal): Promise<void> {
  if (watch.ending) {
    for (const guard of watch.guards) send(guard, "SIGKILL");
    watch.guards.clear();
    Deno.exit(EXIT_CODES[name]);
  }
  // Each is told: one Ctrl+C is for all of them.
  if (name === "SIGINT" && [...watch.guards].filter((guard) => guard.interrupt?.()).length > 0) return;
  watch.ending = true;
  await Promise.allSettled([...watch.guards].map(async (guard) => {
    await guard.end();
    watch.guards.delete(guard);
  }));
  // One turn of the event loop: what the script does when its streams end (a `finally`) has its chance.
  await new Promise((resolve) => setTimeout(resolve, 0));
  // What could not be ended, or was started meanwhile, is dealt with in `unload`.
  Deno.exit(EXIT_CODES[name]);
}

/** The last thing that happens. Synchronous: no promise is settled any more. */
function killAll(watch: Watch): void {
  const guards = [...watch.guards];
  watch.guards.clear();
  if (guards.length === 0) return;
  for (const guard of guards) send(guard, "SIGINT");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_WAIT_MS);
  for (const guard of guards) send(guard, "SIGKILL");
}

function send(guard: AgentGuard, name: "SIGINT" | "SIGKILL"): void {
  try {
    guard.kill(name);
  } catch {
    // The others must get theirs.
  }
}
