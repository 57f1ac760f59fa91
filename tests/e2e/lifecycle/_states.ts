import type { Observable } from "rxjs";
import { type AgentEvent, allowTools, type ClaudeOptions, onHook, onPermission } from "../../../mod.ts";
import type { Reply } from "../../support/mod.ts";
import { appeared, background, ENDLESS, type Stage, TRACE } from "./_stage.ts";
import type { Watch } from "./_watch.ts";

/** A state in which an agent can be when its run is ended. */
export interface State {
  /** What the model does on the prompt "Work". */
  work: (string | Reply)[];
  /** What a subagent does on the prompt "Help". @default nothing, there is none */
  help?: (string | Reply)[];
  /** More options. @default none */
  options?: ClaudeOptions;
  /** The policy. */
  policy?: (events: Observable<AgentEvent>) => Observable<AgentEvent>;
  /** Resolves when the agent is in the state. */
  reached(watch: Watch, stage: Stage): Promise<unknown>;
  /** How the process ends when it was stopped in good order: 1 where the last turn was interrupted. */
  code: number;
  /** Whether the model must not have been asked at all. @default false */
  unasked?: boolean;
}

/** The states, each by its name. */
export const STATES = {
  "during start-up": {
    work: ["Done."],
    reached: (watch) => watch.untilWritten("initialize"),
    code: 0,
    unasked: true,
  },
  "idle": {
    work: ["Done."],
    reached: (watch) => watch.until((event) => isState(event, "idle")),
    code: 0,
  },
  "in the middle of an answer": {
    work: [{ text: "Once upon a time", hang: true }],
    options: { includePartialMessages: true },
    reached: (watch) =>
      watch.until((event) => event.type === "stream_event" && event.event.type === "content_block_delta"),
    code: 1,
  },
  "in the middle of a tool": {
    work: [ENDLESS],
    policy: allowTools("Bash"),
    reached: (_watch, { box }) => appeared(box, "started"),
    code: 1,
  },
  "with a permission pending": {
    work: [TRACE],
    policy: onPermission(() => new Promise(() => {})),
    reached: (watch) => watch.until((event) => event.type === "permission"),
    code: 1,
  },
  "with a PreToolUse hook pending": {
    work: [TRACE],
    policy: (events) => events.pipe(onHook("PreToolUse", () => new Promise(() => {})), allowTools("Bash")),
    reached: (watch) => watch.until((event) => event.type === "hook"),
    code: 1,
  },
  "while a background subagent runs a tool": {
    work: [background("Help"), "Sent."],
    help: [ENDLESS],
    policy: allowTools("Agent", "Bash"),
    async reached(watch, { box }) {
      await watch.turn(0);
      await appeared(box, "started");
    },
    code: 0,
  },
  "while a background subagent asks": {
    work: [background("Help"), "Sent."],
    help: [TRACE],
    policy: onPermission((request) => request.toolName === "Agent" ? request.allow() : new Promise(() => {})),
    async reached(watch) {
      await watch.turn(0);
      await watch.until((event) => event.type === "permission" && event.subagentId !== undefined);
    },
    code: 0,
  },
} satisfies Record<string, State>;

function isState(event: AgentEvent, state: string): boolean {
  return event.type === "system" && event.subtype === "session_state_changed" && event.state === state;
}
