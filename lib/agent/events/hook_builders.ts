import type { HookEventName, HookOutput } from "../../protocol/hooks.ts";

/**
 * How a PreToolUse request is answered. An answer other than `allow` that was made and is not given back refuses the
 * call.
 */
export interface PreToolUseBuilders {
  /**
   * Makes an answer that lets the call run without asking, unless a deny or ask rule of the CLI's settings covers it,
   * or a gate.
   *
   * @param input The input with which it runs; its own where absent.
   * @returns The answer, which must be given back to hold.
   */
  allow(input?: Record<string, unknown>): HookOutput<"PreToolUse">;
  /**
   * Makes an answer that refuses the call.
   *
   * @param message Why; the model reads it.
   * @returns The answer.
   */
  deny(message: string): HookOutput<"PreToolUse">;
  /**
   * Makes an answer that makes the CLI ask, whatever its mode and rules.
   *
   * @returns The answer.
   */
  ask(): HookOutput<"PreToolUse">;
  /**
   * Makes an answer that changes the input and decides nothing.
   *
   * @param input The whole input; an empty one is refused, because the CLI would take the original.
   * @returns The answer.
   */
  rewrite(input: Record<string, unknown>): HookOutput<"PreToolUse">;
  /**
   * Makes an answer that ends the turn before the call, so that a resumed session can take it up again.
   *
   * @returns The answer.
   */
  defer(): HookOutput<"PreToolUse">;
}

/** How a PostToolUse request is answered, besides `block` and `addContext`. */
export interface PostToolUseBuilders {
  /**
   * Makes an answer that gives the model another output to read.
   *
   * @param output The output: a text, which for Bash and Read takes the place of the text in the tool's own object and
   * is an MCP tool's output as it is; or a whole output in the tool's own shape, `{ ...request.input.tool_response, … }`.
   * @returns The answer, which must be given back to hold. One that has not the tool's shape fails, because the CLI
   * would drop it without a word.
   */
  replaceOutput(output: unknown): HookOutput<"PostToolUse">;
}

/** How a request is answered that announces something which can be held back. */
export interface BlockBuilder<Event extends HookEventName> {
  /**
   * Makes an answer that holds back what the event announces.
   *
   * @param reason Why.
   * @returns The answer, which must be given back to hold.
   */
  block(reason: string): HookOutput<Event>;
}

/** How a request is answered that asks whether something may be done. */
export interface DenyBuilder<Event extends HookEventName> {
  /**
   * Makes an answer that refuses it.
   *
   * @param reason Why.
   * @returns The answer. Where it is not given back, it is refused all the same.
   */
  deny(reason: string): HookOutput<Event>;
}

/** How a request is answered that takes a note for the model. */
export interface NoteBuilder<Event extends HookEventName> {
  /**
   * Makes an answer that adds a note for the model and decides nothing, except for Stop and SubagentStop, where the
   * agent works on to read it.
   *
   * @param text The note.
   * @returns The answer.
   */
  addContext(text: string): HookOutput<Event>;
}

/** How a request is answered that tells of an end which can be put off. */
export interface KeepGoingBuilder<Event extends HookEventName> {
  /**
   * Makes an answer that sends the agent back to work.
   *
   * @param reason What is still to be done; the agent reads it.
   * @returns The answer, which must be given back to hold.
   */
  keepGoing(reason: string): HookOutput<Event>;
}

/** How a PreCompact request is answered, besides `block`. */
export interface PreCompactBuilders {
  /**
   * Makes an answer that adds instructions for the summary.
   *
   * @param text What the summary is to look at.
   * @returns The answer.
   */
  instruct(text: string): HookOutput<"PreCompact">;
}

/** How a PermissionDenied request is answered. */
export interface PermissionDeniedBuilders {
  /**
   * Makes an answer that tells the model that it may try again.
   *
   * @returns The answer.
   */
  retry(): HookOutput<"PermissionDenied">;
}

/** How a WorktreeCreate request is answered. */
export interface WorktreeCreateBuilders {
  /**
   * Makes an answer that names the worktree that was made.
   *
   * @param path Where it is, as an absolute path.
   * @returns The answer. Without one the CLI has no worktree, and what wanted it fails.
   */
  createdAt(path: string): HookOutput<"WorktreeCreate">;
}

