import { StartError, type StartErrorKind } from "./errors.ts";
import { isPath, lookAt, searchPath } from "./_permissions.ts";
import type { Launch } from "./transport.ts";

interface Attempt {
  program: string;
  launch: Launch;
}

/** What Deno threw, as an error that says what to do. */
export function startError(cause: unknown, attempt: Attempt): StartError {
  const { program, launch } = attempt;
  const make = (kind: StartErrorKind, text: string) =>
    new StartError(`Cannot start ${JSON.stringify(program)}: ${text}`, { kind, program, cause });
  if (cause instanceof Deno.errors.NotCapable) return permissionError(program, launch, cause);
  if (cause instanceof Deno.errors.NotFound) {
    const cwd = cwdProblem(cause, launch.cwd);
    if (cwd !== undefined) return make("missing_cwd", cwd);
    return isPath(program) ? make(...missingFile(attempt)) : make("not_found", notOnPath(launch));
  }
  if (cause instanceof Deno.errors.PermissionDenied) {
    const where = launch.cwd === undefined ? "" : `, and that ${JSON.stringify(launch.cwd)} may be entered`;
    return make("not_executable", `it may not be executed, check that it is a program with execute permission${where}`);
  }
  const reason = cause instanceof Error ? cause.message : String(cause);
  const cure = (cause as { code?: unknown } | null)?.code === "E2BIG"
    ? "the arguments and the environment are too long, put long values in files"
    : "see the cause";
  return make("other", `${reason.replace(/^Failed to spawn '.*?': /, "")}; ${cure}`);
}

/** The script may not run the program: which flag lets it. */
export function permissionError(program: string, launch: Launch, cause?: unknown): StartError {
  const variables = /spawn subprocess with (.+?) environment variable/.exec(
    cause instanceof Error ? cause.message : "",
  );
  const text = variables === null ? missingFlag(program, launch) : (
    `Deno passes ${variables[1]} on only to scripts that may run everything; unset it before the script starts, set ` +
    '"clearEnv", or add the flag --allow-run'
  );
  const options = { kind: "permission" as const, program, ...(cause === undefined ? {} : { cause }) };
  return new StartError(`Cannot start ${JSON.stringify(program)}: ${text}`, options);
}

function missingFlag(program: string, { env }: Launch): string {
  const flag = `--allow-run=${/[\s"'$`\\]/.test(program) ? JSON.stringify(program) : program}`;
  const path = env.PATH === undefined || isPath(program)
    ? ""
    : ', and leave PATH out of "env": a program found elsewhere is another program';
  return `the script may not run it, add the flag ${flag} (a --deny-run that covers it must go)${path}`;
}

/** Deno says NotFound for a missing directory too, and tells it in the text. */
function cwdProblem(cause: Error, cwd: string | undefined): string | undefined {
  if (cwd === undefined) return undefined;
  const shown = `the working directory ${JSON.stringify(cwd)}`;
  const cure = 'create it, or correct the option "cwd"';
  if (/: No such cwd '/.test(cause.message)) return `${shown} does not exist; ${cure}`;
  if (/: cwd is not a directory '/.test(cause.message)) return `${shown} is not a directory; ${cure}`;
  const found = lookAt(cwd);
  if (found === null) return `${shown} does not exist; ${cure}`;
  return found?.isDirectory === false ? `${shown} is not a directory; ${cure}` : undefined;
}

function notOnPath(launch: Launch): string {
  const looked = searchPath(launch);
  const where = looked === undefined
    ? "on PATH (with --allow-env=PATH this message shows where)"
    : `on PATH, which is ${looked.length === 0 ? "empty" : looked.join(", ")}`;
  return `no such program was found ${where}; install it, add its folder to PATH, or give its path in the option "program"`;
}

function missingFile({ program, launch }: Attempt): [StartErrorKind, string] {
  const cure = 'correct the option "program"';
  const path = launch.cwd === undefined || program.startsWith("/") ? program : `${launch.cwd}/${program}`;
  const found = lookAt(path);
  const interpreter = "the interpreter that its first line names";
  if (found === null) return ["not_found", `there is no such file; ${cure}`];
  if (found !== undefined) return ["not_executable", `the file is there, but ${interpreter} is not; install that`];
  return ["not_found", `there is no such file, or ${interpreter} is missing; ${cure}`];
}
