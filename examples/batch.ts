#!/usr/bin/env -S deno run --allow-run=claude
// Many agents, four at a time; nothing that writes can run. Give the files as arguments.
import { claude, lastTurn, readOnly } from "jsr:@turnstream/turnstream@^0.1";
import { from, mergeMap } from "npm:rxjs@^7.8.2";

await from(Deno.args).pipe(
  mergeMap((file) => claude(`Review ${file}`, { maxBudgetUsd: 1 }).pipe(readOnly(), lastTurn()), 4),
).forEach((turn) => console.log(turn.outcome, turn.text));
