/** Takes a hundred events a second out of a flood, in bounded memory: in a chain, or with `--iterate` in a loop. */
import { type AgentEvent, agentOf, claude, iterate, pacedMap } from "@turnstream/turnstream";
import { takeWhile } from "rxjs";
import { policy } from "./policy.ts";
import { SlowWatch } from "./slow_watch.mjs";

const program = Deno.env.get("BENCH_PRODUCER")!;
const watch = new SlowWatch();
const events = claude("go", { program, includePartialMessages: true, settingSources: ["user"] }).pipe(policy(20));

if (Deno.args.includes("--iterate")) {
  for await (const event of iterate(events)) {
    await take(event);
    if (watch.done) break;
  }
} else {
  await events.pipe(pacedMap(async (event) => [await take(event)]), takeWhile(() => !watch.done)).forEach(() => {});
}
watch.print();

function take(event: AgentEvent): Promise<void> {
  return watch.take(event, () => agentOf(event).request("get_context_usage"));
}
