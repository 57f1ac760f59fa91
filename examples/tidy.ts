#!/usr/bin/env -S deno run --allow-run=claude
// tidy.ts: tidies up the named files, one after another; edits stay in src/, and nothing leaves the machine.
import { allowTools, claude, type ClaudeOptions, denyTools, turns } from "jsr:@turnstream/turnstream@^0.1";

/** The agent with its policy; a test gives another `transport`, and nothing else changes. */
export function tidy(files: string[], options: ClaudeOptions = {}) {
  const prompts = files.map((file) => `Tidy up ${file}, and run the tests`);
  return claude(prompts, { settingSources: ["user"], ...options }).pipe(
    denyTools("WebFetch", "WebSearch", "Bash(git push *)"),
    allowTools("Read", "Edit(src/**)", "Bash(deno test *)"),
  );
}

if (import.meta.main) {
  await tidy(Deno.args).pipe(turns()).forEach((turn) => {
    const denied = turn.denials.map((denial) => denial.tool_name).join(", ");
    console.log(`${turn.text} (${turn.outcome}; denied: ${denied || "nothing"})`);
  });
}
