import type { ClaudeVersion } from "./claude_versions.ts";
import type { ModelServer } from "./model_server.ts";
import { processesWith, type RunningProcess } from "./processes.ts";
import { realClaude } from "./real_claude.ts";

/** What a sandbox is made of. */
export interface SandboxOptions {
  /** The version of the real `claude`. */
  version: ClaudeVersion;
  /** The model that it talks to. */
  server: ModelServer;
  /** Files of the project, by their path in it. @default none */
  files?: Record<string, string>;
  /** The project's `.claude/settings.json`. @default none */
  projectSettings?: Record<string, unknown>;
  /** The user's own settings. @default none */
  userSettings?: Record<string, unknown>;
  /** Whether the project is trusted: without it, the CLI ignores its allow rules. @default false */
  trusted?: boolean;
  /** Variables set over the sandbox's own. @default none */
  env?: Record<string, string>;
}

/** Makes a place of its own for one agent: home, project and program, gone when it is disposed of. */
export async function sandbox(options: SandboxOptions): Promise<Sandbox> {
  const program = await realClaude(options.version);
  const root = await Deno.realPath(await Deno.makeTempDir({ prefix: "turnstream-" }));
  const box = new Sandbox(root, options);
  for (const folder of [box.home, box.project, box.bin, `${root}/tmp`]) await Deno.mkdir(folder);
  await Deno.symlink(await Deno.realPath(program), box.program);
  const settings: [string, unknown][] = [
    [`${box.home}/.claude/settings.json`, options.userSettings],
    [`${box.project}/.claude/settings.json`, options.projectSettings],
    [`${box.home}/.claude.json`, {
      hasCompletedOnboarding: true,
      projects: { [box.project]: { hasTrustDialogAccepted: options.trusted ?? false } },
    }],
  ];
  for (const [path, value] of settings) if (value) await writeFile(path, JSON.stringify(value));
  for (const [path, text] of Object.entries(options.files ?? {})) await writeFile(`${box.project}/${path}`, text);
  return box;
}

/** A place of its own for one agent. */
export class Sandbox implements AsyncDisposable {
  /** The agent's home folder. */
  readonly home: string;
  /** The agent's working directory; no git repository. */
  readonly project: string;
  /** The folder that holds `claude`, for `PATH`. */
  readonly bin: string;
  /** The whole environment of the agent: nothing of the machine's own is in it. */
  readonly env: Record<string, string>;
  readonly #root: string;

  constructor(root: string, { server, env }: SandboxOptions) {
    this.#root = root;
    this.home = `${root}/home`;
    this.project = `${root}/project`;
    this.bin = `${root}/bin`;
    this.env = {
      HOME: this.home,
      PATH: `${this.bin}:/usr/local/bin:/usr/bin:/bin`,
      SHELL: "/bin/sh",
      LANG: "C.UTF-8",
      TMPDIR: `${root}/tmp`,
      CLAUDE_CODE_TMPDIR: `${root}/tmp`,
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: "sk-ant-dummy",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      CLAUDE_CODE_MAX_RETRIES: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_ERROR_REPORTING: "1",
      DISABLE_TELEMETRY: "1",
      ...env,
    };
  }

  /** The path of the `claude` in `bin`. */
  get program(): string {
    return `${this.bin}/claude`;
  }

  /** The options that start an agent in here; fit for `ClaudeOptions`. */
  get options(): { program: string; env: Record<string, string>; clearEnv: true; cwd: string } {
    return { program: this.program, env: this.env, clearEnv: true, cwd: this.project };
  }

  /** The path of a file in the project. */
  file(path: string): string {
    return `${this.project}/${path}`;
  }

  /** The text of a file in the project; `undefined` where there is none. */
  async read(path: string): Promise<string | undefined> {
    try {
      return await Deno.readTextFile(this.file(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** The processes that were started in here and still run: the agent, its tools, scripts. */
  async leftovers(): Promise<RunningProcess[]> {
    return await processesWith("HOME", this.home);
  }

  /**
   * Waits until nothing that was started in here runs any more.
   *
   * @throws `Error` that names what still runs after `timeoutMs`.
   */
  async noLeftovers(timeoutMs = 10_000): Promise<void> {
    for (let waited = 0;; waited += 25) {
      const left = await this.leftovers();
      if (left.length === 0) return;
      if (waited >= timeoutMs) {
        const names = left.map(({ pid, command }) => `${pid} (${command.slice(0, 120)})`).join(", ");
        throw new Error(`Expected no process left in the sandbox, but found ${names}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  /** Ends what still runs in here and removes the folders. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (let tries = 0;; tries++) {
      for (const { pid } of await this.leftovers()) kill(pid);
      try {
        return await Deno.remove(this.#root, { recursive: true });
      } catch (error) {
        if (tries >= 40) throw error; // A dying process may write one last file.
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    }
  }
}

async function writeFile(path: string, text: string): Promise<void> {
  await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  await Deno.writeTextFile(path, text);
}

function kill(pid: number): void {
  try {
    Deno.kill(pid, "SIGKILL");
  } catch {
    // Gone in the meantime.
  }
}
