/** Asks at its real terminal, and says what was decided. The first argument names the scene. */
import { askPerson } from "../../../lib/cli/mod.ts";
import { request } from "../request.ts";

const ask = askPerson({ quietMs: 0 });
const controller = new AbortController();
const commands = Deno.args[0] === "two" ? ["one", "two"] : ["one"];
const answers = commands.map((command) => ask(request({ input: { command } }), controller.signal));

let ticks = 0;
const ticking = setInterval(() => {
  console.log(`tick ${++ticks}`);
  if (Deno.args[0] === "withdraw" && ticks === 3) controller.abort();
}, 20);

for (const answer of answers) console.log(`decision ${JSON.stringify(await answer)}`);
clearInterval(ticking);
console.log("script over");
