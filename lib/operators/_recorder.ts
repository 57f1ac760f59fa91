import { Subscription } from "../agent/rxjs.ts";
import type { Agent } from "../agent/agent.ts";
import { EDGES, type Edges } from "../agent/edges.ts";
import type { LineSink } from "./_line_sink.ts";
import { Redaction } from "./_redaction.ts";
import type { RecordOptions } from "./record.ts";

/** Gives what may be written. */
interface Safe {
  frame(frame: unknown): unknown;
  text(text: string): string;
}

/** Writes down what crosses one agent's pipe, from its Opening to its exit. */
export class Recorder {
  /** Resolves when the agent has gone and all of it was handed to the sink. */
  readonly over: Promise<void>;
  readonly #sink: LineSink;
  readonly #agent: Agent;
  readonly #mark: { agent?: number };
  readonly #options: RecordOptions;
  readonly #start = performance.now();
  readonly #listening = new Subscription();
  #redaction: Redaction | undefined;

  /**
   * @param agent The agent.
   * @param sink Where lines go.
   * @param options What is masked, and the agent's number among those that share the sink.
   */
  constructor(agent: Agent, sink: LineSink, options: RecordOptions & { number: number }) {
    this.#sink = sink;
    this.#agent = agent;
    this.#options = options;
    this.#mark = options.number === 1 ? {} : { agent: options.number };
    const edges = edgesOf(agent);
    this.#write(() => ({ dir: "note", raw: "recording begins" }));
    this.#listening.add(agent.frames.subscribe(({ direction, frame }) => {
      this.#write((safe) => ({ dir: direction, message: safe.frame(frame) }));
    }));
    this.#listening.add(agent.stderr.subscribe((line) => {
      this.#write((safe) => ({ dir: "err", raw: safe.text(`${line}\n`) }));
    }));
    this.#listening.add(
      edges?.notes.subscribe((edge) => {
        if (edge.kind === "started") {
          this.#write((safe) => ({ dir: "note", raw: "the agent has started", home: safe.text(edge.home) }));
        } else if (edge.kind === "eof") this.#write(() => ({ dir: "out", raw: "<stdin closed>" }));
        else if (edge.kind === "signal") this.#write(() => ({ dir: "out", raw: `<${edge.name}>` }));
        else this.#write((safe) => ({ dir: "in", raw: safe.text(edge.text), ...(edge.ended ? {} : { torn: true }) }));
      }),
    );
    this.over = this.#untilExit(edges);
  }

  async #untilExit(edges: Edges | undefined): Promise<void> {
    const { code, signal } = await this.#agent.exited;
    if (edges?.started !== false) this.#write(() => ({ dir: "exit", code, signal }));
    this.#listening.unsubscribe();
  }

  /** Nothing that goes wrong here may reach the run. */
  #write(make: (safe: Safe) => object): void {
    const t = Math.round(performance.now() - this.#start);
    let line: string;
    try {
      line = JSON.stringify({ t, ...make(this.#safe()), ...this.#mark });
    } catch {
      const raw = "something that is nested too deeply to be written was left out";
      line = JSON.stringify({ t, dir: "note", raw, ...this.#mark });
    }
    this.#sink.write(`${line}\n`, this.#agent);
  }

  /** The home directory is known once there is a process. */
  #safe(): Safe {
    const { redact = true, hide = [] } = this.#options;
    if (!redact) return { frame: (frame) => frame, text: (text) => text };
    const edges = edgesOf(this.#agent);
    if (edges?.started === false) return new Redaction({ env: {}, home: undefined, hide });
    return this.#redaction ??= new Redaction({ env: edges?.env ?? {}, home: edges?.home, hide });
  }
}

/** What a recording needs of an agent; `undefined` for one of a copy of the package that has none. */
export function edgesOf(agent: Agent): Edges | undefined {
  return (agent as { [EDGES]?: Edges })[EDGES];
}
