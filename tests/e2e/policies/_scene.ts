import { assertEquals } from "@std/assert";
import type { MonoTypeOperatorFunction } from "rxjs";
import {
  type AgentEvent,
  claude,
  type ClaudeOptions,
  type Diagnostic,
  type HookRequest,
  type PermissionRequest,
  type Turn,
} from "../../../mod.ts";
import {
  type ClaudeVersion,
  eachVersion,
  type ModelRequest,
  type ModelRequestBody,
  type ModelServer,
  type Reply,
  type Sandbox,
  sandbox,
  type SandboxOptions,
  startModelServer,
  tool,
} from "../../support/mod.ts";

const TOO_LONG_MS = 90_000;
const FAILURES = new Set(["noise", "unhandled", "responder_failed"]);

/** How one agent is run in a scene. */
export interface RunOptions extends ClaudeOptions {
  /** The operators behind `claude(…)`. @default none */
  policy?: MonoTypeOperatorFunction<AgentEvent>;
  /** Whether failures of responders are wanted; otherwise one fails the test. @default false */
  fails?: boolean;
}

/** What the model was told about one of its calls. */
export interface Told {
  /** The call's input, as JSON. */
  input: string;
  /** What the tool gave back, or why it did not run. */
  text: string;
  /** Whether it is an error. */
  isError: boolean;
}

/** What came of one run. */
export interface Played {
  /** The turns. */
  turns: Turn[];
  /** Every permission request. */
  asked: PermissionRequest[];
  /** Every hook request. */
  hooked: HookRequest[];
  /** Every diagnostic. */
  diagnostics: Diagnostic[];
  /** The requests that the model got. */
  requests: ModelRequest[];
  /** What the model was told about the call whose input holds `part`. */
  told(part: string): Told;
}

/** A model, a sandbox, and agents in it. */
export interface Scene {
  /** The version of `claude`. */
  version: ClaudeVersion;
  /** The model. */
  server: ModelServer;
  /** The sandbox. */
  box: Sandbox;
  /** Runs one agent to its end and checks that nothing is left of it. */
  run(prompts: string | string[], options?: RunOptions): Promise<Played>;
}

/** A test of a policy against each version: nothing is left behind, and no rejection is unhandled. */
export function policyTest(
  name: string,
  play: (scene: Scene) => Promise<void>,
  place: Omit<SandboxOptions, "version" | "server"> = {},
): void {
  eachVersion(name, (version) =>
    withoutRejections(async () => {
      await using server = startModelServer();
      await using box = await sandbox({ ...place, version, server });
      await play({ version, server, box, run: (prompts, options) => run({ server, box }, prompts, options) });
      await box.noLeftovers();
    }));
}

/** What there is under a path of the project. */
export async function made(box: Sandbox, path: string): Promise<"file" | "folder" | undefined> {
  try {
    return (await Deno.stat(box.file(path))).isDirectory ? "folder" : "file";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A step in which the model runs a shell command. */
export function bash(command: string): Reply {
  return tool("Bash", { command, description: "Do it" });
}

async function run(
  { server, box }: { server: ModelServer; box: Sandbox },
  prompts: string | string[],
  { policy = (source) => source, fails = false, ...options }: RunOptions = {},
): Promise<Played> {
  const first = server.requests.length;
  const diagnostics: Diagnostic[] = [];
  const events: AgentEvent[] = [];
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new Error(`Expected the run to end within ${TOO_LONG_MS} ms`)),
    TOO_LONG_MS,
  );
  try {
    await claude(prompts, {
      ...box.options,
      signal: late.signal,
      onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
      ...options,
    }).pipe(policy).forEach((event) => void events.push(event));
  } finally {
    clearTimeout(timer);
  }
  await box.noLeftovers();
  if (!fails) assertEquals(diagnostics.filter(({ kind }) => FAILURES.has(kind)).map(({ message }) => message), []);
  const requests = server.requests.slice(first);
  return {
    turns: events.flatMap((event) => event.type === "turn_end" ? [event.turn] : []),
    asked: events.filter((event) => event.type === "permission"),
    hooked: events.filter((event) => event.type === "hook"),
    diagnostics,
    requests,
    told: (part) => told(requests, part),
  };
}

function told(requests: ModelRequest[], part: string): Told {
  const calls = requests.flatMap(({ body }) => blocks(body, "tool_use"));
  const call = calls.find(({ input }) => JSON.stringify(input).includes(part));
  const result = requests.flatMap(({ body }) => blocks(body, "tool_result")).find((each) =>
    each.tool_use_id === call?.id
  );
  if (!call || !result) throw new Error(`The model was told nothing about a call with "${part}"`);
  const content = result.content ?? "";
  const text = typeof content === "string" ? content : content.map((block) => block.text ?? "").join("\n");
  return { input: JSON.stringify(call.input), text, isError: result.is_error === true };
}

function blocks({ messages }: ModelRequestBody, type: string) {
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter((block) => block.type === type)
  );
}

async function withoutRejections(body: () => Promise<void>): Promise<void> {
  const rejected: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejected.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", note);
  try {
    await body();
    await new Promise((resolve) => setTimeout(resolve, 0)); // A rejection is told a task later.
  } finally {
    globalThis.removeEventListener("unhandledrejection", note);
  }
  assertEquals(rejected, []);
}
