import { assert, assertEquals } from "@std/assert";
import { readConfig, ROOT } from "./repository.ts";

interface Documentation {
  nodes: Record<string, { symbols: { name: string; declarations: { kind: string }[] }[] }>;
}

const VALUES = ["class", "enum", "function", "namespace", "variable"];

for (const [name, path] of Object.entries(readConfig().exports)) {
  Deno.test(`exports: every value that the documentation of "${name}" shows can be imported`, async () => {
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["doc", "--json", path],
      cwd: ROOT,
      stdin: "null",
    }).output();
    assertEquals(code, 0);
    const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as Documentation;
    const shown = Object.values(nodes).flatMap(({ symbols }) => symbols)
      .filter(({ declarations }) => declarations.some(({ kind }) => VALUES.includes(kind)))
      .map(({ name }) => name);
    const offered = await import(new URL(path, ROOT).href);
    assertEquals(shown.filter((value) => !(value in offered)), []);
    // An entry without a value is one that is run.
    assert(shown.length > 0 || name === "./testing/stand-in");
  });
}
