#!/usr/bin/env -S deno run --allow-run=claude,make
// The agent is sent back to work while the tests fail (at most `stopBlocks` times, the CLI's own cap).
import { allowTools, claude, keepGoing, onHook, turns } from "jsr:@turnstream/turnstream@^0.1";

async function green(): Promise<boolean> {
  const { success } = await new Deno.Command("make", { args: ["test"], stdout: "null", stderr: "null" }).output();
  return success;
}

await claude("Make the tests pass").pipe(
  allowTools("Read", "Edit", "Bash(make test)"),
  onHook("Stop", async () => (await green()) ? undefined : keepGoing("The tests still fail")),
  turns(),
).forEach((turn) => console.log(turn.text, turn.costUsd));
