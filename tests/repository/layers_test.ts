import { assert, assertEquals } from "@std/assert";
import { paths } from "./repository.ts";
import { folderOf, readSource, type Source, specifiersOf, target, withoutComments } from "./sources.ts";

/** What each layer may import besides itself: only what lies below. */
const BELOW: Record<string, string[]> = {
  protocol: [],
  framing: ["protocol"],
  process: ["protocol", "framing"],
  agent: ["protocol", "framing", "process"],
  operators: ["protocol", "framing", "process", "agent"],
  cli: ["protocol", "framing", "process", "agent", "operators"],
  mcp: ["protocol", "framing", "process", "agent", "operators"],
  testing: ["protocol", "framing", "process", "agent", "operators"],
};

/** The layers that the main entry is made of; the others are exports with needs of their own. */
const CORE = ["protocol", "framing", "process", "agent", "operators"];

const NO_RXJS = ["protocol", "framing", "process"];
const NO_DENO = ["protocol", "framing", "agent", "operators"];

Deno.test("layers: every folder of lib has its place in the table", () => {
  assertEquals(librarySources().filter(({ path }) => !Object.hasOwn(BELOW, layerOf(path) ?? "")).map(pathOf), []);
});

Deno.test("layers: an import only ever points down", () => {
  const wrong = librarySources().flatMap((source) => {
    const own = layerOf(source.path)!;
    return layersImportedBy(source)
      .filter((layer) => layer !== own && !BELOW[own]?.includes(layer))
      .map((layer) => `${source.path} imports ${layer}`);
  });
  assertEquals(wrong, []);
});

Deno.test("layers: the main entry needs only the core", () => {
  const outside = layersImportedBy(readSource("mod.ts")).filter((layer) => !CORE.includes(layer));
  assertEquals(outside, []);
});

Deno.test("layers: the MCP SDK is loaded by lib/mcp alone", () => {
  const loading = librarySources().filter(({ specifiers }) =>
    specifiers.some((specifier) => specifier.startsWith("@modelcontextprotocol/"))
  );
  assert(loading.length > 0);
  assertEquals(loading.filter(({ path }) => layerOf(path) !== "mcp").map(pathOf), []);
});

Deno.test("layers: rxjs starts in lib/agent", () => {
  const wrong = librarySources().filter(({ path, specifiers }) =>
    NO_RXJS.includes(layerOf(path)!) && specifiers.some((specifier) => /^rxjs\b/.test(specifier))
  );
  assertEquals(wrong.map(pathOf), []);
});

Deno.test("layers: lib/protocol, lib/framing, lib/agent and lib/operators never say Deno", () => {
  const wrong = librarySources().filter(({ path, code }) => NO_DENO.includes(layerOf(path)!) && /\bDeno\b/.test(code));
  assertEquals(wrong.map(pathOf), []);
});

Deno.test("layers: one file says Deno.Command, and it lies in lib/process", () => {
  const found = librarySources().filter(({ code }) => /\bDeno\s*\.\s*Command\b/.test(code)).map(pathOf);
  assertEquals(found.length, 1, `Found in: ${found.join(", ")}`);
  assertEquals(layerOf(found[0]!), "process");
});

Deno.test("layers: a file whose name starts with _ is imported from its own folder alone", () => {
  const wrong = paths(".ts").map(readSource).flatMap(({ path, specifiers }) =>
    specifiers.map((specifier) => target(path, specifier))
      .filter((to) => to?.slice(folderOf(to).length).startsWith("_") && folderOf(to) !== folderOf(path))
      .map((to) => `${path} imports ${to}`)
  );
  assertEquals(wrong, []);
});

Deno.test("layers: a mod.ts only exports again", () => {
  const all = ["mod.ts", ...paths("/mod.ts").filter((path) => path.startsWith("lib/"))].map(readSource);
  assert(all.length >= 4);
  const wrong = all.filter(({ code }) => code.replace(/^export\b[^;]*?\bfrom\s*"[^"]+";$/gm, "").trim() !== "");
  assertEquals(wrong.map(pathOf), []);
});

Deno.test("layers: imports are found in every spelling, and none in comments", () => {
  const text = `
/** Sums up.
 *
 * import { no } from "comment";
 */
// import "comment";
import "a";
import { b } from "b";
import {
  c,
} from "c";
import type { D } from "d";
export * from "e";
export { f } from "f";
const g = await import("g");
`;
  assertEquals(specifiersOf(withoutComments(text)).sort(), ["a", "b", "c", "d", "e", "f", "g"]);
});

function librarySources(): Source[] {
  const sources = paths(".ts").filter((path) => path.startsWith("lib/")).map(readSource);
  assert(sources.length > 0, "Found no source in lib/");
  return sources;
}

function layersImportedBy({ path, specifiers }: Source): string[] {
  return specifiers.map((specifier) => layerOf(target(path, specifier) ?? "")).filter((layer) => layer !== undefined);
}

/** The folder below lib/; undefined for what lies elsewhere. */
function layerOf(path: string): string | undefined {
  return path.match(/^lib\/([^/]+)\//)?.[1];
}

function pathOf({ path }: Source): string {
  return path;
}
