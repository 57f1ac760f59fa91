import { assertEquals, assertThrows } from "@std/assert";
import { hashbangFlags } from "./run_script.ts";
import { processesWith } from "./processes.ts";

Deno.test("processesWith() finds a process by its environment while it runs", async () => {
  const value = crypto.randomUUID();
  const child = new Deno.Command("cat", { env: { SANDBOX_MARK: value }, stdin: "piped", stdout: "null" }).spawn();
  const found = await processesWith("SANDBOX_MARK", value);
  assertEquals(found.map(({ pid }) => pid), [child.pid]);
  await child.stdin.close();
  await child.status;
  assertEquals(await processesWith("SANDBOX_MARK", value), []);
});

Deno.test("hashbangFlags() reads the permissions of a script's first line", () => {
  const text = "#!/usr/bin/env -S deno run --allow-run=claude,make --allow-read=.\nawait 1;\n";
  assertEquals(hashbangFlags("a.ts", text), ["--allow-run=claude,make", "--allow-read=."]);
  assertEquals(hashbangFlags("a.ts", "#!/usr/bin/env -S deno run\n"), []);
  assertThrows(() => hashbangFlags("a.ts", "await 1;\n"), Error, `Cannot run "a.ts"`);
});
