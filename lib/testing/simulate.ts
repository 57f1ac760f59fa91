import { Machine, type MachineOptions } from "./_machine.ts";
import { checkMisbehaviour, type Misbehaviour } from "./misbehaviour.ts";
import { runScenario } from "./_run_scenario.ts";
import { checkOptionBag, type OptionNames } from "../protocol/option_bag.ts";
import type { Launch, Transport, TransportFactory } from "../process/transport.ts";
import type { Scenario } from "./scenario.ts";

/** Options of `simulate`. */
export interface SimulateOptions {
  /** Which CLI is imitated, where the two that were measured differ. @default "2.1.332" */
  version?: "2.1.332" | "2.1.197";
  /** The number in all ids, for logs that must be the same each time. @default counts the processes */
  seed?: number;
  /** What the process pays no attention to. @default nothing */
  ignore?: readonly ("EOF" | "SIGINT" | "SIGTERM")[];
  /** Kinds of control request that are never answered, nor carried out. @default none */
  unanswered?: readonly string[];
  /**
   * Own answers to control requests, by kind: the body of the answer; one that throws is answered
   * with its message as the error. @default the CLI's own
   */
  answers?: Readonly<Record<string, (request: Record<string, unknown>) => Record<string, unknown> | undefined>>;
  /** How it makes its host's life hard. @default not at all */
  misbehave?: Misbehaviour;
}

/** What `simulate` gives back: a value for the option `transport`, which remembers what went wrong. */
export interface Simulation extends TransportFactory {
  /** What failed in the scenarios so far: expectations that did not hold, errors that they threw. */
  readonly failures: readonly Error[];
  /** What the processes so far were started with, in order. */
  readonly launches: readonly Launch[];
}

const NAMES: OptionNames<SimulateOptions> = {
  version: true,
  seed: true,
  ignore: true,
  unanswered: true,
  answers: true,
  misbehave: true,
};

/**
 * Makes a simulated agent that follows a scenario.
 *
 * It feels like writing the other half of a dialogue: the scenario says what the model says and
 * which tools it uses, and everything around that (handshake, hooks, permissions, modes, queue,
 * interrupts, costs, endings) is done as the real CLI does it. Each call of the factory is a process
 * of its own, in memory, which runs the scenario anew. No timer is used, unless it has to be late.
 *
 * A scenario whose expectation fails ends its process with exit code 1 and the reason on standard
 * error; the error is in `failures` too.
 *
 * @example A turn with a tool, over the bare transport
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { simulate } from "@turnstream/turnstream/testing";
 *
 * const simulation = simulate(async (cli) => {
 *   await cli.prompt("hello");
 *   await cli.tool("Read", { file_path: "README.md" }, { asks: false });
 *   await cli.end({ text: "Good morning", costUsd: 0.01 });
 * });
 * const transport = simulation({ program: ["claude"], args: [], env: {}, clearEnv: false });
 * await transport.write('{"type":"user","message":{"role":"user","content":"hello"}}');
 * await transport.end();
 * const lines = (await new Response(transport.output).text()).trim().split("\n").map((line) => JSON.parse(line));
 * assertEquals(lines.map((line) => line.type), ["system", "assistant", "user", "assistant", "result"]);
 * assertEquals(await transport.exited, { code: 0, signal: null });
 * assertEquals(simulation.failures, []);
 * ```
 *
 * @param scenario What the agent says and does.
 * @param options Which CLI is imitated, and how it misbehaves.
 * @returns A value for the option `transport`.
 * @throws `UsageError` if an option does not exist.
 * @throws {TypeError} If it is to misbehave in a way that makes no sense in memory.
 */
export function simulate(scenario: Scenario, options: SimulateOptions = {}): Simulation {
  checkOptionBag("simulate()", options, NAMES);
  const failures: Error[] = [];
  const launches: Launch[] = [];
  const misbehave = checkMisbehaviour(options.misbehave ?? {});
  if (misbehave.holdPipesMs !== undefined) {
    throw new TypeError('Cannot misbehave: nothing in memory can hold a pipe, use the stand-in for "holdPipesMs"');
  }
  const settings: MachineOptions = {
    version: options.version ?? "2.1.332",
    seed: options.seed,
    ignore: [...options.ignore ?? [], ...misbehave.ignore ?? []],
    misbehave,
    unanswered: options.unanswered ?? [],
    answers: options.answers ?? {},
    onFailure: (error) => failures.push(error),
  };
  function launchProcess(launch: Launch): Transport {
    launches.push(launch);
    const machine = new Machine(launch, settings);
    runScenario(machine, scenario);
    return machine;
  }
  return Object.assign(launchProcess, { failures, launches });
}
