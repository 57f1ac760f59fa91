import type { ClaudeOptions } from "./options.ts";
import type { Message, PermissionMode, SystemMessage, UnknownMessage } from "../protocol/messages.ts";

/** What the launch options tell of a session. */
export type KnownSession = Pick<
  ClaudeOptions,
  "permissionMode" | "cwd" | "sessionId" | "resume" | "forkSession"
>;

/** What is known of a session, taken from frames when they are read. */
export class SessionState {
  #sessionId: string | undefined;
  #parentId: string | undefined;
  #toldId = false;
  #mode: PermissionMode | undefined;
  #cwd: string | undefined;
  #toldCwd = false;
  #version: string | undefined;
  #activity: "running" | "requires_action" | "idle" | undefined;
  readonly #ahead = new Set<string>();

  /** @param options What the agent is launched with. */
  constructor({ permissionMode, cwd, sessionId, resume, forkSession }: KnownSession) {
    const forks = forkSession === true;
    this.#mode = permissionMode;
    this.#cwd = cwd?.startsWith("/") === true ? cwd : undefined;
    this.#sessionId = sessionId ?? (forks ? undefined : resume);
    this.#parentId = forks ? resume : undefined;
  }

  /** The session's id; changes on `/clear`. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** The session that this one was forked from, or went on from under another id. */
  get parentId(): string | undefined {
    return this.#parentId;
  }

  /** The permission mode in force. */
  get mode(): PermissionMode | undefined {
    return this.#mode;
  }

  /** The directory in which the agent was launched, never the shell's current one. */
  get cwd(): string | undefined {
    return this.#cwd;
  }

  /** The CLI's version, once it has told it. */
  get version(): string | undefined {
    return this.#version;
  }

  /** Whether the CLI has not said that it is busy. */
  get idle(): boolean {
    return this.#activity === undefined || this.#activity === "idle";
  }

  /** Takes note of a mode that the CLI confirmed. */
  setMode(mode: unknown): void {
    if (typeof mode === "string") this.#mode = mode as PermissionMode;
  }

  /**
   * Takes note of the directory that the CLI names first, before any tool has moved the shell. It counts for more than
   * the option `cwd`, which may be a symbolic link: paths come as the CLI sees them.
   */
  launchedIn(cwd: unknown): void {
    if (typeof cwd !== "string" || this.#toldCwd) return;
    this.#toldCwd = true;
    this.#cwd = cwd;
  }

  /** Takes note of a message that has been read, and waits for its turn behind others. */
  observeAhead(message: SystemMessage): void {
    this.#note(message);
    if (message.uuid !== undefined) this.#ahead.add(message.uuid);
  }

  /** Takes note of a message. */
  observe(message: Message): void {
    if (message.type === "unknown") return;
    // What was read later is known already, and holds.
    if (this.#ahead.size > 0) {
      if (message.uuid !== undefined) this.#ahead.delete(message.uuid);
      return;
    }
    this.#note(message);
  }

  #note(message: Exclude<Message, UnknownMessage>): void {
    this.#noteSession(message.session_id);
    if (message.type !== "system") return;
    if (message.subtype === "init") {
      this.setMode(message.permissionMode);
      this.launchedIn(message.cwd);
      if (typeof message.claude_code_version === "string") this.#version = message.claude_code_version;
    } else if (message.subtype === "status") {
      this.setMode(message.permissionMode);
    } else if (message.subtype === "session_state_changed") {
      this.#activity = message.state;
    }
  }

  /** `/clear` goes on under another id. */
  #noteSession(id: unknown): void {
    if (typeof id !== "string" || id === "") return;
    // What the options say may be a session's title.
    if (this.#toldId && id !== this.#sessionId) this.#parentId = this.#sessionId;
    this.#toldId = true;
    this.#sessionId = id;
  }
}
