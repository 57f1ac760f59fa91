/** Drives as many agents at once as the argument says, and tells what is left of them. */
import { agentOf, allowTools, claude, turns } from "@turnstream/turnstream";
import { mergeMap, range, tap } from "rxjs";
import { Tally } from "./tally.mjs";

const program = Deno.env.get("BENCH_PRODUCER")!;
const agents = Number(Deno.args[0]);
const pids = new Set<number>();
let succeeded = 0;
const all = new Tally();

all.begin();
const tallies: Tally[] = [];
await range(1, agents).pipe(
  mergeMap((seed) => {
    const tally = new Tally();
    tallies.push(tally);
    const env = { BENCH_SEED: String(seed) };
    return claude("go", { program, env, includePartialMessages: true }).pipe(
      tap((event) => {
        tally.take(event);
        if (event.type === "system") pids.add(agentOf(event).pid!);
      }),
      allowTools("Bash(git log *)", "Bash(ls *)"),
      turns(),
    );
  }),
).forEach((turn) => succeeded += turn.outcome === "success" ? 1 : 0);
all.end();
for (const tally of tallies) all.join(tally);
all.print({ succeeded, left: [...pids].filter(isThere).length });

/** Whether a process is there, or a zombie of it; where the system does not tell, none is. */
function isThere(pid: number): boolean {
  try {
    return Deno.statSync(`/proc/${pid}`).isDirectory;
  } catch {
    return false;
  }
}
