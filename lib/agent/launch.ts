import { UsageError } from "../protocol/errors.ts";
import { checkStart, childEnvironment, childTransport, launchArguments } from "../process/mod.ts";
import type { Launch, Transport } from "../process/mod.ts";
import { wireJsonSchema } from "../protocol/json_schema.ts";
import type { ServerDesk } from "./mcp/server_desk.ts";
import type { Gate, Registry } from "./opening.ts";
import type { ClaudeOptions } from "./options.ts";

/** What a launch depends on besides the options. */
export interface LaunchContext {
  /** What was registered: gates, hooks. */
  readonly registry: Registry;
  /** Has the MCP servers of the script. */
  readonly controls: { readonly servers: ServerDesk };
}

/**
 * What an agent is started with: of its options and of its gates, whose rules hold at the CLI's own door too. Claims the
 * MCP servers of the script.
 *
 * @throws {UsageError} If the program's own arguments would take the gates away, two schemas are given, or a server
 *   serves another agent.
 */
export function buildLaunch(options: ClaudeOptions, { registry, controls }: LaunchContext): Launch {
  controls.servers.open(options.mcpServers);
  resultSchema(options, registry);
  const gates: readonly Gate[] = registry.gates;
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
    args: launchArguments({ ...options, disallowedTools }, {
      gated: gates.length > 0,
      askRules: [...new Set(gates.flatMap((gate) => gate.cliAskRules ?? []))],
    }),
    env: childEnvironment(options),
    ...(cwd === undefined ? {} : { cwd }),
    clearEnv,
  };
}

/**
 * The JSON schema of an agent's results, as the CLI takes it: the option's, or that of the one operator that brings one.
 *
 * @throws {UsageError} If there are two, or the CLI would not understand it: a turn has one result.
 */
export function resultSchema(
  options: ClaudeOptions,
  registry: Registry,
): Readonly<Record<string, unknown>> | undefined {
  const [first, second] = registry.schemas;
  if (first !== undefined && (second !== undefined || options.jsonSchema !== undefined)) {
    const other = second === undefined ? 'the option "jsonSchema"' : second.name;
    throw new UsageError(`Cannot use ${first.name} beside ${other}: a turn has one result, so give one schema`);
  }
  const schema = first?.jsonSchema ?? options.jsonSchema;
  return schema === undefined ? undefined : wireJsonSchema(schema, first?.name ?? "jsonSchema");
}

/** Writes a line; whatever goes wrong rejects, also in a script's own transport that throws or gives no promise. */
export function writeLine(transport: Transport, line: string): Promise<void> {
  try {
    return Promise.resolve(transport.write(line));
  } catch (error) {
    return Promise.reject(error);
  }
}

const used = new WeakSet<object>();

/**
 * Opens what an agent talks to: a child process, or what the `transport` option stands for.
 *
 * @throws {StartError} If the process cannot be started.
 * @throws {UsageError} If the machine makes an option impossible, or a transport is used a second time.
 */
export function openTransport(options: ClaudeOptions, launch: Launch): Transport {
  const { transport } = options;
  if (transport === undefined) {
    checkStart(options, launch);
    return childTransport(launch);
  }
  const opened: Partial<Transport> | null | undefined = typeof transport === "function" ? transport(launch) : transport;
  checkTransport(opened);
  if (used.has(opened)) {
    throw new UsageError(
      "Cannot start a second agent on the same transport: it is one process's pipes. " +
        "Give a function that makes a fresh one: { transport: () => … }",
    );
  }
  used.add(opened);
  return opened;
}

const FUNCTIONS = ["write", "end", "signal"] as const;

/** Finds out whether it has everything that a transport must have: what is missing would be missed when it is too late. */
function checkTransport(given: Partial<Transport> | null | undefined): asserts given is Transport {
  const missing = [
    ...(["output", "stderr"] as const).filter((name) => typeof given?.[name]?.getReader !== "function"),
    ...(typeof given?.exited?.then === "function" ? [] : ["exited"]),
    ...FUNCTIONS.filter((name) => typeof given?.[name] !== "function"),
  ];
  if (missing.length === 0) return;
  throw new UsageError(
    `Cannot use what the transport option gave: it is no Transport, for it has no ${missing.join(", no ")}. ` +
      "A function that makes one must give it back at once, not a promise of it",
  );
}
