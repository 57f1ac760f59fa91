import { firstValueFrom, lastValueFrom, toArray } from "rxjs";
import { type AgentEvent, claude, type ClaudeOptions, type Diagnostic, type Prompts } from "../../../mod.ts";
import type { ModelRequest } from "../../support/mod.ts";
import type { Stage } from "./_stage.ts";

/** What a run with some options gave. */
export interface Launched {
  /** Everything that the script saw. */
  events: AgentEvent[];
  /** What the CLI was found to leave out, and the like. */
  warnings: string[];
  /** The first request of the conversation that the model got. */
  request: ModelRequest;
}

/** Runs a prompt with options and gives what came of it. */
export async function launched(
  { server, options }: Stage,
  more: ClaudeOptions,
  prompts: Prompts = "Hello",
): Promise<Launched> {
  const notes: Diagnostic[] = [];
  const before = server.requests.length;
  const all = { ...options, ...more, onDiagnostic: (note: Diagnostic) => void notes.push(note) };
  const events = await firstValueFrom(claude(prompts, all).pipe(toArray()));
  const request = server.requests.slice(before).find(({ body }) => body.stream);
  if (request === undefined) throw new Error("The model was not asked");
  return { events, warnings: notes.filter(({ kind }) => kind === "warning").map(({ message }) => message), request };
}

/** Runs a prompt with options that must not work, and gives the error. */
export async function failure({ options }: Stage, more: ClaudeOptions): Promise<Error> {
  return await lastValueFrom(claude("Hello", { ...options, ...more })).then(
    () => new Error("The run did not fail"),
    (error) => error,
  );
}

/** The first `init` that the script saw. */
export function initOf(events: readonly AgentEvent[]): Record<string, unknown> {
  for (const event of events) if (event.type === "system" && event.subtype === "init") return { ...event };
  throw new Error("There was no init");
}

/** The subtypes of the system messages, in their order. */
export function subtypes(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => event.type === "system" ? [event.subtype] : []);
}

/** The system prompt's last block. */
export function systemPrompt({ body }: ModelRequest): string {
  const { system = [] } = body;
  return typeof system === "string" ? system : system.at(-1)?.text ?? "";
}
