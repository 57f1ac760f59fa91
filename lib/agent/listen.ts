import type { ProcessError, Transport, TransportExit } from "../process/mod.ts";
import { noMoreAnswers, readingAhead } from "./ahead.ts";
import { Dispatcher } from "./answer/dispatcher.ts";
import { answerHost } from "./answer_host.ts";
import type { AgentCore } from "./core.ts";
import { receive } from "./inbox.ts";
import { drainOf, readOutput, readStderr } from "./read_output.ts";

/** What is told of a process that is read. */
export interface Listener {
  /** Takes a piece of standard error. */
  onStderr(chunk: Uint8Array): void;
  /** Reading has failed; what was read is delivered. */
  onBroken(cause: unknown): void;
  /** Something failed that nothing should make fail. */
  onFailure(error: unknown): void;
  /** The error of a process that has gone. */
  died(exit: TransportExit): ProcessError;
}

/** Promises of the ends of a process's output; they never reject. */
export interface Listening {
  /** All of standard output was read and delivered. */
  readonly output: Promise<void>;
  /** All of standard error was read. */
  readonly stderr: Promise<void>;
}

/** Begins to read what an agent's process says, and to answer what it asks. Nothing of it was read before. */
export function listen(core: AgentCore, transport: Transport, listener: Listener): Listening {
  const { lineBytes: maxBytes, onLongLine, readAheadBytes } = core.limits;
  core.dispatcher = new Dispatcher(answerHost(core, { clock: core.clock, transport }));
  if (core.closed) core.dispatcher.shutDown();
  const output = readOutput(transport, {
    ...{ maxBytes, onLongLine, readAheadBytes, drain: drainOf(core, transport, "output"), ...readingAhead(core) },
    onItem: (item) => receive(core, item),
    onRead: () => void transport.exited.then((exit) => noMoreAnswers(core, () => listener.died(exit))),
    onBroken: (cause) => listener.onBroken(cause),
    onFailure: (error) => listener.onFailure(error),
  });
  const drain = drainOf(core, transport, "stderr");
  return { output, stderr: readStderr(transport, (chunk) => listener.onStderr(chunk), { drain }) };
}
