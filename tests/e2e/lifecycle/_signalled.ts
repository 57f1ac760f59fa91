import { hashbangFlags, type ScriptOutcome } from "../../support/run_script.ts";
import type { Sandbox } from "../../support/mod.ts";

/**
 * Runs a script as the leader of a process group, as a shell would, and sends the whole group a signal when the script
 * has written "ready": that is what Ctrl+C does. The agent is in a group of its own and gets nothing of it.
 */
export async function signalled(
  box: Sandbox,
  path: string,
  signal: "SIGINT" | "SIGTERM" | "SIGKILL",
): Promise<ScriptOutcome> {
  const flags = hashbangFlags(path, await Deno.readTextFile(path));
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", ...flags, path],
    cwd: box.project,
    env: { ...box.env, DENO_DIR: await denoDir(), NO_COLOR: "1" },
    clearEnv: true,
    detached: true,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  let stdout = "";
  let isSent = false;
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    stdout += text;
    if (isSent || !stdout.includes("ready\n")) continue;
    isSent = true;
    Deno.kill(-child.pid, signal);
  }
  const { code } = await child.status;
  return { code, stdout, stderr: await stderr };
}

async function denoDir(): Promise<string> {
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json"], stdin: "null" }).output();
  return JSON.parse(new TextDecoder().decode(stdout)).denoDir;
}
