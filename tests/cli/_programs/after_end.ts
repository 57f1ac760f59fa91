/** Reads lines to their end and then asks, twice. */
import { askPerson, promptLines } from "../../../lib/cli/mod.ts";
import { request } from "../request.ts";

for (const round of [1, 2]) {
  console.log(`line ${round} ›`);
  for await (const line of promptLines()) console.log(line);
  const decision = await askPerson({ quietMs: 0 })(request(), new AbortController().signal);
  console.log(`decision ${decision?.behavior}`);
}
