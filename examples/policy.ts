#!/usr/bin/env -S deno run --allow-run=claude --allow-read=.
// A whole policy: rules as in the settings, edits in two folders alone, a person for the rest, who is not asked twice.
// With --allow-read symbolic links are followed too, so that none of them leads an edit out of the two folders.
import {
  claude,
  editsWithin,
  onPermission,
  permissions,
  remember,
  stopRepeats,
  texts,
} from "jsr:@turnstream/turnstream@^0.1";
import { askPerson } from "jsr:@turnstream/turnstream@^0.1/cli";

await claude("Tidy up the sources, and run the tests").pipe(
  stopRepeats(3),
  permissions({
    deny: ["WebFetch", "Read(.env)"],
    ask: ["Bash(git commit *)"],
    allow: ["Read", "Grep", "Glob", "Bash(deno test)"],
  }),
  editsWithin("src", "tests"),
  onPermission(remember(askPerson({ timeoutMs: 10 * 60_000 }))),
  texts(),
).forEach((text) => console.log(text));
