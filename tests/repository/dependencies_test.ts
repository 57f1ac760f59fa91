import { assert, assertEquals } from "@std/assert";
import { paths, read, readConfig } from "./repository.ts";
import { readSource } from "./sources.ts";

Deno.test("dependencies: everything in deno.json's imports is imported by the product or its tests", () => {
  const used = new Set(
    paths(".ts")
      .filter((path) => !path.startsWith("tests/offline_std/") && !path.startsWith("tests/repository/"))
      .flatMap((path) => readSource(path).specifiers),
  );
  const unused = Object.keys(readConfig().imports).filter((name) =>
    ![...used].some((specifier) => specifier === name || specifier.startsWith(`${name}/`))
  );
  assertEquals(unused, []);
});

Deno.test("dependencies: each link stands in for a standard package that is imported, at a version that satisfies it", () => {
  const { imports, links } = readConfig();
  for (const link of links) {
    const { name, version } = JSON.parse(read(`${link}/deno.json`)) as { name: string; version: string };
    const wanted = imports[name]?.match(/^jsr:(.+)@\^(\d+)(?:\.(\d+)\.(\d+))?$/);
    assert(wanted, `${link} stands in for "${name}", which deno.json does not import from JSR`);
    const [, wantedName, major, minor = "0"] = wanted;
    assertEquals(wantedName, name);
    const [ownMajor, ownMinor] = version.split(".");
    assertEquals(ownMajor, major);
    assert(Number(ownMinor) >= Number(minor), `${name} ${version} is older than ${imports[name]}`);
  }
});

Deno.test("dependencies: the stand-ins need nothing but themselves", () => {
  const outside = paths(".ts").filter((path) => path.startsWith("tests/offline_std/")).map(readSource)
    .flatMap(({ path, specifiers }) => specifiers.filter((to) => !to.startsWith("./")).map((to) => `${path}: ${to}`));
  assertEquals(outside, []);
});
