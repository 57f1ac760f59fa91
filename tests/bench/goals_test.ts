import { assertEquals, assertThrows } from "@std/assert";
import { goalResult, goalsTable } from "./goals.ts";

Deno.test("goalResult() holds the median of the rounds against the goal", () => {
  const goal = { text: "speed", atLeast: 1.8 };
  assertEquals(goalResult(goal, [1.7, 1.9, 2.5]), {
    text: "speed",
    wanted: "at least 1.8 ×",
    today: "1.90 ×",
    reached: true,
  });
  assertEquals(goalResult(goal, [1.7, 1.79, 2.5]).reached, false);
});

Deno.test("goalResult() takes the bound itself as reached, in both directions", () => {
  assertEquals(goalResult({ text: "", atLeast: 2 }, [2]).reached, true);
  assertEquals(goalResult({ text: "", atMost: 2 }, [2]).reached, true);
  assertEquals(goalResult({ text: "", atMost: 2 }, [2.01]).reached, false);
});

Deno.test("goalResult() has the unit of an absolute goal", () => {
  const { wanted, today } = goalResult({ text: "growth", atMost: 64, unit: "MiB" }, [38.123]);
  assertEquals([wanted, today], ["at most 64 MiB", "38.12 MiB"]);
});

Deno.test("goalResult() says neither yes nor no where nothing could be measured", () => {
  const result = goalResult({ text: "memory", atMost: 0.95 }, [NaN, NaN]);
  assertEquals([result.today, result.reached], ["n/a", undefined]);
});

Deno.test("goalResult() refuses a goal without a bound, and one with two", () => {
  assertThrows(() => goalResult({ text: "x" }, [1]), Error, 'The goal "x" needs either atLeast or atMost');
  assertThrows(() => goalResult({ text: "x", atLeast: 1, atMost: 2 }, [1]), Error, "needs either");
});

Deno.test("goalsTable() says reached, not reached or not measured", () => {
  const table = goalsTable([
    { text: "a", wanted: "w", today: "t", reached: true },
    { text: "b", wanted: "w", today: "t", reached: false },
    { text: "c", wanted: "w", today: "t", reached: undefined },
  ]);
  assertEquals(table.match(/(not )?(reached|measured)/g), ["reached", "not reached", "not measured"]);
});
