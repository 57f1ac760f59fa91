import { assert, assertEquals } from "@std/assert";
import { matchesDeny, parseRule, type ProvedCommand, readShell } from "../../../lib/protocol/rules/mod.ts";
import { hasBash, runInBash } from "./_bash.ts";
import { generateCommand, generateSoup, random } from "./_generate.ts";
import { bash } from "./_rules.ts";

const ignore = !await hasBash();

// What runs of a proved text when every program ends with the same status.
function executed(reading: ProvedCommand, status: number): string[][] {
  const run: string[][] = [];
  let runs = true;
  reading.commands.forEach((words, index) => {
    const join = reading.joins[index - 1];
    if (join === "&&") runs = status === 0;
    if (join === "||") runs = status !== 0;
    if (join === ";") runs = true;
    if (runs) run.push([...words]);
  });
  return run;
}

Deno.test({
  name: "what readShell proves is what bash runs",
  ignore,
  fn: async () => {
    const next = random(20_240_601);
    const texts = Array.from({ length: 3_000 }, () => generateCommand(next));
    const proved = texts.flatMap((text) => {
      const reading = readShell(text);
      return reading.proved ? [{ text, reading }] : [];
    });
    assert(proved.length >= texts.length / 2, `${proved.length} of ${texts.length} are proved`);
    const joined = proved.filter(({ reading }) => reading.commands.length > 1).length;
    const quoted = proved.filter(({ text }) => /['"\\]/.test(text)).length;
    assert(joined > 300 && quoted > 700, `${joined} joined, ${quoted} quoted`);
    let vectors = 0;
    for (const status of [0, 1]) {
      const seen = await runInBash(proved.map(({ text }) => text), status);
      proved.forEach(({ text, reading }, index) => {
        // Both ends of a pipe run at once.
        assertEquals({ text, ran: seen[index]!.map(String).sort() }, {
          text,
          ran: executed(reading, status).map(String).sort(),
        });
        vectors += seen[index]!.length;
      });
    }
    assert(vectors > 4_000, `${vectors} argument lists were compared`);
  },
});

Deno.test({
  name: "what bash runs is what a deny rule finds",
  ignore,
  fn: async () => {
    const next = random(19_700_101);
    const texts = Array.from({ length: 8_000 }, () => generateSoup(next));
    const rule = parseRule("Bash(mark *)");
    const seen = await runInBash(texts, 0);
    const ran = texts.filter((_, index) => seen[index]!.some(([program]) => program === "mark"));
    assertEquals(ran.filter((text) => matchesDeny(rule, bash(text)) === undefined), []);
    assert(ran.length > 500, `${ran.length} of ${texts.length} ran it`);
  },
});
