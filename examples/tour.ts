#!/usr/bin/env -S deno run --allow-run=claude
// Everything at once: a policy, a gate, a hook and several turns, printed as they come.
import { allowTools, claude, converse, denyTools, keepGoing, onHook } from "jsr:@turnstream/turnstream@^0.1";
import { printEvents } from "jsr:@turnstream/turnstream@^0.1/cli";

await claude("Tidy up the README", { settingSources: ["user"], replayUserMessages: true }).pipe(
  denyTools((call) => call.toolName === "WebFetch" ? "The network is off limits" : undefined),
  allowTools("Read", "Edit(README.md)", "Bash(deno test *)"),
  onHook("Stop", (input) => input.stop_hook_active ? undefined : keepGoing("Run the tests before you stop")),
  converse((turn, index) => index === 0 && !turn.failed ? "Now sum up what you did" : undefined),
  printEvents(),
).forEach(() => {});
