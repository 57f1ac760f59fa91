/** The shortest script with a policy. The argument is the agent's program: it needs `--allow-run` and nothing else. */
import { allowTools, claude, turns } from "@turnstream/turnstream";

await claude("go", { program: Deno.args[0]! }).pipe(
  allowTools("Read", "Bash(git log *)"),
  turns(),
).forEach((turn) => console.log(JSON.stringify({ good: turn.outcome === "success" ? 1 : 0 })));
