/** Reads all that a run says, with a policy and turn boundaries. `--validate-all` checks every message by its schema. */
import { allowTools, claude, turns } from "@turnstream/turnstream";
import { tap } from "rxjs";
import { Tally } from "./tally.mjs";

const validate = Deno.args.includes("--validate-all") ? "all" : "control";
const tally = new Tally();

await claude("go", { program: Deno.env.get("BENCH_PRODUCER")!, includePartialMessages: true, validate }).pipe(
  tap((event) => tally.take(event)),
  allowTools("Bash(git log *)", "Bash(ls *)"),
  turns(),
).forEach((turn) => {
  if (turn.outcome !== "success") throw new Error(`The turn came to "${turn.outcome}"`);
});
tally.print();
