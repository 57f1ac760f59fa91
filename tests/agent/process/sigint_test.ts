import { assertEquals } from "@std/assert";
import { processesWith } from "../../support/processes.ts";

const FIXTURES = `${import.meta.dirname}/../../fixtures/sigint`;
const AGENT = [Deno.execPath(), "run", "--no-check", "-A", `${FIXTURES}/agent.ts`];

interface Died {
  code: number;
  said: string[];
  /** The commands that are still running. */
  left: string[];
}

/** Runs the script as a shell would, and sends its group SIGINT each time that it says the next of some words. */
async function interrupted(agent: string[], words: string[]): Promise<Died> {
  const marker = crypto.randomUUID();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-run", `${FIXTURES}/script.ts`, ...agent],
    env: { SIGINT_TEST: marker },
    detached: true,
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const waiting = [...words];
  let rest = "";
  const said: string[] = [];
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop()!;
    for (const line of lines) {
      said.push(line);
      if (waiting[0] === undefined || !line.startsWith(waiting[0])) continue;
      waiting.shift();
      Deno.kill(-child.pid, "SIGINT");
    }
  }
  const { code } = await child.status;
  assertEquals(waiting, [], said.join("\n"));
  return { code, said, left: await left(marker) };
}

/** What still runs a while after; who was killed needs a moment to die. */
async function left(marker: string): Promise<string[]> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await processesWith("SIGINT_TEST", marker)).length === 0) return [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return (await processesWith("SIGINT_TEST", marker)).map(({ command }) => command);
}

Deno.test("int-05: onSigint() interrupts the turn at the first SIGINT, and the script goes on to its end", async () => {
  const { code, said, left } = await interrupted(AGENT, ["working"]);
  assertEquals(said, ["working", "interrupt sent", "turn interrupted", "finally"]);
  assertEquals([code, left], [0, []]);
});

Deno.test("int-05: onSigint() ends the run at the second SIGINT and kills at the third, with exit code 130", async () => {
  const { code, said, left } = await interrupted([...AGENT, "deaf"], [
    "working",
    "interrupt sent",
    "interrupt sent",
  ]);
  assertEquals(said, ["working", "interrupt sent", "interrupt sent"]);
  assertEquals([code, left], [130, []]);
});
