import { assertEquals } from "@std/assert";
import { paths, read } from "./repository.ts";

/** What belongs to one machine or one network and not to a repository, in pieces, so that this file is clean too. */
const FOREIGN = [
  ["/wo", "rk/"],
  ["/ro", "ot/"],
  ["/tmp/cl", "aude"],
  ["/tmp/tu", "rn"],
  ["registry.npm", "js"],
  ["npm", "js.org"],
  ["deb.deb", "ian"],
].map((pieces) => pieces.join(""));

Deno.test("words: no file names a path of one machine or the host of a registry", () => {
  const found = paths().flatMap((path) => {
    const text = read(path);
    return FOREIGN.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
  });
  assertEquals(found, []);
});
