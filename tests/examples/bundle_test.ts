import { assert, assertEquals, assertMatch } from "@std/assert";
import { play } from "./_play.ts";

const ROOT = new URL("../../", import.meta.url);

Deno.test("deno bundle makes one file of a script, which does the same with the permissions of its first line", async () => {
  await using bundle = await bundled("examples/approve.ts");
  assertEquals(await importsOf(bundle.path), []);
  const [one, many] = [await play(`file://${bundle.path}`), await play("approve.ts")];
  assertEquals([one.code, one.stderr, one.stdout], [0, "", many.stdout]);
  assertMatch(one.stdout, /A small library that says hello/);
});

Deno.test("deno bundle makes one file of a script that imports rxjs itself, and there is one rxjs in it", async () => {
  await using bundle = await bundled("examples/custom.ts");
  assertEquals(await importsOf(bundle.path), []);
  const code = await Deno.readTextFile(bundle.path);
  assertEquals([...code.matchAll(/^ *Subject\d*\.prototype\.asObservable = /gm)].length, 1);
  const [one, many] = [await play(`file://${bundle.path}`), await play("custom.ts")];
  assertEquals([one.code, one.stdout], [0, many.stdout]);
  assertMatch(one.stdout, /ONE TASK RUNS THE TESTS/);
});

/** Bundles a script, as the README has it, into a folder of its own that is removed in the end. */
async function bundled(script: string): Promise<{ path: string } & AsyncDisposable> {
  const folder = await Deno.makeTempDir({ prefix: "turnstream-bundle-" });
  const path = `${folder}/script.js`;
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--output", path, script],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
    stdin: "null",
    stdout: "null",
  }).output();
  assert(success, `deno bundle failed; it needs esbuild from npm once: ${new TextDecoder().decode(stderr)}`);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }) };
}

/** What a bundle still imports. */
async function importsOf(path: string): Promise<string[]> {
  const code = await Deno.readTextFile(path);
  return [...code.matchAll(/^(?:import|export)\b[^"';]*?(?:\bfrom\s*)?"([^"]+)"/gm)].map((match) => match[1]!)
    .filter((specifier) => !specifier.startsWith("node:"));
}
