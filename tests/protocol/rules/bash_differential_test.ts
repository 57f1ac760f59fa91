import { assert, assertEquals } from "@std/assert";
import { hasBash } from "./_bash.ts";
import { WRAPPERS } from "./_generate.ts";
import { compareDenied, compareProved, NEVER_PROVED, QUOTING } from "./differential.ts";

// The seeds are fixed; `deno task differential` goes on with others.
const ignore = !await hasBash();

Deno.test({
  name: "what readShell proves is what bash runs",
  ignore,
  fn: async () => {
    const { counts, wrong } = await compareProved(20_240_601, 4_000);
    console.log(counts);
    assertEquals(wrong, []);
    assert(counts["proved"]! >= counts["generated"]! / 2, "at least half are proved");
    assert(counts["argument lists"]! > 5_000, "thousands of argument lists are compared");
    for (const name of [...Object.keys(QUOTING), ...WRAPPERS, "&&", "||", ";", "|"]) {
      assert(counts[name]! >= 20, `${name} is proved ${counts[name]} times`);
    }
    for (const name of Object.keys(NEVER_PROVED)) {
      assert(counts[`${name}, generated`]! >= 5, `${name} is generated ${counts[`${name}, generated`]} times`);
    }
  },
});

Deno.test({
  name: "what bash runs is what a deny rule finds",
  ignore,
  fn: async () => {
    const { counts, wrong } = await compareDenied(19_700_101, 8_000);
    console.log(counts);
    assertEquals(wrong, []);
    assert(counts["ran it"]! > 500 && counts["ran it by a wrapper"]! > 50, JSON.stringify(counts));
  },
});
