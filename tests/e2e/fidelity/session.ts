import type { Frame } from "../../support/mod.ts";
import type { Scenario } from "../../../lib/testing/scenario.ts";
import { simulate, type Simulation } from "../../../lib/testing/simulate.ts";
import type { Transport } from "../../../lib/process/transport.ts";

/** What a scenario does with an agent, whichever it is; the real one's is `RawSession`. */
export interface Session {
  /** Every frame that came so far. */
  readonly frames: Frame[];
  write(frame: Frame): Promise<void>;
  prompt(content: string, uuid?: string): Promise<void>;
  request(request: Frame): Promise<Frame>;
  respond(request: Frame, response: Frame): Promise<void>;
  frame(wanted: (frame: Frame) => boolean, from?: number): Promise<Frame>;
  end(): Promise<{ code: number | null }>;
}

/** The flags that every session has. */
export const FIXED = [
  "--output-format=stream-json",
  "--input-format=stream-json",
  "--verbose",
  "--permission-prompt-tool=stdio",
  "--replay-user-messages",
];

/** How a simulated session is opened. */
export interface SimulatedOptions {
  version: "2.1.332" | "2.1.197";
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

/** A simulated agent, frame by frame. */
export class SimulatedSession implements Session {
  readonly frames: Frame[] = [];
  readonly simulation: Simulation;
  readonly #transport: Transport;
  readonly #reading: Promise<void>;
  readonly #waiting = new Set<() => void>();
  #hasEnded = false;

  constructor(scenario: Scenario, { version, args, env, cwd }: SimulatedOptions) {
    this.simulation = simulate(scenario, { version });
    this.#transport = this.simulation({
      program: ["claude"],
      args: [...FIXED, ...args],
      env,
      cwd,
      clearEnv: true,
    });
    void new Response(this.#transport.stderr).text();
    this.#reading = this.#read();
  }

  write(frame: Frame): Promise<void> {
    return this.#transport.write(JSON.stringify(frame));
  }

  async prompt(content: string, uuid: string = crypto.randomUUID()): Promise<void> {
    const message = { role: "user", content };
    await this.write({ type: "user", message, uuid, parent_tool_use_id: null, session_id: "" });
  }

  async request(request: Frame): Promise<Frame> {
    const id = crypto.randomUUID();
    await this.write({ type: "control_request", request_id: id, request });
    const frame = await this.frame(({ type, response }) => type === "control_response" && response.request_id === id);
    return frame.response;
  }

  async respond({ request_id }: Frame, response: Frame): Promise<void> {
    await this.write({ type: "control_response", response: { subtype: "success", request_id, response } });
  }

  async frame(wanted: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    for (let next = from;; next++) {
      while (next >= this.frames.length) {
        if (this.#hasEnded) {
          const [failure] = this.simulation.failures;
          throw new Error(`The simulation ended before the awaited frame came${failure ? `: ${failure.message}` : ""}`);
        }
        await new Promise<void>((resolve) => this.#waiting.add(resolve));
      }
      const frame = this.frames[next];
      if (frame && wanted(frame)) return frame;
    }
  }

  async end(): Promise<{ code: number | null }> {
    await this.#transport.end();
    await this.#reading;
    const [failure] = this.simulation.failures;
    if (failure !== undefined) throw failure;
    return await this.#transport.exited;
  }

  async #read(): Promise<void> {
    let rest = "";
    for await (const text of this.#transport.output.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.frames.push(JSON.parse(line));
      this.#wake();
    }
    this.#hasEnded = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