/** How a MessageDisplay request is answered. */
export interface MessageDisplayBuilders {
  /**
   * Makes an answer that changes what is emitted; the model remembers what it said.
   *
   * @param text What is emitted in place of the piece.
   * @returns The answer.
   */
  display(text: string): HookOutput<"MessageDisplay">;
}

/** No answer but `undefined` has an effect. */
export type NoBuilders = Record<never, never>;

/** The methods that make answers, by event. */
export interface HookBuilders {
  /** Decides about the call. */
  PreToolUse: PreToolUseBuilders & NoteBuilder<"PreToolUse">;
  /** Changes what the model reads. */
  PostToolUse: PostToolUseBuilders & BlockBuilder<"PostToolUse"> & NoteBuilder<"PostToolUse">;
  /** Adds to what the model reads. */
  PostToolUseFailure: NoteBuilder<"PostToolUseFailure">;
  /** Adds to what the model reads; `stopAgent` ends the turn. */
  PostToolBatch: NoteBuilder<"PostToolBatch">;
  /** Lets the model try again. */
  PermissionDenied: PermissionDeniedBuilders;
  /** Decides about the command. */
  PreSkillShellCommand: DenyBuilder<"PreSkillShellCommand">;
  /** Keeps the prompt from the model, or adds to it. */
  UserPromptSubmit: BlockBuilder<"UserPromptSubmit"> & NoteBuilder<"UserPromptSubmit">;
  /** Keeps the prompt from the model, or adds to it. */
  UserPromptExpansion: BlockBuilder<"UserPromptExpansion"> & NoteBuilder<"UserPromptExpansion">;
  /** Sends the agent back to work. */
  Stop: KeepGoingBuilder<"Stop"> & NoteBuilder<"Stop">;
  /** Nothing. */
  StopFailure: NoBuilders;
  /** Tells the subagent something. */
  SubagentStart: NoteBuilder<"SubagentStart">;
  /** Sends the subagent back to work. */
  SubagentStop: KeepGoingBuilder<"SubagentStop"> & NoteBuilder<"SubagentStop">;
  /** Sends the member back to work. */
  TeammateIdle: KeepGoingBuilder<"TeammateIdle">;
  /** Adds to what the model reads. */
  SessionStart: NoteBuilder<"SessionStart">;
  /** Nothing. */
  SessionEnd: NoBuilders;
  /** Adds to what the model reads. */
  Setup: NoteBuilder<"Setup">;
  /** Keeps the conversation as it is, or instructs who sums it up. */
  PreCompact: PreCompactBuilders & BlockBuilder<"PreCompact">;
  /** Nothing. */
  PostCompact: NoBuilders;
  /** Decides about the change. */
  PreModelSwitch: DenyBuilder<"PreModelSwitch">;
  /** Tells the new model something. */
  PostModelSwitch: NoteBuilder<"PostModelSwitch">;
  /** Leaves the change out. */
  ConfigChange: BlockBuilder<"ConfigChange">;
  /** Nothing. */
  InstructionsLoaded: NoBuilders;
  /** Nothing. */
  CwdChanged: NoBuilders;
  /** Nothing. */
  FileChanged: NoBuilders;
  /** Nothing. */
  DirectoryAdded: NoBuilders;
  /** Names the worktree. */
  WorktreeCreate: WorktreeCreateBuilders;
  /** Nothing. */
  WorktreeRemove: NoBuilders;
  /** Nothing. */
  Notification: NoBuilders;
  /** Changes what is emitted. */
  MessageDisplay: MessageDisplayBuilders;
  /** Undoes it; the model reads why. */
  TaskCreated: BlockBuilder<"TaskCreated">;
  /** Undoes it; the model reads why. */
  TaskCompleted: BlockBuilder<"TaskCompleted">;
  /** Declines (2.1.332). */
  Elicitation: BlockBuilder<"Elicitation">;
  /** Declines, whatever was answered (2.1.332). */
  ElicitationResult: BlockBuilder<"ElicitationResult">;
}
