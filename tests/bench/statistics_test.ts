import { assertEquals } from "@std/assert";
import { exponentOf, median, orderOf, quantile } from "./statistics.ts";

Deno.test("median() is the middle, and the mean of both middles where their count is even", () => {
  assertEquals(median([5]), 5);
  assertEquals(median([9, 1, 5]), 5);
  assertEquals(median([4, 1, 3, 2]), 2.5);
  assertEquals(median([10, 9]), 9.5);
});

Deno.test("median() of nothing, or of what could not be measured, is NaN", () => {
  assertEquals(median([]), NaN);
  assertEquals(median([1, NaN, 3]), NaN);
});

Deno.test("quantile() lies between two numbers in proportion", () => {
  assertEquals(quantile([0, 10, 20, 30, 40], 0), 0);
  assertEquals(quantile([0, 10, 20, 30, 40], 1), 40);
  assertEquals(quantile([40, 0, 20, 10, 30], 0.9), 36);
});

Deno.test("quantile() leaves the numbers as they are", () => {
  const numbers = [3, 1, 2];
  quantile(numbers, 0.5);
  assertEquals(numbers, [3, 1, 2]);
});

Deno.test("orderOf() goes back each second round and begins one further on each pair of rounds", () => {
  const orders = [0, 1, 2, 3, 4, 5, 6].map((round) => orderOf(["a", "b", "c"], round).join(""));
  assertEquals(orders, ["abc", "cba", "bca", "acb", "cab", "bac", "abc"]);
});

Deno.test("orderOf() puts each of two first equally often", () => {
  assertEquals([0, 1, 2, 3].map((round) => orderOf(["a", "b"], round).join("")), ["ab", "ba", "ba", "ab"]);
  assertEquals(orderOf([], 3), []);
  assertEquals(orderOf(["a"], 3), ["a"]);
});

Deno.test("exponentOf() finds the power of a size", () => {
  const sizes = [10, 100, 1000];
  assertEquals(rounded(exponentOf(sizes.map((size) => ({ size, cost: 7 * size })))), 1);
  assertEquals(rounded(exponentOf(sizes.map((size) => ({ size, cost: 3 * size ** 2 })))), 2);
  assertEquals(rounded(exponentOf(sizes.map((size) => ({ size, cost: 5 })))), 0);
});

Deno.test("exponentOf() fits by least squares on logarithms", () => {
  const points = [{ size: 1, cost: 1 }, { size: 10, cost: 100 }, { size: 100, cost: 100 }];
  assertEquals(rounded(exponentOf(points)), 1);
});

function rounded(number: number): number {
  return Math.abs(Number(number.toFixed(9)));
}
