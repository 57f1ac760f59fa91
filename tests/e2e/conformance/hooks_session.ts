import {
  type ClaudeVersion,
  type Frame,
  type ModelServer,
  openSession,
  type RawSession,
  type Sandbox,
  sandbox,
  startModelServer,
  type Step,
} from "../../support/mod.ts";
import { HOOK_EVENTS } from "../../../lib/protocol/hook_events.ts";

const SERVER = new URL("../../fixtures/mcp/asking_server.ts", import.meta.url).pathname;
const COMMAND = { hooks: [{ type: "command", command: "true" }] };

/** The real CLI of one version with a callback for every hook event, which are all answered. */
export class HookSession implements AsyncDisposable {
  /** What the hooks were told so far, by event. */
  readonly seen: Map<string, Frame[]> = new Map();
  /** What hooks answer; the others answer nothing. */
  readonly answers: Map<string, Frame> = new Map();
  readonly #server: ModelServer;
  readonly #box: Sandbox;
  readonly #session: RawSession;
  readonly #answering: Promise<void>;

  private constructor(parts: { server: ModelServer; box: Sandbox; session: RawSession }) {
    this.#server = parts.server;
    this.#box = parts.box;
    this.#session = parts.session;
    this.#answering = this.#answerAll();
  }

  /** Starts it. */
  static async open(version: ClaudeVersion): Promise<HookSession> {
    const server = startModelServer();
    const box = await sandbox({
      version,
      server,
      trusted: true,
      // Without these the newer version has no list of tasks.
      env: { CLAUDE_CODE_ENABLE_TASKS: "1", CLAUDE_CODE_ENABLE_TODO_TOOLS: "1" },
      // The CLI watches directory and files only where the settings hook them too.
      userSettings: { hooks: { CwdChanged: [COMMAND], FileChanged: [{ matcher: "notes.txt", ...COMMAND }] } },
      files: {
        "CLAUDE.md": "Be brief.\n",
        "notes.txt": "Nothing yet.\n",
        "sub/more.txt": "More.\n",
        "sub/CLAUDE.md": "Be briefer.\n",
        "tree/leaf.txt": "A leaf.\n",
        ".claude/commands/hello.md": "Say hello to $ARGUMENTS\n",
        ".claude/commands/shell.md": "---\nallowed-tools: Bash(echo:*)\n---\nIt says !`echo inside`\n",
      },
    });
    const asking = { command: Deno.execPath(), args: ["run", "--quiet", "--no-config", SERVER] };
    const servers = JSON.stringify({ mcpServers: { asking } });
    const session = openSession(box, { args: ["--mcp-config", servers, "--setting-sources=user,project"] });
    const opened = new HookSession({ server, box, session });
    const hooks = HOOK_EVENTS.map((event) => [event, [{ hookCallbackIds: [event], timeout: 60 }]]);
    await session.request({ subtype: "initialize", hooks: Object.fromEntries(hooks) });
    return opened;
  }

  /** The path of a file in the project. */
  file(path: string): string {
    return this.#box.file(path);
  }

  /** Sends a prompt, for which the model does the given, and waits for the turn's end. */
  async turn(prompt: string, steps: readonly Step[] = []): Promise<void> {
    if (steps.length > 0) this.#server.on(prompt, steps);
    const from = this.#session.frames.length;
    await this.#session.prompt(prompt);
    await this.#session.frame(({ type }) => type === "result", from);
  }

  /** Scripts a conversation of a subagent. */
  subagent(prompt: string, steps: readonly Step[]): void {
    this.#server.on(prompt, steps);
  }

  /** Sends a control request and waits for its answer. */
  async request(request: Frame): Promise<void> {
    await this.#session.request(request);
  }

  /** Waits until the hooks of an event were called, and not for ever. */
  async called(event: string): Promise<void> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`Expected ${event} to be called, but it was not`)), 60_000);
    const called = this.#session.frame(({ request }) => request?.input?.hook_event_name === event);
    called.catch(() => {}); // Where it was late, nobody looks at it any more.
    try {
      await Promise.race([called, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Changes a file until the hooks of an event were called. The CLI does not say when it watches, and waits until a file
   * has not changed for a while.
   */
  async change(path: string, { event, text }: { event: string; text: (number: number) => string }): Promise<void> {
    let number = 0;
    const write = () => Deno.writeTextFile(this.file(path), text(number++));
    await write();
    const timer = setInterval(write, 4_000);
    try {
      await this.called(event);
    } finally {
      clearInterval(timer);
    }
  }

  /** Ends the CLI and removes everything. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#session.end();
    await this.#answering;
    await this.#session[Symbol.asyncDispose]();
    await this.#box[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }

  async #answerAll(): Promise<void> {
    for (let next = 0;; next++) {
      let frame: Frame;
      try {
        frame = await this.#session.frame(() => true, next);
      } catch {
        return; // The CLI has ended.
      }
      if (frame.type !== "control_request") continue;
      await this.#session.respond(frame, this.#answer(frame.request));
    }
  }

  #answer(request: Frame): Frame {
    if (request.subtype === "hook_callback") {
      const event: string = request.input.hook_event_name;
      this.seen.set(event, [...this.seen.get(event) ?? [], request.input]);
      return this.answers.get(event) ?? {};
    }
    if (request.subtype === "can_use_tool") return { behavior: "allow", updatedInput: request.input };
    return { action: "accept", content: { color: "red" } };
  }
}
