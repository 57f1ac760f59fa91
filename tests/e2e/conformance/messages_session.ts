import {
  type ClaudeVersion,
  type Frame,
  type ModelServer,
  openSession,
  type RawSession,
  type Sandbox,
  sandbox,
  type SandboxOptions,
} from "../../support/mod.ts";

/** How long a frame may take that is known to come. Only a CLI that has changed its ways takes so long. */
const PATIENCE_MS = 60_000;

/** One process of the CLI, and what is done with it. */
export interface Visit {
  /** Further arguments. @default none */
  args?: string[];
  /** Variables over the sandbox's own. @default none */
  env?: Record<string, string>;
  /** The user's own settings. @default none */
  userSettings?: Record<string, unknown>;
  /** Files of the project. @default none */
  files?: Record<string, string | Uint8Array>;
  /** What is done: prompts, requests. */
  act(talk: Talk): Promise<void>;
}

/** Starts one process, does with it what the visit says, and gives back every frame that it wrote. */
export async function visit(version: ClaudeVersion, server: ModelServer, plan: Visit): Promise<Frame[]> {
  const { args = [], env = {}, userSettings, files = {} } = plan;
  const place: SandboxOptions = {
    version,
    server,
    env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1", ...env },
    ...(userSettings && { userSettings }),
  };
  await using box = await sandbox(place);
  for (const [path, content] of Object.entries(files)) {
    await Deno.writeFile(box.file(path), typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  await using session = openSession(box, { args });
  const answering = answerAll(session);
  const talk = new Talk(session, box);
  await talk.request({ subtype: "initialize", promptSuggestions: true });
  await plan.act(talk);
  await session.end();
  await answering;
  return session.frames;
}

/** Allows what the CLI asks, and says nothing to its hooks, until it has ended. */
async function answerAll(session: RawSession): Promise<void> {
  for (let next = 0;;) {
    let frame: Frame;
    try {
      frame = await session.frame(({ type }) => type === "control_request", next);
    } catch {
      return; // The CLI has ended.
    }
    next = session.frames.indexOf(frame) + 1;
    const { subtype, input } = frame.request;
    const answer = subtype === "can_use_tool" ? { behavior: "allow", updatedInput: input } : {};
    // It may have gone in the meantime.
    await session.respond(frame, answer).catch(() => {});
  }
}

/** What can be done with a process. */
export class Talk {
  readonly #session: RawSession;
  #next = 0;

  constructor(session: RawSession, readonly box: Sandbox) {
    this.#session = session;
  }

  /** Writes prompts, each when the turn of the one before has ended. */
  async say(...prompts: string[]): Promise<void> {
    for (const prompt of prompts) {
      await this.#session.prompt(prompt);
      await this.until("result", ({ type }) => type === "result");
    }
  }

  /** Writes a control request and waits for its response, whatever it says. */
  async request(request: Frame): Promise<void> {
    await inTime(`a response to ${request.subtype}`, this.#session.request(request));
  }

  /** Writes a prompt, and does not wait for its turn. */
  async prompt(text: string): Promise<void> {
    await this.#session.prompt(text);
  }

  /** Waits for a frame behind those that were waited for before. */
  async until(what: string, wanted: (frame: Frame) => boolean): Promise<void> {
    const frame = await inTime(what, this.#session.frame(wanted, this.#next));
    this.#next = this.#session.frames.indexOf(frame) + 1;
  }

  /** Waits for a frame, wherever it stands. */
  async seen(what: string, wanted: (frame: Frame) => boolean): Promise<void> {
    await inTime(what, this.#session.frame(wanted));
  }
}

async function inTime<T>(what: string, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited for ${what} in vain`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
