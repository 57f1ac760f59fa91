#!/usr/bin/env -S deno run --allow-run=claude --allow-read=.
// Waits until a tool runs and another one is asked for, says so, and then dies in the way that its argument names.
import { claude, onPermission } from "../../../../mod.ts";

const NEVER = new Promise<never>(() => {});
const asked = Promise.withResolvers<void>();

claude("Work", { settingSources: ["user"] }).pipe(
  onPermission((request) => {
    if (request.input.command !== "touch ran") return request.allow();
    asked.resolve();
    return NEVER;
  }),
).subscribe({
  error: (error) => console.log("error", error.name),
  complete: () => console.log("complete"),
});

await asked.promise;
while (!await exists("started")) await new Promise((resolve) => setTimeout(resolve, 10));
console.log("ready");

switch (Deno.args[0]) {
  case "throw":
    setTimeout(() => {
      throw new Error("Nobody catches this");
    }, 0);
    break;
  case "reject":
    void Promise.reject(new Error("Nobody handles this"));
    break;
  case "exit":
    Deno.exit(3);
}
await NEVER;

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch {
    return false;
  }
}
