#!/usr/bin/env -S deno run --allow-run=claude
// Refuses one command by a rule, and answers no question: what holds when the script is killed?
import { claude, denyTools, onPermission } from "../../../../mod.ts";

await claude("Work", { settingSources: ["user"], permissionMode: "acceptEdits" }).pipe(
  denyTools("Bash(cp *)"),
  onPermission(() => {
    console.log("ready");
    return new Promise<never>(() => {});
  }),
).forEach(() => {});
