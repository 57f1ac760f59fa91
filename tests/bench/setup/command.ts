/** Whether the program could be run, and what it printed on standard output, trimmed; undefined when it could not. */
export async function outputOf(program: string, args: string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await command(program, args).output();
    return success ? new TextDecoder().decode(stdout).trim() : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Runs a program to its end. Throws with what it said on standard error when it fails. */
export async function mustRun(program: string, args: string[], cwd?: string): Promise<void> {
  const { success, code, stderr } = await command(program, args, cwd).output();
  if (success) return;
  throw new Error(`"${program} ${args.join(" ")}" ended with code ${code}\n${new TextDecoder().decode(stderr).trim()}`);
}

function command(program: string, args: string[], cwd?: string): Deno.Command {
  return new Deno.Command(program, {
    args,
    ...cwd === undefined ? {} : { cwd },
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
}
