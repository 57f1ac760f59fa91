import type { Transport, TransportExit } from "../process/mod.ts";
import type { AgentCore } from "./core.ts";
import type { Listener } from "./listen.ts";
import type { Late } from "./load_late.ts";

/** How long a process may take over its first line: one that fills its output first reads nothing until it is read. */
const PATIENCE_MS = 20;

/** Who is told of a process that is heard. */
export interface Hearer extends Listener {
  /** What the process has said so far is being read, or never will be. */
  onHeard(): void;
  /** Standard output has ended, and all of it was delivered. */
  onSilence(): void;
}

/**
 * Hears a process to its end: answers what it asks, delivers what it says. Begins at once where the late part is loaded;
 * where it is not, what the process says waits in its pipe meanwhile.
 *
 * @param core The conversation, whose first line is written.
 * @param transport The process.
 * @param hearer Who is told.
 * @returns How the process ended, when everything that it said was delivered.
 */
export async function hear(core: AgentCore, transport: Transport, hearer: Hearer): Promise<TransportExit> {
  let late = core.late.loaded;
  try {
    late ??= await loadOnceTaken(core, transport);
  } catch (error) {
    return await endUnheard(transport, { error, hearer });
  }
  const { output, stderr } = late.listen(core, transport, hearer);
  hearer.onHeard();
  output.then(() => hearer.onSilence());
  const [exit] = await Promise.all([transport.exited, output, stderr]);
  return exit;
}

/**
 * Loads the late part when the process has its first line, is not about to take it, or has gone. Loading keeps the
 * script's one thread busy: what is not in the pipe by then comes afterwards.
 */
async function loadOnceTaken({ written, clock, late }: AgentCore, { exited }: Transport): Promise<Late> {
  const { promise: patience, resolve } = Promise.withResolvers<void>();
  const callOff = clock.after(PATIENCE_MS, resolve);
  await Promise.race([written, exited, patience]).catch(() => {});
  callOff();
  return await late.load();
}

/** Nobody can read what the process says or answer what it asks, so it is killed; no prompt has been written to it. */
async function endUnheard(
  transport: Transport,
  { error, hearer }: { error: unknown; hearer: Hearer },
): Promise<TransportExit> {
  hearer.onFailure(error);
  hearer.onHeard();
  transport.signal("SIGKILL");
  for (const stream of [transport.output, transport.stderr]) stream.cancel().catch(() => {});
  return await transport.exited;
}
