/** Answers what a run asks, by a policy. The argument is how many rules it has. */
import { claude, turns } from "@turnstream/turnstream";
import { tap } from "rxjs";
import { policy } from "./policy.ts";
import { Tally } from "./tally.mjs";

const program = Deno.env.get("BENCH_PRODUCER")!;
const tally = new Tally();
await claude("go", { program, includePartialMessages: true, settingSources: ["user"] }).pipe(
  tap((event) => tally.take(event)),
  policy(Number(Deno.args[0])),
  turns(),
).forEach((turn) => {
  if (turn.outcome !== "success") throw new Error(`The turn came to "${turn.outcome}"`);
});
tally.print();
