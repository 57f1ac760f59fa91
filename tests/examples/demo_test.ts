import { assertEquals } from "@std/assert";
import { claude, texts } from "../../mod.ts";
import pretend from "../../lib/testing/default_scenario.ts";
import { simulate } from "../../lib/testing/mod.ts";
import { slowed } from "../tasks/paced_scenario.ts";

Deno.test("deno task demo plays the tour, as its golden file has it", async () => {
  const golden = await Deno.readTextFile(new URL("tour.golden.txt", import.meta.url));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "demo"],
    cwd: new URL("../../", import.meta.url),
    env: { NO_COLOR: "1", TURNSTREAM_SCENARIO: "", TURNSTREAM_VERSION: "" },
    stdin: "null",
    stderr: "null",
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, golden]);
});

Deno.test("slowed() makes a pause before each step, and changes nothing else", async () => {
  const said: string[] = [];
  let pauses = 0;
  const transport = simulate((cli) =>
    pretend(slowed(cli, () => {
      pauses++;
      said.push("…");
      return Promise.resolve();
    }))
  );
  await claude(["hello", "Review a.ts"], { transport }).pipe(texts()).forEach((text) => said.push(text));
  assertEquals(said, [
    "…",
    "Hello. What shall we work on?",
    "…",
    "…",
    "a.ts: clear and short. One name could say more.",
  ]);
  assertEquals(pauses, 3);
});
