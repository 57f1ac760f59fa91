import { UsageError } from "../protocol/errors.ts";
import { childEnvironment, childTransport, launchArguments } from "../process/mod.ts";
import type { Launch, Transport } from "../process/mod.ts";
import type { Gate } from "./opening.ts";
import type { ClaudeOptions } from "./options.ts";

/**
 * What an agent is started with: a pure function of its options and of its gates, whose rules hold at the CLI's own
 * door too.
 *
 * @throws {UsageError} If the program's own arguments would take the gates away.
 */
export function buildLaunch(options: ClaudeOptions, gates: readonly Gate[]): Launch {
  const { program = "claude", cwd, clearEnv = false } = options;
  const words = typeof program === "string" ? [program] : [...program];
  if (words.includes("--bare", 1)) {
    throw new UsageError(
      'Cannot pass "--bare" in "program": the CLI calls no hook then, so that no gate would hold; remove it',
    );
  }
  const cliRules = gates.flatMap((gate) => gate.cliRules);
  const disallowedTools = [...new Set([...options.disallowedTools ?? [], ...cliRules])];
  return {
    program: words,
    args: launchArguments({ ...options, disallowedTools, gated: gates.length > 0 }),
    env: childEnvironment(options),
    ...(cwd === undefined ? {} : { cwd }),
    clearEnv,
  };
}

const used = new WeakSet<object>();

/**
 * Opens what an agent talks to: a child process, or what the `transport` option stands for.
 *
 * @throws {StartError} If the process cannot be started.
 * @throws {UsageError} If a transport is used a second time.
 */
export function openTransport(options: ClaudeOptions, launch: Launch): Transport {
  const { transport } = options;
  if (transport === undefined) return childTransport(launch);
  const opened: Partial<Transport> | null | undefined = typeof transport === "function" ? transport(launch) : transport;
  const streams = [opened?.output, opened?.stderr].every((stream) => typeof stream?.getReader === "function");
  if (typeof opened?.write !== "function" || !streams) {
    throw new UsageError(
      "Cannot use what the transport option gave: it is no Transport with output, stderr and write. " +
        "A function that makes one must give it back at once, not a promise of it",
    );
  }
  if (used.has(opened)) {
    throw new UsageError(
      "Cannot start a second agent on the same transport: it is one process's pipes. " +
        "Give a function that makes a fresh one: { transport: () => … }",
    );
  }
  used.add(opened);
  return opened as Transport;
}
