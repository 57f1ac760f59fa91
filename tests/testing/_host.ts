import { simulate, type SimulateOptions, type Simulation } from "../../lib/testing/simulate.ts";
import type { Scenario } from "../../lib/testing/scenario.ts";
import type { Transport } from "../../lib/process/transport.ts";

// deno-lint-ignore no-explicit-any
export type Line = Record<string, any>;

export const FLAGS: readonly string[] = [
  "--output-format",
  "stream-json",
  "--input-format",
  "stream-json",
  "--verbose",
  "--permission-prompt-tool",
  "stdio",
];

export interface HostOptions extends SimulateOptions {
  args?: readonly string[];
  env?: Record<string, string>;
  /** Whether the test looks at the scenario's failures itself. */
  mayFail?: boolean;
}

/** A script as plain as can be: writes lines, reads lines, answers nothing by itself. */
export class Host {
  readonly simulation: Simulation;
  readonly transport: Transport;
  readonly seen: Line[] = [];
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #stderr: Promise<string>;
  #ahead: Line[] = [];
  #rest = "";
  readonly #mayFail: boolean;

  constructor(scenario: Scenario, options: HostOptions = {}) {
    const { args = FLAGS, env = {}, mayFail = false, ...others } = options;
    this.#mayFail = mayFail;
    this.simulation = simulate(scenario, others);
    this.transport = this.simulation({ program: ["claude"], args: [...args], env, clearEnv: false, cwd: "/srv/demo" });
    this.#reader = this.transport.output.pipeThrough(new TextDecoderStream()).getReader();
    this.#stderr = new Response(this.transport.stderr).text();
  }

  write(frame: object | string): Promise<void> {
    return this.transport.write(typeof frame === "string" ? frame : JSON.stringify(frame));
  }

  prompt(content: unknown, fields: object = {}): Promise<void> {
    const message = { role: "user", content };
    return this.write({ type: "user", message, parent_tool_use_id: null, session_id: "", ...fields });
  }

  /** Writes a control request and reads up to its answer, which it gives back. */
  async control(request: object, id = crypto.randomUUID()): Promise<Line> {
    await this.write({ type: "control_request", request_id: id, request });
    const answer = await this.until((line) => line.type === "control_response" && line.response.request_id === id);
    return answer.response;
  }

  initialize(hooks?: object): Promise<Line> {
    return this.control({ subtype: "initialize", ...(hooks === undefined ? {} : { hooks }) });
  }

  answer(request: Line, response?: unknown): Promise<void> {
    const body = { subtype: "success", request_id: request.request_id, response };
    return this.write({ type: "control_response", response: body });
  }

  /** Reads on until a line that fits; what was passed over is in `seen`. */
  async until(wanted: string | ((line: Line) => boolean)): Promise<Line> {
    for (;;) {
      const line = await this.#next();
      if (line === undefined) throw new Error(`No line ${wanted} came; seen: ${outline(this.seen).join(", ")}`);
      this.seen.push(line);
      if (typeof wanted === "string" ? kind(line) === wanted : wanted(line)) return line;
    }
  }

  /** Closes the input, reads everything, and gives back how the process ended. */
  async finish(): Promise<{ code: number | null; signal: string | null; stderr: string }> {
    await this.transport.end();
    return await this.gone();
  }

  async gone(): Promise<{ code: number | null; signal: string | null; stderr: string }> {
    for (let line = await this.#next(); line !== undefined; line = await this.#next()) this.seen.push(line);
    const [failure] = this.simulation.failures;
    if (failure !== undefined && !this.#mayFail) throw failure;
    return { ...await this.transport.exited, stderr: await this.#stderr };
  }

  /** The lines so far of one kind. */
  all(wanted: string): Line[] {
    return this.seen.filter((line) => kind(line) === wanted);
  }

  async #next(): Promise<Line | undefined> {
    while (this.#ahead.length === 0) {
      const { value, done } = await this.#reader.read();
      if (done) return undefined;
      const lines = (this.#rest + value).split("\n");
      this.#rest = lines.pop() ?? "";
      this.#ahead = lines.map((line) => JSON.parse(line));
    }
    return this.#ahead.shift();
  }
}

/** A line's kind in a word: its type, or what says more. */
export function kind(line: Line): string {
  if (line.type === "system") return line.subtype;
  if (line.type === "control_request") return line.request.subtype;
  if (line.type === "assistant" || line.type === "user") {
    if (line.isReplay) return "replay";
    const [block] = line.message.content;
    return block?.type === "text" ? `${line.type}:text` : block?.type ?? line.type;
  }
  return line.type;
}

export function outline(lines: Line[]): string[] {
  return lines.map(kind);
}
