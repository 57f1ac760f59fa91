import { UsageError } from "../protocol/errors.ts";
import type { StartError } from "./errors.ts";
import { mayRun, mayRunAnything } from "./_permissions.ts";
import { permissionError, startError } from "./_start_errors.ts";
import type { Launch } from "./transport.ts";

/**
 * Starts the child; the one place that says `Deno.Command`. Its three streams are pipes: nothing of the script's own
 * input or output is ever inherited. Never lets Deno prompt.
 *
 * @throws {StartError} If it cannot be started.
 */
export function spawnChild(launch: Launch): Deno.ChildProcess {
  const program = programOf(launch);
  if (!mayRunAnything() && !mayRun(program, launch)) throw refusal(program, launch);
  try {
    return command(launch, launch.env).spawn();
  } catch (cause) {
    throw startError(cause, { program, launch });
  }
}

function programOf({ program }: Launch): string {
  const name = program[0];
  if (name === undefined || name === "") {
    throw new UsageError('Cannot start a program without a name: give "program" a name or a path');
  }
  return name;
}

function command(launch: Launch, env: Record<string, string>): Deno.Command {
  const { program: [program = "", ...leading], args, cwd, clearEnv } = launch;
  return new Deno.Command(program, {
    args: [...leading, ...args],
    env,
    clearEnv,
    ...(cwd === undefined ? {} : { cwd }),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    // A session of its own: the terminal's Ctrl+C is the script's to handle.
    detached: true,
  });
}

/**
 * Tells a missing program from a missing permission, without a prompt.
 *
 * Deno looks for the program first. Then, before it would ask for the permission to run it, it refuses an environment
 * with such a variable outright, unless everything may be run; and this is called only when not everything may be.
 */
function refusal(program: string, launch: Launch): StartError {
  try {
    command(launch, { ...launch.env, LD_PRELOAD: "none", DYLD_INSERT_LIBRARIES: "none" }).spawn().kill("SIGKILL");
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return startError(cause, { program, launch });
  }
  return permissionError(program, launch);
}
