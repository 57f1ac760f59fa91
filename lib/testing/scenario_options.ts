import type { ContentBlock } from "../protocol/content.ts";
import type { ResultMessage, Usage } from "../protocol/messages.ts";
import type { Scenario } from "./scenario.ts";

/** What a prompt must be: its text, a part of it as a pattern, or a predicate. */
export type ExpectedPrompt = string | RegExp | ((text: string) => boolean);

/** The prompt, or the merged prompts, that a turn answers. */
export interface SimulatedPrompt {
  /** Its text; the texts of merged prompts are joined by line ends. */
  text: string;
  /** Its content as it was written; of merged prompts, the last one's. */
  content: string | ContentBlock[];
  /** Its id; of merged prompts, the last one's. */
  uuid: string | undefined;
  /** The texts of all prompts that this turn takes: more than one where they were merged. */
  texts: string[];
  /** What UserPromptSubmit hooks told the model besides, in the order in which they answered. */
  context: string[];
}

/** Options of `text`. */
export interface TextOptions {
  /** The pieces in which the text comes, where the script asked for pieces. @default words */
  deltas?: readonly string[];
  /** Whether the model stops in the middle, and goes no further until somebody ends the turn. @default false */
  hangs?: boolean;
}

/** Options of `tool`. */
export interface ToolOptions {
  /**
   * What the tool gives back, or a function that is "run" with the final input.
   *
   * @default what the tool itself gives, where it lives in the script (`mcpServers`); otherwise "ok"
   */
  result?: string | ContentBlock[] | ((input: Record<string, unknown>) => string | Promise<string>);
  /** Whether the tool fails: its result is then an error. @default false */
  fails?: boolean;
  /**
   * Whether the CLI asks where neither mode, rule nor hook decides. It always asks about an edit of what programs take
   * their orders from, such as `.git/config` or `.claude/settings.json`: that is a safety check.
   *
   * @default true
   */
  asks?: boolean;
  /** Why the CLI asks. @default the CLI's own words */
  reason?: string;
  /** Further fields of the question. @default none */
  fields?: Record<string, unknown>;
  /** The tool use's id. @default a fresh one */
  id?: string;
}

/** What became of a tool call. */
export interface ToolOutcome {
  /** Whether it ran. */
  behavior: "allow" | "deny";
  /** The input with which it ran, or would have run. */
  input: Record<string, unknown>;
  /** Why it did not run. */
  message?: string;
  /** What PreToolUse, PostToolUse and PostToolUseFailure hooks told the model besides, in that order. */
  context: string[];
  /** What it gave back, as text. */
  result?: string;
  /** The tool use's id. */
  toolUseId: string;
}

/** Options of `end`. */
export interface EndOptions {
  /** Something to say before the end. @default nothing */
  text?: string;
  /** What this turn cost, in US dollars; the result carries the sum. @default 0 */
  costUsd?: number;
  /** The result's text. @default what was said last */
  result?: string;
  /** The result's kind. @default "success" */
  subtype?: ResultMessage["subtype"];
  /** Whether the turn failed. @default whether the kind is an error */
  isError?: boolean;
  /** Why the turn ended. @default "completed" */
  terminalReason?: string;
  /** What went wrong. @default none */
  errors?: string[];
  /** Tokens of this turn. @default 12 read and 20 written for each answer of the model */
  usage?: Usage;
  /** The value that fits the JSON schema. @default none */
  structuredOutput?: unknown;
  /** Further fields of the frame, which win over all others. @default none */
  fields?: Record<string, unknown>;
}

/** Whether a turn did end. */
export interface Ended {
  /** Whether a Stop hook sent the agent back to work: the turn goes on. */
  continued: boolean;
  /** Why, in the hook's words. */
  reason?: string;
}

/** Options of `fail`. */
export interface FailOptions {
  /** The HTTP status. @default none */
  status?: number;
  /** The kind of failure. @default "server_error" */
  error?: string;
  /** What this turn cost, in US dollars. @default 0 */
  costUsd?: number;
}

/** Options of `request`. */
export interface RequestOptions {
  /** The request's id. @default a fresh one */
  id?: string;
}

/** What a hook that was called gave back; `undefined` where its answer did not fit or did not come. */
export type HookAnswer = Record<string, unknown> | undefined;

/** Options of `task`. */
export interface TaskOptions {
  /** What the subagent is asked. @default "Work on it" */
  prompt?: string;
  /** A short description. @default "A task" */
  description?: string;
  /** The kind of subagent. @default "general-purpose" */
  subagentType?: string;
  /** Whether the agent goes on while the subagent works. @default true */
  background?: boolean;
  /** What the subagent reports. @default what it said last */
  summary?: string;
  /** How the turn goes that the CLI starts by itself when a background task has ended. @default it says so and ends */
  afterwards?: Scenario;
}
