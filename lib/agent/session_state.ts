import type { Message, PermissionMode } from "../protocol/messages.ts";

/** What is known of a session, taken from frames when they are read. */
export class SessionState {
  #sessionId: string | undefined;
  #mode: PermissionMode | undefined;
  #cwd: string | undefined;
  #toldCwd = false;
  #activity: "running" | "requires_action" | "idle" | undefined;

  /** @param known What the launch options tell. */
  constructor(known: { mode: PermissionMode | undefined; cwd: string | undefined; sessionId: string | undefined }) {
    this.#mode = known.mode;
    this.#cwd = known.cwd;
    this.#sessionId = known.sessionId;
  }

  /** The session's id; changes on `/clear`. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** The permission mode in force. */
  get mode(): PermissionMode | undefined {
    return this.#mode;
  }

  /** The directory in which the agent was launched, never the shell's current one. */
  get cwd(): string | undefined {
    return this.#cwd;
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

  /** Takes note of a message. */
  observe(message: Message): void {
    if (message.type === "unknown") return;
    if (typeof message.session_id === "string" && message.session_id !== "") this.#sessionId = message.session_id;
    if (message.type !== "system") return;
    if (message.subtype === "init") {
      this.setMode(message.permissionMode);
      this.launchedIn(message.cwd);
    } else if (message.subtype === "status") {
      this.setMode(message.permissionMode);
    } else if (message.subtype === "session_state_changed") {
      this.#activity = message.state;
    }
  }
}
