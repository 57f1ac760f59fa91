import type { Sandbox } from "./sandbox.ts";

/** How a script is run. */
export interface RunScriptOptions {
  /** The script's arguments. @default none */
  args?: string[];
  /** Flags of `deno run`, in place of those in the script's first line. @default the script's own */
  permissions?: string[];
  /** Further flags of `deno run`, such as `--config=…`. @default none */
  flags?: string[];
  /** When the script is killed, in milliseconds. @default 120_000 */
  timeoutMs?: number;
}

/** What came of a script. */
export interface ScriptOutcome {
  /** The exit code. */
  code: number;
  /** What it wrote on standard output. */
  stdout: string;
  /** What it wrote on standard error. */
  stderr: string;
}

/**
 * Runs a script in a sandbox's project as a person would: with the permissions of its own first line and no more, with
 * the sandbox's environment, where `claude` is the first on `PATH`, and without a terminal.
 *
 * @throws `Error` when the script does not end in time.
 */
export async function runScript(box: Sandbox, path: string, options: RunScriptOptions = {}): Promise<ScriptOutcome> {
  const permissions = options.permissions ?? hashbangFlags(path, await Deno.readTextFile(path));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...options.flags ?? [], ...permissions, path, ...options.args ?? []],
    cwd: box.project,
    env: { ...box.env, DENO_DIR: denoDir(), NO_COLOR: "1" },
    clearEnv: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const timeoutMs = options.timeoutMs ?? 120_000;
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    child.kill("SIGKILL");
  }, timeoutMs);
  try {
    const output = await child.output();
    const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
    if (isLate) throw new Error(`Expected "${path}" to end within ${timeoutMs} ms. It wrote:\n${stdout}\n${stderr}`);
    return { code: output.code, stdout: stdout ?? "", stderr: stderr ?? "" };
  } finally {
    clearTimeout(timer);
  }
}

/** The flags in a script's first line, `#!/usr/bin/env -S deno run FLAGS`. */
export function hashbangFlags(path: string, text: string): string[] {
  const match = /^#!\/usr\/bin\/env -S deno run(?<flags>[^\r\n]*)/.exec(text);
  if (!match) throw new Error(`Cannot run "${path}": its first line is not "#!/usr/bin/env -S deno run …"`);
  return (match.groups?.flags ?? "").split(/\s+/).filter((flag) => flag !== "");
}

function denoDir(): string {
  const set = Deno.env.get("DENO_DIR");
  if (set) return set;
  const home = Deno.env.get("HOME");
  if (Deno.build.os === "darwin") return `${home}/Library/Caches/deno`;
  return `${Deno.env.get("XDG_CACHE_HOME") ?? `${home}/.cache`}/deno`;
}
