import { assert, assertEquals, assertMatch } from "@std/assert";
import { play } from "./_play.ts";

const ROOT = new URL("../../", import.meta.url);

const SPECIFIERS: Record<string, string> = {
  "": "@turnstream/turnstream",
  "/mcp": "@turnstream/turnstream/mcp",
  zod: "zod",
  sdk: "@modelcontextprotocol/sdk/server/mcp.js",
};

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

// A bundle begins zod late, since the main entry loads it late; the MCP SDK needs it as it loads.
for (
  const order of [["", "/mcp", "zod"], ["/mcp", "zod", ""], ["/mcp", "", "sdk"], ["zod", "", "/mcp"], [
    "",
    "/mcp",
    "sdk",
  ]]
) {
  Deno.test(`deno bundle makes one file of a script with tools of its own that imports in the order ${order.join(", ")}`, async () => {
    const folder = await Deno.makeTempDir({ prefix: "turnstream-bundle-" });
    const imports = order.map((name) => `import * as ${name.replace(/^\/?/, "the_")} from "${SPECIFIERS[name]}";\n`)
      .join("");
    const uses = order.map((name) => `Object.keys(${name.replace(/^\/?/, "the_")}).length > 0`).join(", ");
    try {
      await Deno.writeTextFile(`${folder}/script.ts`, `${imports}console.log(${uses});\n`);
      await using bundle = await bundled(`${folder}/script.ts`);
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "--no-config", bundle.path],
        env: { NO_COLOR: "1" },
        stdin: "null",
      }).output();
      const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      assertEquals([success, out, err], [true, "true true true\n", ""]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

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
