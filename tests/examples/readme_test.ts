import { assertEquals } from "@std/assert";

const ROOT = new URL("../../", import.meta.url);

/** The scripts that the README shows in full. */
const SHOWN = ["approve.ts", "tour.ts", "tidy.ts"];

Deno.test("README.md shows the example scripts as they are, line by line", async () => {
  const readme = await Deno.readTextFile(new URL("README.md", ROOT));
  const blocks = [...readme.matchAll(/^```ts(?: ignore)?\n(#!.*?)^```$/gms)]
    .map(([, text]) => text);
  const files = await Promise.all(
    SHOWN.map((name) => Deno.readTextFile(new URL(`examples/${name}`, ROOT))),
  );
  assertEquals(blocks, files);
});
