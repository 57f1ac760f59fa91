import { assertEquals } from "@std/assert";
import { figure, ratio, tableOf } from "./table.ts";

Deno.test("tableOf() aligns its columns: words at the left, numbers at the right", () => {
  const table = tableOf(["name", "n", "kind"], [["a", "1", "x"], ["longer", "23 456", "2 or more"], ["c", "n/a", "-"]]);
  assertEquals(
    table,
    [
      "| name   |      n | kind      |",
      "| ------ | -----: | --------- |",
      "| a      |      1 | x         |",
      "| longer | 23 456 | 2 or more |",
      "| c      |    n/a | -         |",
    ].join("\n"),
  );
});

Deno.test("tableOf() fills up short rows and keeps bars out of cells", () => {
  assertEquals(tableOf(["a", "b"], [["x|y"]]), ["| a    |   b |", "| ---- | --: |", "| x\\|y |     |"].join("\n"));
});

Deno.test("figure() keeps three digits", () => {
  const figures = [0, 0.01234, 0.5, 1.2345, 98.76, 123.4, 1234, 1_234_567, -12.345].map(figure);
  assertEquals(figures, ["0", "0.0123", "0.500", "1.23", "98.8", "123", "1 230", "1 230 000", "-12.3"]);
});

Deno.test("figure() and ratio() say of what could not be measured that it is not there", () => {
  assertEquals([figure(NaN), figure(Infinity), ratio(NaN), ratio(1 / 3)], ["n/a", "n/a", "n/a", "0.33"]);
});
