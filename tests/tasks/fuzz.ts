/**
 * Plays made-up runs with random faults through the whole pipeline, and stops at the first that breaks an invariant.
 *
 * `deno task fuzz [rounds] [first seed]`
 *
 * @module
 */
import { makePlan } from "../fuzz/plan.ts";
import { Random } from "../fuzz/random.ts";
import { playRound } from "../fuzz/round.ts";

/** Plays as many rounds as are asked for, each with a seed of its own. */
async function main(rounds: number, first: number): Promise<number> {
  for (let seed = first; seed < first + rounds; seed++) {
    const wrong = await playRound(seed);
    if (wrong.length > 0) {
      console.error(`Seed ${seed}:`, wrong);
      console.error(JSON.stringify(makePlan(seed, new Random(seed)), null, 2));
      return 1;
    }
    if ((seed - first) % 500 === 499) console.log(`${seed - first + 1} rounds are done`);
  }
  console.log(`${rounds} rounds from seed ${first} on: every invariant held`);
  return 0;
}

const [rounds = "2000", first = String(Date.now() % 1_000_000_000)] = Deno.args;
if (![rounds, first].every((number) => /^\d+$/.test(number))) {
  console.error("Cannot fuzz: give whole numbers, the rounds and then the first seed");
  Deno.exit(2);
}
Deno.exit(await main(Number(rounds), Number(first)));
