import { FIXED_ARGUMENTS, type Frame, FrameSession } from "../../support/mod.ts";
import type { Scenario } from "../../../lib/testing/scenario.ts";
import { simulate, type Simulation } from "../../../lib/testing/simulate.ts";
import type { Transport } from "../../../lib/process/transport.ts";

/** What a scenario does with an agent, whichever it is; the real one's is `RawSession`. */
export interface Session extends FrameSession {
  /** Closes the agent's input and waits for its end. */
  end(): Promise<{ code: number | null }>;
}

/** How a simulated session is opened. */
export interface SimulatedOptions {
  version: "2.1.332" | "2.1.197";
  args: string[];
  env: Record<string, string>;
  cwd: string;
}

/** A simulated agent, frame by frame. */
export class SimulatedSession extends FrameSession implements Session {
  readonly simulation: Simulation;
  readonly #transport: Transport;
  readonly #reading: Promise<void>;

  constructor(scenario: Scenario, { version, args, env, cwd }: SimulatedOptions) {
    super();
    this.simulation = simulate(scenario, { version });
    this.#transport = this.simulation({
      program: ["claude"],
      args: [...FIXED_ARGUMENTS, ...args],
      env,
      cwd,
      clearEnv: true,
    });
    void new Response(this.#transport.stderr).text();
    this.#reading = this.read(this.#transport.output);
  }

  write(frame: Frame): Promise<void> {
    return this.#transport.write(JSON.stringify(frame));
  }

  async end(): Promise<{ code: number | null }> {
    await this.#transport.end();
    await this.#reading;
    const [failure] = this.simulation.failures;
    if (failure !== undefined) throw failure;
    return await this.#transport.exited;
  }

  protected endedEarly(): string {
    const [failure] = this.simulation.failures;
    return `The simulation ended before the awaited frame came${failure ? `: ${failure.message}` : ""}`;
  }
}
