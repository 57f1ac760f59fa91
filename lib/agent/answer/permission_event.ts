import type { CanUseToolRequest, ControlRequestFrame } from "../../protocol/control.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { checkOptionBag } from "../../protocol/option_bag.ts";
import type { PermissionMode } from "../../protocol/messages.ts";
import type { ResolvedPath } from "../../protocol/rules/mod.ts";
import { knownUpdates } from "../../protocol/control/known_updates.ts";
import { brand, stamps } from "../brand.ts";
import type { AllowOptions, Decision, PermissionRequest, ToolCall } from "../events.ts";
import type { Built } from "./built.ts";
import type { Collector, Responder } from "./collect.ts";
import { isForPerson } from "./is_for_person.ts";

/** A remark on why a responder left a request to others; made only if nobody decides. */
export type Note = () => string | undefined;

/** So many are told at most: one sentence says more than five. */
const MOST_NOTES = 3;

const notes = stamps<Note[]>("notes");

/** Leaves a note on a request. */
export function leaveNote(request: PermissionRequest, note: Note): void {
  const taken = notes.get(request);
  if (taken === undefined) notes.set(request, [note]);
  else taken.push(note);
}

/** What the notes on a request say, each once. Never throws: what fails says nothing. */
export function notesOf(request: PermissionRequest): string[] {
  const said = new Set<string>();
  for (const note of notes.get(request) ?? []) {
    if (said.size === MOST_NOTES) break;
    try {
      const text: unknown = note();
      if (typeof text === "string" && text !== "") said.add(text);
    } catch {
      // A remark is not worth more than the answer that it stands in.
    }
  }
  return [...said];
}

/** Where a request's circumstances are read, when they are asked for. */
export interface Circumstances {
  /** The permission mode in force. */
  readonly mode: PermissionMode | undefined;
  /** The directory in which the agent was launched. */
  readonly cwd: string | undefined;
  /** The CLI's version, where it is known. */
  readonly version: string | undefined;
  /** The agent's home directory, where it is known. */
  readonly home: string | undefined;
  /** Follows the symbolic links of a path, where that can be done. */
  readonly resolvePath: ((path: string) => ResolvedPath) | undefined;
}

// Objects that are made by one literal, with the same getters, have one shape in the engine: an event that brings getters
// of its own, or gets most of its properties later, took four times as long to make, and was slower to read.
interface Getters {
  readonly mode: PropertyDescriptor;
  readonly cwd: PropertyDescriptor;
}

const getters = new WeakMap<Circumstances, Getters>();

/** Reads what may change while a policy takes its time, when it is asked for. */
function gettersFor(circumstances: Circumstances): Getters {
  const known = getters.get(circumstances);
  if (known !== undefined) return known;
  const shown = { enumerable: true, configurable: true };
  const made: Getters = {
    mode: { ...shown, get: () => circumstances.mode },
    cwd: { ...shown, get: () => circumstances.cwd },
  };
  getters.set(circumstances, made);
  return made;
}

/** The same without `readonly`, for what is being made. */
export type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

// The call by itself, for gates.
function toolCall(request: CanUseToolRequest, { mode, cwd, home, resolvePath }: Circumstances): ToolCall {
  return {
    toolName: request.tool_name,
    input: request.input,
    toolUseId: request.tool_use_id,
    ...(request.agent_id === undefined ? {} : { subagentId: request.agent_id }),
    door: "permission",
    mode,
    cwd,
    ...(home === undefined ? {} : { home }),
    ...(resolvePath === undefined ? {} : { resolvePath }),
  };
}

// What only describes the call is not worth a refusal where it is odd: it is left out.
function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Makes the event of a permission request. */
export function permissionEvent(
  frame: ControlRequestFrame<CanUseToolRequest>,
  parts: {
    collector: Collector<Decision>;
    built: Built;
    circumstances: Circumstances;
    /** Whether a gate wants a person to be asked; `undefined` where none ever does. */
    asksPerson: ((call: ToolCall) => boolean) | undefined;
  },
): PermissionRequest {
  const { request } = frame;
  const { collector, built, circumstances } = parts;
  const { mode, cwd } = gettersFor(circumstances);
  const { home, resolvePath } = circumstances;
  const event: Omit<Mutable<PermissionRequest>, "mode" | "cwd"> = {
    type: "permission",
    toolName: request.tool_name,
    input: request.input,
    toolUseId: request.tool_use_id,
    door: "permission",
    reason: text(request.decision_reason),
    reasonType: text(request.decision_reason_type),
    blockedPath: text(request.blocked_path),
    displayName: text(request.display_name),
    description: text(request.description),
    title: text(request.title),
    mcpServer: isRecord(request.mcp_server) ? request.mcp_server : undefined,
    matchedAskRule: isRecord(request.matched_ask_rule) ? request.matched_ask_rule : undefined,
    requiresUserInteraction: request.requires_user_interaction === true,
    defaultToNo: request.default_to_no === true,
    suggestions: knownUpdates(request.permission_suggestions),
    forPerson: isForPerson(request, circumstances.version) ||
      (parts.asksPerson?.(toolCall(request, circumstances)) ?? false),
    frame,
    allow: (input, options) => built.note("allow", { answer: allowDecision(input, options), holds: false }),
    deny: (message, options) => built.note("deny", { answer: denyDecision(message, options), holds: true }),
    respondWith: (answer) => collector.add(answer as Responder<Decision, undefined>),
  };
  if (request.agent_id !== undefined) event.subagentId = request.agent_id;
  if (home !== undefined) event.home = home;
  if (resolvePath !== undefined) event.resolvePath = resolvePath;
  Object.defineProperty(event, "mode", mode);
  Object.defineProperty(event, "cwd", cwd);
  return brand("permission", event as PermissionRequest);
}

function allowDecision(input: Record<string, unknown> | undefined, options: AllowOptions | undefined): Decision {
  if (input === undefined && options === undefined) return { behavior: "allow" };
  checkOptionBag("request.allow()", options, { updates: true });
  return {
    behavior: "allow",
    ...(input === undefined ? {} : { updatedInput: input }),
    ...(options?.updates === undefined ? {} : { updatedPermissions: options.updates }),
  };
}

function denyDecision(message: string, options: { interrupt?: boolean } | undefined): Decision {
  checkOptionBag("request.deny()", options, { interrupt: true });
  return {
    behavior: "deny",
    message,
    ...(options?.interrupt === undefined ? {} : { interrupt: options.interrupt }),
  };
}
