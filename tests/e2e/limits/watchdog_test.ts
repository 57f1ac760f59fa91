import { assert, assertEquals } from "@std/assert";
import { type AgentEvent, allowTools, claude, StalledError, turnTimeout, watchdog } from "../../../mod.ts";
import type { Observable } from "rxjs";
import { ENDLESS, onStage } from "../lifecycle/mod.ts";

async function stalled(events: Observable<AgentEvent>): Promise<StalledError> {
  const error = await events.forEach(() => {}).then(() => undefined, (error) => error);
  assert(error instanceof StalledError, `It ended with ${error}`);
  return error;
}

onStage("watchdog(): a model server that never begins to answer", async ({ server, options }) => {
  server.on("Hello", [{ text: "Never", startWhen: new Promise(() => {}) }]);
  const error = await stalled(claude("Hello", options).pipe(watchdog({ firstToken: 1500 })));
  assertEquals([error.phase, error.text], ["first_token", ""]);
});

onStage("watchdog(): a model server that stops sending for ever in mid-answer", async ({ server, options }) => {
  server.on("Talk", [{ text: "Once upon a time there was a watchdog", hang: true }]);
  const error = await stalled(
    claude("Talk", { ...options, includePartialMessages: true }).pipe(watchdog({ streaming: 3000 })),
  );
  assertEquals([error.phase, error.text], ["streaming", "Once upon a time there was a watchdog"]);
});

onStage("watchdog(): a tool that never ends is ended with its run", async ({ server, options, box }) => {
  server.on("Work", [ENDLESS]);
  const error = await stalled(claude("Work", options).pipe(allowTools("Bash"), watchdog({ tool: 5000 })));
  assertEquals(error.phase, "tool");
  assertEquals([await box.read("started"), await box.read("after")], ["", undefined]);
});

onStage("turnTimeout() interrupts a turn, and the next prompt is taken", async ({ server, options, box }) => {
  server.on("Work", [ENDLESS]).on("And now?", ["Still here."]);
  const ended: unknown[] = [];
  await claude(["Work", "And now?"], options).pipe(allowTools("Bash"), turnTimeout(6000)).forEach((event) => {
    if (event.type === "turn_end") ended.push([event.turn.outcome, event.turn.text, event.turn.reason]);
    if (event.type === "run_end") ended.push(event.code);
  });
  assertEquals(ended, [
    ["limit", "", "the turn took longer than 6000 ms (turnTimeout)"],
    ["success", "Still here.", undefined],
    0,
  ]);
  assertEquals(await box.read("after"), undefined);
});
