import type { Observable } from "rxjs";
import { Subject } from "./rxjs.ts";
import type { FrameItem } from "../framing/mod.ts";
import { type Transport, visibleEnvironment } from "../process/mod.ts";
import type { ClaudeOptions } from "./options.ts";

/** What crosses an agent's pipe and is no frame. */
export type Edge =
  /** It was started; rules for `~/` start at its home directory. */
  | { readonly kind: "started"; readonly home: string }
  /** Its input was closed. */
  | { readonly kind: "eof" }
  /** A signal was sent. */
  | { readonly kind: "signal"; readonly name: string }
  /** A line on its output that is no frame; `ended` tells whether its line end came. */
  | { readonly kind: "noise"; readonly text: string; readonly ended: boolean };

/** The key under which an agent gives what a recording needs and a script does not. */
export const EDGES: unique symbol = Symbol.for("turnstream/edges") as never;

/** What a recording needs of an agent beside its frames. */
export class Edges {
  readonly #options: Pick<ClaudeOptions, "env" | "clearEnv" | "includePartialMessages">;
  readonly #notes: Subject<Edge> = new Subject();
  /** Tells a diagnostic. */
  readonly report: (message: string, cause: unknown) => void;
  /** Whether there is a process, or what stands for one. */
  started = false;
  /** The agent's home directory, where it is known. */
  home: string | undefined;

  /**
   * @param options What the agent is started with.
   * @param report Tells a diagnostic.
   */
  constructor(options: ClaudeOptions, report: (message: string, cause: unknown) => void) {
    this.#options = options;
    this.report = report;
  }

  /** What crosses the pipe and is no frame, hot. */
  get notes(): Observable<Edge> {
    return this.#notes.asObservable();
  }

  /** Whether anybody wants to know. */
  get observed(): boolean {
    return this.#notes.observed;
  }

  /** Whether messages are asked for in pieces, as they are written. */
  get asksForPieces(): boolean {
    return this.#options.includePartialMessages === true;
  }

  /** What the agent sees of its environment, as far as the script may know it. */
  get env(): Record<string, string> {
    const { env = {}, clearEnv = false } = this.#options;
    return visibleEnvironment({ env, clearEnv });
  }

  /** Takes what framing gave: what is a frame tells of itself. */
  take(item: FrameItem): void {
    if (!this.#notes.observed || item.kind === "frame") return;
    if (item.kind === "noise") return this.#notes.next({ kind: "noise", text: item.text, ended: true });
    const [text, ended] = item.kind === "overlong" ? [item.head, item.ended] : [item.error.head, false];
    this.#notes.next({ kind: "noise", text, ended });
  }

  /** Looks at what is done to a transport; the same transport where nobody wants to know. */
  watch(transport: Transport): Transport {
    this.started = true;
    this.home = transport.home;
    if (this.home !== undefined) this.#notes.next({ kind: "started", home: this.home });
    return this.#notes.observed ? this.#watched(transport) : transport;
  }

  #watched(transport: Transport): Transport {
    const { pid, home, read, resolvePath } = transport;
    let closed = false;
    return {
      output: transport.output,
      stderr: transport.stderr,
      exited: transport.exited,
      write: (line) => transport.write(line),
      end: () => {
        if (!closed) this.#notes.next({ kind: "eof" });
        closed = true;
        return transport.end();
      },
      signal: (name) => {
        this.#notes.next({ kind: "signal", name });
        transport.signal(name);
      },
      ...(pid === undefined ? {} : { pid }),
      ...(home === undefined ? {} : { home }),
      ...(read === undefined ? {} : { read: (onChunk) => read.call(transport, onChunk) }),
      ...(resolvePath === undefined ? {} : { resolvePath: (path: string) => resolvePath.call(transport, path) }),
    };
  }
}
