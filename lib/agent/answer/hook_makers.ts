import type { HookEventName, HookInput, HookOutput } from "../../protocol/hooks.ts";
import { UsageError } from "../../protocol/errors.ts";
import type { HookBuilders } from "../events.ts";
import type { Built } from "./built.ts";
import { denyCall } from "./defaults.ts";
import { inShapeOf } from "./replaced_output.ts";

type BuilderName = { [Event in HookEventName]: keyof HookBuilders[Event] }[HookEventName];

/** The methods of each event's request, beside those that all have. */
const METHODS: { readonly [Event in HookEventName]: readonly (keyof HookBuilders[Event])[] } = {
  PreToolUse: ["allow", "deny", "ask", "rewrite", "defer", "addContext"],
  PostToolUse: ["replaceOutput", "block", "addContext"],
  PostToolUseFailure: ["addContext"],
  PostToolBatch: ["addContext"],
  PermissionDenied: ["retry"],
  PreSkillShellCommand: ["deny"],
  UserPromptSubmit: ["block", "addContext"],
  UserPromptExpansion: ["block", "addContext"],
  Stop: ["keepGoing", "addContext"],
  StopFailure: [],
  SubagentStart: ["addContext"],
  SubagentStop: ["keepGoing", "addContext"],
  TeammateIdle: ["keepGoing"],
  SessionStart: ["addContext"],
  SessionEnd: [],
  Setup: ["addContext"],
  PreCompact: ["instruct", "block"],
  PostCompact: [],
  PreModelSwitch: ["deny"],
  PostModelSwitch: ["addContext"],
  ConfigChange: ["block"],
  InstructionsLoaded: [],
  CwdChanged: [],
  FileChanged: [],
  DirectoryAdded: [],
  WorktreeCreate: ["createdAt"],
  WorktreeRemove: [],
  Notification: [],
  MessageDisplay: ["display"],
  TaskCreated: ["block"],
  TaskCompleted: ["block"],
  Elicitation: ["block"],
  ElicitationResult: ["block"],
};

/** The answers that hold something back: made and not given back, they must not let it pass. */
const HOLDING: ReadonlySet<BuilderName> = new Set<BuilderName>([
  "deny",
  "ask",
  "rewrite",
  "defer",
  "block",
  "keepGoing",
  "replaceOutput",
]);

// Event and method belong together by the table above, so each may take its argument for what it says.
// deno-lint-ignore no-explicit-any
type Maker = (argument: any, about: { event: HookEventName; input: HookInput }) => object;

const MAKERS: Readonly<Record<BuilderName, Maker>> = {
  allow: (updatedInput?: object) =>
    own("PreToolUse", { permissionDecision: "allow", ...(updatedInput === undefined ? {} : { updatedInput }) }),
  deny: (reason: string, { event }) =>
    event === "PreToolUse"
      ? denyCall(reason)
      : own(event, { permissionDecision: "deny", permissionDecisionReason: reason }),
  ask: () => own("PreToolUse", { permissionDecision: "ask" }),
  rewrite: (updatedInput: object) => own("PreToolUse", { updatedInput }),
  defer: () => own("PreToolUse", { permissionDecision: "defer" }),
  replaceOutput: (output: unknown, { input }) =>
    own("PostToolUse", {
      updatedToolOutput: inShapeOf((input as HookInput<"PostToolUse">).tool_response, output),
    }),
  block: (reason: string) => ({ decision: "block", reason }),
  keepGoing: (reason: string) => ({ decision: "block", reason }),
  addContext: (text: string, { event }) => own(event, { additionalContext: text }),
  instruct: (text: string) => ({ systemMessage: text }),
  retry: () => own("PermissionDenied", { retry: true }),
  createdAt: (path: string) => own("WorktreeCreate", { worktreePath: path }),
  display: (text: string) => own("MessageDisplay", { displayContent: text }),
};

function own(event: HookEventName, fields: object): HookOutput {
  return { hookSpecificOutput: { hookEventName: event, ...fields } } as HookOutput;
}

/** The methods that make answers to an event. */
export function buildersFor(event: HookEventName, input: HookInput, built: Built): object {
  const methods: Record<string, (argument?: unknown) => object> = {};
  for (const name of METHODS[event] as readonly BuilderName[]) {
    methods[name] = (argument) => {
      return built.note(name, { answer: MAKERS[name](argument, { event, input }), holds: HOLDING.has(name) });
    };
  }
  return methods;
}

const misuses = new Map<HookEventName, object>();

/** What lies under an event's request: the methods of other events, which say what is wrong with calling them. */
export function misuseOf(event: HookEventName): object {
  const known = misuses.get(event);
  if (known !== undefined) return known;
  const has: readonly string[] = METHODS[event];
  const wrong = Object.keys(MAKERS).filter((name) => !has.includes(name));
  const methods = wrong.map((name) => [name, { value: () => refuseMisuse(event, name) }] as const);
  const misuse = Object.defineProperties({}, Object.fromEntries(methods));
  misuses.set(event, misuse);
  return misuse;
}

function refuseMisuse(event: HookEventName, name: string): never {
  const has = METHODS[event].map((method) => `${method}()`).join(", ");
  throw new UsageError(
    `Cannot call ${name}() on a ${event} hook request: ` +
      (has === "" ? "no answer to it has an effect, so give undefined" : `its answers are made by ${has}`),
  );
}
