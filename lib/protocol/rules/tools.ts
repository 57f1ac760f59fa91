/** What a built-in tool of the CLI does, as far as rules are concerned. */
export interface ToolFacts {
  /** It shows the agent what files hold, or which files there are. */
  readonly reads?: boolean;
  /** It writes files. */
  readonly edits?: boolean;
  /** It runs a shell command. */
  readonly shell?: boolean;
  /** It works on a folder and everything below; without a path, on the working directory. */
  readonly searches?: boolean;
  /** The input properties that hold a path. @default none */
  readonly paths?: readonly string[];
  /** The input property that holds the shell command. @default none */
  readonly command?: string;
  /** The input properties that hold a glob of files, taken from the path. @default none */
  readonly globs?: readonly string[];
  /** The input property that a specifier names a value of. @default none */
  readonly value?: string;
}

/**
 * What a rule's name covers: the built-in tools of 2.1.332 and 2.1.197 that read files, write files or run shell
 * commands, and older ones that other versions still have.
 *
 * A tool that is not in here takes no path and no command as far as allow rules know. Deny rules look at its input
 * all the same.
 */
export const TOOLS: Readonly<Record<string, ToolFacts>> = {
  Agent: { value: "subagent_type" },
  AskUserQuestion: {},
  Bash: { shell: true, command: "command" },
  CronCreate: {},
  CronDelete: {},
  CronList: {},
  Edit: { edits: true, paths: ["file_path"] },
  EnterPlanMode: {},
  EnterWorktree: {},
  ExitPlanMode: {},
  ExitWorktree: {},
  Glob: { reads: true, searches: true, paths: ["path"], globs: ["pattern"] },
  Grep: { reads: true, searches: true, paths: ["path"], globs: ["glob"] },
  LS: { reads: true, searches: true, paths: ["path"] },
  ListAgents: {},
  Monitor: { shell: true, command: "command" },
  MultiEdit: { edits: true, paths: ["file_path"] },
  NotebookEdit: { edits: true, paths: ["notebook_path"] },
  NotebookRead: { reads: true, paths: ["notebook_path"] },
  PowerShell: { shell: true, command: "command" },
  Read: { reads: true, paths: ["file_path"] },
  ReportFindings: {},
  ScheduleWakeup: {},
  SendMessage: {},
  SendUserFile: { reads: true, paths: ["files"] },
  Skill: { value: "skill" },
  StructuredOutput: {},
  TaskCreate: {},
  TaskGet: {},
  TaskList: {},
  TaskOutput: {},
  TaskStop: {},
  TaskUpdate: {},
  TodoWrite: {},
  ToolSearch: {},
  WebFetch: {},
  WebSearch: {},
  Workflow: {},
  Write: { edits: true, paths: ["file_path"] },
};

/** Other names of the same tools, as the CLI itself knows them: `Task` is the tool that the model calls `Agent`. */
export const TOOL_ALIASES: Readonly<Record<string, string>> = {
  AgentOutputTool: "TaskOutput",
  BashOutput: "TaskOutput",
  BashOutputTool: "TaskOutput",
  KillBash: "TaskStop",
  KillShell: "TaskStop",
  ListPeers: "ListAgents",
  Task: "Agent",
};

/**
 * The tools that look and change nothing: no file, no process, nothing outside of the machine.
 *
 * `WebFetch` and `WebSearch` are not among them, because what they ask for leaves the machine; nor is `Agent`, whose
 * subagents use tools of their own; nor `SendUserFile`. `ToolSearch` makes further tools known to the model and
 * `StructuredOutput` hands in a result: both stay inside of the session.
 */
export const READING_TOOLS: readonly string[] = [
  "Read",
  "Grep",
  "Glob",
  "LS",
  "NotebookRead",
  "CronList",
  "ListAgents",
  "TaskGet",
  "TaskList",
  "TaskOutput",
  "BashOutput",
  "ToolSearch",
  "StructuredOutput",
];

/** The tools that put something to a person. A rule that allows does not answer for a person, so none covers them. */
export const PERSON_TOOLS: readonly string[] = ["AskUserQuestion", "ExitPlanMode"];

/**
 * The one name of a tool that may have several.
 *
 * @param name The name in a rule or in a call.
 * @returns The name that {@linkcode TOOLS} has, or the name itself.
 */
export function canonicalName(name: string): string {
  return Object.hasOwn(TOOL_ALIASES, name) ? TOOL_ALIASES[name]! : name;
}

/**
 * What is known of a tool.
 *
 * @param name The name in a rule or in a call.
 * @returns The facts, or `undefined` for a tool that is not in the table.
 */
export function toolFacts(name: string): ToolFacts | undefined {
  if (name !== lastAsked.name) {
    const canonical = canonicalName(name);
    lastAsked = { name, facts: Object.hasOwn(TOOLS, canonical) ? TOOLS[canonical] : undefined };
  }
  return lastAsked.facts;
}

// Each rule asks about the same tool, ten times for one call.
let lastAsked: { readonly name: string; readonly facts: ToolFacts | undefined } = { name: "", facts: undefined };
