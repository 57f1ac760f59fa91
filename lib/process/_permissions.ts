import type { Launch } from "./transport.ts";

function granted(descriptor: Deno.PermissionDescriptor): boolean {
  try {
    return Deno.permissions.querySync(descriptor).state === "granted";
  } catch {
    return false;
  }
}

/** Whether every program may be run. */
export function mayRunAnything(): boolean {
  return granted({ name: "run" });
}

/** Whether the program that the launch means may be run. */
export function mayRun(program: string, { cwd, env }: Launch): boolean {
  // Deno looks up a relative path from the child's directory, and a name in the child's PATH.
  if (isPath(program)) {
    const path = cwd === undefined || isAbsolute(program) ? program : `${cwd}/${program}`;
    return granted({ name: "run", command: path });
  }
  if (env.PATH === undefined) return granted({ name: "run", command: program });
  return folders(env.PATH).some((folder) => granted({ name: "run", command: `${folder}/${program}` }));
}

/** Where a program is looked for, as far as the script may know; `undefined` where it may not. */
export function searchPath({ env, clearEnv }: Launch): string[] | undefined {
  if (env.PATH !== undefined) return folders(env.PATH);
  if (clearEnv || !granted({ name: "env", variable: "PATH" })) return undefined;
  return folders(Deno.env.get("PATH") ?? "");
}

/** The child's home directory; `undefined` where the script may not know. */
export function homeOf({ env, clearEnv }: Launch): string | undefined {
  if (env.HOME !== undefined) return env.HOME;
  if (clearEnv || !granted({ name: "env", variable: "HOME" })) return undefined;
  return Deno.env.get("HOME");
}

/** What is at a path; `undefined` where the script may not know, `null` where nothing is. */
export function lookAt(path: string): Deno.FileInfo | null | undefined {
  if (!granted({ name: "read", path })) return undefined;
  try {
    return Deno.statSync(path);
  } catch (cause) {
    return cause instanceof Deno.errors.NotFound ? null : undefined;
  }
}

/** What the child sees in a variable, `""` where it is not set; `undefined` where the script may not know. */
export function variableOf({ env, clearEnv }: Launch, variable: string): string | undefined {
  if (env[variable] !== undefined) return env[variable];
  if (clearEnv) return "";
  return granted({ name: "env", variable }) ? Deno.env.get(variable) ?? "" : undefined;
}

/** Whether the script runs as root, where there is such a user and the script may know. */
export function isRoot(): boolean {
  return granted({ name: "sys", kind: "uid" }) && Deno.uid() === 0;
}

/** Whether a program is named by its path. */
export function isPath(program: string): boolean {
  return program.includes("/") || (Deno.build.os === "windows" && program.includes("\\"));
}

/** Whether a path begins at a root. */
export function isAbsolute(path: string): boolean {
  return path.startsWith("/") || (Deno.build.os === "windows" && /^([A-Za-z]:)?[\\/]/.test(path));
}

function folders(path: string): string[] {
  return path.split(Deno.build.os === "windows" ? ";" : ":").filter((folder) => folder !== "");
}
