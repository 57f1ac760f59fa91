import { assert, assertEquals } from "@std/assert";
import { readSource } from "./sources.ts";

/**
 * How many files of lib/ a script loads that imports the main entry: each takes about 0.15 ms of its start. Whoever goes
 * over it measures the start first (`deno task bench`), and says in the change why the files are needed.
 */
const MOST_FILES = 275;

/** The same with those that are loaded while the first agent starts. */
const MOST_FILES_IN_ALL = 350;

/** What a plain script may load of other packages. */
const EARLY_PACKAGES = /^npm:\/rxjs@[^/]+\/internal\/.+$/;

/** What comes with `lib/agent/late.ts`. */
const LATE_PACKAGES = /^npm:\/zod@[^/]+$/;

interface Dependency {
  specifier: string;
  code?: { specifier?: string };
  isDynamic?: boolean;
}

interface Module {
  specifier: string;
  dependencies?: Dependency[];
}

interface Graph {
  roots: string[];
  modules: Module[];
  redirects: Record<string, string>;
}

Deno.test(`start: a script that imports the main entry loads at most ${MOST_FILES} files of the library`, async () => {
  const { own } = await loaded();
  assert(own.length > 100, `Found ${own.length} files`);
  assert(own.length <= MOST_FILES, `${own.length} files are loaded`);
});

Deno.test(`start: with what is loaded while the first agent starts, it is at most ${MOST_FILES_IN_ALL} files`, async () => {
  const [early, all] = [await loaded(), await loaded({ late: true })];
  assert(all.own.length <= MOST_FILES_IN_ALL, `${all.own.length} files are loaded`);
  // By name, so that it needs no permission, and a bundle holds it.
  assert(all.own.includes("lib/agent/late.ts") && !early.own.includes("lib/agent/late.ts"));
  const late = all.foreign.filter((specifier) => !early.foreign.includes(specifier));
  assert(late.length > 0 && late.every((specifier) => LATE_PACKAGES.test(specifier)), late.join("\n"));
});

Deno.test("start: a script that imports the main entry loads neither all of rxjs nor what other entries need", async () => {
  const { own, foreign } = await loaded();
  assertEquals(foreign.filter((specifier) => !EARLY_PACKAGES.test(specifier)), []);
  assert(foreign.some((specifier) => specifier.endsWith("/internal/Observable")), foreign.join("\n"));
  assertEquals(own.filter((path) => /^lib\/(?:cli|mcp|testing)\//.test(path)), []);
});

Deno.test("start: a file that holds types alone is not loaded", async () => {
  const { own } = await loaded({ late: true });
  const typesAlone = own.filter((path) => {
    const { code } = readSource(path);
    const defines = /^(?:export )?(?:default |async |abstract )*(?:function|const|class|let|enum)\b/m.test(code);
    return !defines && !/^export (?!type\b|interface\b|declare\b)[^;]*?\bfrom "/m.test(code);
  });
  assertEquals(typesAlone, []);
});

let graph: Promise<Graph> | undefined;

/** What is imported for more than its types, as `deno info` sees it, starting at the main entry; also what comes late. */
async function loaded({ late = false }: { late?: boolean } = {}): Promise<{ own: string[]; foreign: string[] }> {
  const { roots, modules, redirects } = await (graph ??= readGraph());
  const nodes = new Map(modules.map((module) => [module.specifier, module]));
  const reached = new Set(roots);
  for (const specifier of reached) {
    for (const { code, isDynamic } of nodes.get(specifier)?.dependencies ?? []) {
      if (code?.specifier === undefined || (isDynamic === true && !late)) continue;
      reached.add(redirects[code.specifier] ?? code.specifier);
    }
  }
  const base = new URL("../../", import.meta.url).href;
  const [own, foreign] = [true, false].map((isOwn) => [...reached].filter((each) => each.startsWith(base) === isOwn));
  return { own: own!.map((specifier) => specifier.slice(base.length)), foreign: foreign! };
}

async function readGraph(): Promise<Graph> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", "mod.ts"],
    cwd: new URL("../../", import.meta.url),
    stdin: "null",
  }).output();
  assert(success, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}
