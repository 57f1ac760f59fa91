import { assert, assertEquals } from "@std/assert";
import { paths, read } from "./repository.ts";

const MOST_LINES = 250;
/** Tests are read from end to end, like tables. */
const MOST_TEST_LINES = 400;

/** Files that may be longer, each with its reason. */
const LONGER: Record<string, string> = {};

Deno.test(`size: a source file has at most ${MOST_LINES} lines, a test ${MOST_TEST_LINES}`, () => {
  const long = paths(".ts").filter((path) => !Object.hasOwn(LONGER, path)).map((path) => [path, lines(path)] as const)
    .filter(([path, count]) => count > (path.startsWith("tests/") ? MOST_TEST_LINES : MOST_LINES));
  assertEquals(long, []);
});

Deno.test("size: an exception that is not needed any more is taken away", () => {
  for (const path of Object.keys(LONGER)) assert(lines(path) > MOST_LINES, `${path} is short enough`);
});

function lines(path: string): number {
  return read(path).trimEnd().split("\n").length;
}
