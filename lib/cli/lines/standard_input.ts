import { scriptTerminal } from "../script_terminal.ts";
import type { LineTerminal } from "../terminal.ts";
import type { LineSource } from "./line_source.ts";
import { streamLines } from "./stream_lines.ts";
import { TerminalLines } from "./terminal_lines.ts";

/** The lines of standard input, which is not touched before the first one is wanted. */
export class StandardInput implements LineSource {
  #source: LineSource | undefined;

  next(): Promise<string | undefined> {
    this.#source ??= linesOf(scriptTerminal());
    return this.#source.next();
  }

  async stop(): Promise<void> {
    await this.#source?.stop();
  }
}

/** A person is read as one types; a pipe or a file, which nobody asks questions at, as a stream. */
function linesOf(terminal: LineTerminal): LineSource {
  return terminal.isTerminal() ? new TerminalLines(terminal) : streamLines(bytesOf(terminal));
}

/** Standard input as a stream; it can be let go of, which `Deno.stdin.readable` cannot while a read is pending. */
function bytesOf(terminal: LineTerminal): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    pull(controller) {
      const { promise, resolve } = Promise.withResolvers<void>();
      terminal.openLines((bytes) => {
        terminal.close();
        if (bytes === null) controller.close();
        else controller.enqueue(new Uint8Array(bytes));
        resolve();
      });
      return promise;
    },
    cancel: () => terminal.close(),
  }, { highWaterMark: 0 });
}
