/** A difference that may be, and why. */
export interface Excuse {
  /** Where: a frame's kind, a colon, and the path in it, in which `[]` is any index. */
  readonly path: RegExp;
  /** Why it may be. */
  readonly reason: string;
  /** In which scenarios. @default in all */
  readonly scenarios?: RegExp;
  /** In which versions. @default in both */
  readonly versions?: readonly string[];
  /** Whether values of all kinds are excused, and not only texts on both sides. @default false */
  readonly anything?: boolean;
}

const WORDS = "prose that the CLI writes for the model or for people: no code reads it";
const REFUSALS = /denial|wrong shape|dontAsk|interrupt/;
const ANSWERING_TOOLS = /plan|question|subagent/;

/** All differences that are excused. */
export const EXCUSES: readonly Excuse[] = [
  { path: /^user:message\.content\[\]\.content$/, reason: WORDS, scenarios: REFUSALS },
  { path: /^user:tool_use_result$/, reason: WORDS, scenarios: REFUSALS },
  { path: /^system\/permission_denied:message$/, reason: WORDS, scenarios: REFUSALS },
  { path: /^result\/error_during_execution:errors\[\]$/, reason: WORDS },
  { path: /^system\/informational:content$/, reason: WORDS, scenarios: /wrong shape|more often/ },
  { path: /^system\/notification:text$/, reason: WORDS, scenarios: /more often/ },
  { path: /^user:message\.content\[\]\.content$/, reason: WORDS, scenarios: ANSWERING_TOOLS },
  { path: /^user:message\.content\[\]\.content\[\]\.text$/, reason: WORDS, scenarios: /subagent/ },
  {
    path: /^user:message\.content\[\]\.content$/,
    reason: "the older CLI adds a block of prose to a subagent's report",
    scenarios: /waits for/,
    versions: ["2.1.197"],
    anything: true,
  },
  {
    path: /^user:tool_use_result/,
    reason: "data that only this tool gives back: a scenario gives texts",
    scenarios: ANSWERING_TOOLS,
    anything: true,
  },
  {
    path: /^system\/init:per_turn_effort_active$/,
    reason: "depends on what the model can do",
    scenarios: /another model/,
    versions: ["2.1.332"],
    anything: true,
  },
];

/** A scenario whose frames are the same, in an order that is not. */
export interface OrderExcuse {
  readonly scenario: string;
  readonly versions: readonly string[];
  readonly reason: string;
}

/** All scenarios in which only the order is different. */
export const ORDER_EXCUSES: readonly OrderExcuse[] = [
  {
    scenario: "two calls in one answer",
    versions: ["2.1.332", "2.1.197"],
    reason: "the order: the CLI begins with a call while it still reads the next one, which is a race in it",
  },
  {
    scenario: "pieces of messages",
    versions: ["2.1.197"],
    reason: "the order: the older CLI asks about a call before it tells that the call's block has ended",
  },
  {
    scenario: "a subagent that the agent waits for",
    versions: ["2.1.197"],
    reason: "the order: the older CLI tells what its subagent wanted to call after it has asked about it",
  },
  {
    scenario: "a subagent in the background",
    versions: ["2.1.197"],
    reason: "the order: the older CLI says that it is idle while its subagent works, sooner or later",
  },
];
