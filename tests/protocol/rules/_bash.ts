import { PROGRAMS, WRAPPERS } from "./_generate.ts";

/** Whether a `bash` can be started here. */
export async function hasBash(): Promise<boolean> {
  try {
    return (await new Deno.Command("bash", { args: ["-c", "exit 0"], stdin: "null" }).output()).success;
  } catch {
    return false;
  }
}

// Functions that run what the wrapper of that name would run.
const RUNNING_WRAPPERS = [
  ...["env", "sudo", "nohup", "nice", "setsid", "xargs"].map((name) => `${name}() { "$@"; }`),
  'timeout() { builtin shift; "$@"; }',
  'sh() { if [[ $1 == -c ]]; then builtin eval "$2"; fi; }',
];

/** How texts are run. */
export interface BashOptions {
  /** The status that every program ends with. */
  status: number;
  /** Whether wrappers note how they are called, as programs do, or run what they are given. */
  wrappers: "note" | "run";
}

/**
 * Lets one bash evaluate texts, each in a subshell in an empty folder without any program, where functions stand in for
 * programs and note how they are called. Gives for each text the argument lists, in the order in which they were noted.
 */
export async function runInBash(
  texts: readonly string[],
  { status, wrappers }: BashOptions,
): Promise<string[][][]> {
  const folder = await Deno.makeTempDir({ prefix: "turnstream-rules-" });
  try {
    // Written without newlines a note is one write, which programs that run at once do not tear.
    const note = (name: string) =>
      `${name}() { builtin printf '%s\\0' "$CASE" "$(($# + 1))" ${name} "\${@//$NL/$SOH}" >&3; return ${status}; }`;
    const lines = [
      "exec 3>>../notes",
      "PATH=/nowhere FUNCNEST=30 NL=$'\\n' SOH=$'\\x01'",
      "x=1",
      ...[...PROGRAMS, "mark", ...wrappers === "note" ? WRAPPERS : []].map(note),
      ...wrappers === "run" ? RUNNING_WRAPPERS : [],
      ...texts.map((text, index) =>
        `CASE=${index}; ( builtin eval ${quoted(text)}; builtin wait ) </dev/null >/dev/null 2>&1; wait`
      ),
    ];
    await Deno.mkdir(`${folder}/in`);
    await Deno.writeTextFile(`${folder}/script`, lines.join("\n"));
    for (const name of ["a", "b", "ab", "ls", "mark"]) await Deno.writeTextFile(`${folder}/in/${name}`, "");
    const { success, stderr } = await new Deno.Command("bash", {
      args: ["--norc", "--noprofile", `${folder}/script`],
      cwd: `${folder}/in`,
      env: { HOME: "/home/me", LC_ALL: "C.UTF-8", BASH_ENV: "" },
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success && stderr.length > 0) throw new Error(new TextDecoder().decode(stderr));
    return notes(await Deno.readTextFile(`${folder}/notes`), texts.length);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function notes(text: string, count: number): string[][][] {
  const all: string[][][] = Array.from({ length: count }, () => []);
  const fields = text.split("\0");
  for (let i = 0; i + 1 < fields.length;) {
    const length = Number(fields[i + 1]);
    all[Number(fields[i])]!.push(fields.slice(i + 2, i + 2 + length).map((word) => word.replaceAll("\x01", "\n")));
    i += 2 + length;
  }
  return all;
}
