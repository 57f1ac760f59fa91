#!/usr/bin/env -S deno run --allow-run=claude
// A predicate is a rule (denyTools holds whether or not the CLI asks); an operator of one's own is an ordinary one.
import { claude, denyTools, readOnly, texts } from "jsr:@turnstream/turnstream@^0.1";
import { map, pipe } from "npm:rxjs@^7.8.2";

const noSecrets = denyTools((call) => JSON.stringify(call.input).includes(".env") ? "No secrets" : undefined);
const shout = pipe(texts(), map((text) => text.toUpperCase()));

await claude("Summarise the configuration").pipe(noSecrets, readOnly(), shout).forEach((text) => console.log(text));
