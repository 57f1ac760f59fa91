import { assertEquals } from "@std/assert";
import { RecentMap } from "../../../lib/agent/answer/recent_map.ts";

Deno.test("RecentMap keeps the entries that were added last", () => {
  const map = new RecentMap<number>(2);
  map.set("a", 1).set("b", 2).set("a", 3);
  assertEquals([...map], [["a", 3], ["b", 2]]);
  map.set("c", 4);
  assertEquals([...map], [["b", 2], ["c", 4]]);
});

Deno.test("RecentMap keeps no more than 16 million characters, wherever they stand, but always the last entry", () => {
  const half = "x".repeat(2 ** 23);
  const map = new RecentMap<unknown>(1_000);
  map.set("a", { input: { content: half } }).set("b", [half.slice(100)]);
  assertEquals([...map.keys()], ["a", "b"]);
  map.set("c", { [half]: 1 });
  assertEquals([...map.keys()], ["b", "c"]);
  map.set("d", half + half + half);
  assertEquals([...map.keys()], ["d"]);
  map.set("d", "small").set("e", half);
  assertEquals([...map.keys()], ["d", "e"]);
});

Deno.test("RecentMap forgets the size of what is deleted", () => {
  const half = "x".repeat(2 ** 23);
  const map = new RecentMap<string>(1_000);
  for (let count = 0; count < 5; count++) {
    map.set("a", half);
    map.delete("a");
  }
  map.set("b", half.slice(100)).set("c", half.slice(100));
  assertEquals([...map.keys()], ["b", "c"]);
});
