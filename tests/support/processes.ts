/** A running process. */
export interface RunningProcess {
  /** Its id. */
  pid: number;
  /** Its command line. */
  command: string;
}

/** The processes whose environment sets `name` to `value`: read from `/proc`, elsewhere from `ps`. */
export async function processesWith(name: string, value: string): Promise<RunningProcess[]> {
  return Deno.build.os === "linux" ? await fromProc(`${name}=${value}`) : await fromPs(`${name}=${value}`);
}

async function fromProc(setting: string): Promise<RunningProcess[]> {
  const found: RunningProcess[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const settings = await readNulls(`/proc/${name}/environ`);
    if (!settings.includes(setting)) continue;
    const command = (await readNulls(`/proc/${name}/cmdline`)).join(" ").trim();
    found.push({ pid: Number(name), command });
  }
  return found;
}

async function readNulls(path: string): Promise<string[]> {
  try {
    return (await Deno.readTextFile(path)).split("\0");
  } catch {
    return []; // Gone in the meantime, or somebody else's.
  }
}

async function fromPs(setting: string): Promise<RunningProcess[]> {
  const { stdout } = await new Deno.Command("ps", { args: ["-Eww", "-axo", "pid=,command="], stdin: "null" }).output();
  return new TextDecoder().decode(stdout).split("\n")
    .filter((line) => line.includes(` ${setting} `) || line.endsWith(` ${setting}`))
    .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().slice(0, 200) }));
}
