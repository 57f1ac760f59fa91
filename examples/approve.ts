#!/usr/bin/env -S deno run --allow-run=claude
// A policy in three lines; what it does not decide, a person decides at the terminal.
import { allowTools, claude, denyTools, onPermission, texts } from "jsr:@turnstream/turnstream@^0.1";
import { askPerson } from "jsr:@turnstream/turnstream@^0.1/cli";

await claude("Explain this repository and propose one clean-up", { settingSources: ["user"] }).pipe(
  denyTools("WebFetch", "Bash(git push *)"),
  allowTools("Read", "Grep", "Glob", "Edit(src/**)", "Bash(deno test *)"),
  onPermission(askPerson()),
  texts(),
).forEach((text) => console.log(text));
