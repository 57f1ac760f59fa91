import { assertEquals } from "@std/assert";
import { from, lastValueFrom, mergeMap, toArray } from "rxjs";
import { allowTools, claude, lastTurn } from "../../../mod.ts";
import { processesWith } from "../../support/processes.ts";

const FIXTURES = `${import.meta.dirname}/../../fixtures/hundred`;
const AGENT = `${FIXTURES}/agent.sh`;
const HUNDRED = Array.from({ length: 100 }, (_, index) => index);
const TEN = Array.from({ length: 10 }, (_, index) => `r-${index + 1}`).sort();

Deno.test("claude(): a hundred agents at once, each with ten requests, get exactly one answer to each", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const turns = await lastValueFrom(
      from(HUNDRED).pipe(
        mergeMap((index) =>
          claude("go", { program: [AGENT, `${folder}/${index}`] }).pipe(allowTools("Read"), lastTurn())
        ),
        toArray(),
      ),
    );
    assertEquals(turns.map((turn) => turn.outcome), HUNDRED.map(() => "success"));
    for (const index of HUNDRED) {
      const answers = (await Deno.readTextFile(`${folder}/${index}`)).trimEnd().split("\n").map((line) =>
        JSON.parse(line)
      );
      assertEquals(answers.map(({ response }) => response.request_id).sort(), TEN);
      assertEquals(new Set(answers.map(({ response }) => response.response.behavior)), new Set(["allow"]));
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("claude(): a script that is ended amid a hundred agents leaves none of them behind", async () => {
  const folder = await Deno.makeTempDir();
  const marker = crypto.randomUUID();
  try {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "--allow-run", `${FIXTURES}/script.ts`, AGENT, folder],
      env: { HUNDRED_TEST: marker },
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    let said = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      if (said.includes("in the middle\n")) break;
    }
    child.kill("SIGTERM");
    const { code } = await child.status;
    assertEquals([code, await processesWith("HUNDRED_TEST", marker)], [143, []]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
