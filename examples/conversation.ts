#!/usr/bin/env -S deno run --allow-run=claude
// Each turn's end decides the next prompt; the process stays alive between turns.
import { allowTools, claude, converse, turns } from "jsr:@turnstream/turnstream@^0.1";

const steps = ["Write the failing test", "Make it pass", "Refactor and keep it green"];

await claude("Read CONTRIBUTING.md and say when you are ready", { permissionMode: "acceptEdits" }).pipe(
  allowTools("Read", "Bash(deno test *)"),
  converse((turn, index) => turn.failed ? undefined : steps[index]),
  turns(),
).forEach((turn) => console.log(`#${turn.index}`, turn.text));
