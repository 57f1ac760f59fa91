/** Reads a run whose agent leaves a process behind that holds the pipe, and tells when the stream ended. */
import { allowTools, claude, turns } from "@turnstream/turnstream";
import { tap } from "rxjs";
import { Tally } from "./tally.mjs";

const tally = new Tally();
await claude("go", { program: Deno.env.get("BENCH_PRODUCER")!, includePartialMessages: true })
  .pipe(
    tap((event) => tally.take(event)),
    allowTools("Bash(git log *)", "Bash(ls *)"),
    turns(),
  ).forEach(() => {});
const endedAtMs = performance.timeOrigin + performance.now();
tally.print({ endedAtMs });
