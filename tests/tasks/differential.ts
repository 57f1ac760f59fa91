import { compareDenied, compareProved, type Comparison } from "../protocol/rules/differential.ts";

/** Compares the reader of shell texts with bash for as many rounds as are asked for, each with a seed of its own. */
async function main(rounds: number, first: number): Promise<number> {
  const sums: Record<string, Record<string, number>> = {};
  for (let seed = first; seed < first + rounds; seed++) {
    for (
      const [name, compare] of [["proved", compareProved], ["denied", compareDenied]] as const
    ) {
      const { counts, wrong }: Comparison = await compare(seed, 5_000);
      for (const [what, count] of Object.entries(counts)) {
        const sum = sums[name] ??= {};
        sum[what] = (sum[what] ?? 0) + count;
      }
      if (wrong.length === 0) continue;
      console.error(`Seed ${seed}, ${name}: bash made something else of`, wrong);
      return 1;
    }
    console.log(`Seed ${seed} is done`);
  }
  console.log(sums);
  return 0;
}

const [rounds = "20", first = String(Date.now() % 1_000_000)] = Deno.args;
Deno.exit(await main(Number(rounds), Number(first)));
