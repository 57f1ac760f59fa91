/** A conversation at its real terminal, with a simulated agent that asks before every answer. The first argument is the quiet time. */
import { claude } from "../../../lib/agent/mod.ts";
import { askPerson, promptLines } from "../../../lib/cli/mod.ts";
import { onPermission } from "../../../lib/operators/mod.ts";
import { simulate } from "../../../lib/testing/mod.ts";

const transport = simulate(async (cli) => {
  for (;;) {
    const { text } = await cli.prompt();
    if (text !== "leave") await cli.tool("Bash", { command: text });
    await cli.end({ text });
    if (text === "leave") cli.exit(3);
  }
});

console.log("prompt ›");
try {
  const ask = askPerson({ quietMs: Number(Deno.args[0]) });
  await claude(promptLines(), { transport }).pipe(onPermission(ask)).forEach((event) => {
    if (event.type !== "turn_end") return;
    const { text, denials } = event.turn;
    console.log(`turn ${JSON.stringify(text)}, ${denials.length} denied; prompt ›`);
  });
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}
console.log("script over");
