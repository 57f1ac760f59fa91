import { assert, assertEquals, assertMatch } from "@std/assert";
import { paths, read } from "./repository.ts";

/** Where the version of Deno stands; every other file must say the same. */
const VERSION = read(".dvmrc").trim();

const TEXTS = paths().filter((path) => /\.(md|ts|json|jsonc|sh|txt|ya?ml)$|^\.ci\//.test(path));

Deno.test("version: .dvmrc holds one whole version", () => {
  assertMatch(VERSION, /^\d+\.\d+\.\d+$/);
});

Deno.test("version: whoever names a version of Deno names that of .dvmrc", () => {
  const others = TEXTS.flatMap((path) =>
    [...read(path).matchAll(/\bdeno@(\d+(?:\.\d+)*)/g)]
      .filter(([, version]) => version !== VERSION)
      .map(([said]) => `${path}: ${said}`)
  );
  assertEquals(others, []);
});

Deno.test("version: README, CONTRIBUTING and .ci/run name it", () => {
  for (const path of ["README.md", "CONTRIBUTING.md", ".ci/run"]) {
    assert(read(path).includes(`deno@${VERSION}`), `${path} does not say "deno@${VERSION}"`);
  }
});
