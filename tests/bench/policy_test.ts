import { assertEquals, assertThrows } from "@std/assert";
import { claude } from "@turnstream/turnstream";
import { simulate } from "@turnstream/turnstream/testing";
import { lastValueFrom } from "rxjs";
import { policy } from "./consumers/policy.ts";

const COMMAND = "git log --oneline -n 7 && ls -la src";

Deno.test("policy allows what the producer asks about, however many rules there are", async () => {
  for (const rules of [0, 20, 200]) assertEquals(await answersOf(rules, [COMMAND]), ["allow"]);
});

Deno.test("policy refuses what its gates name and what no rule covers", async () => {
  const commands = ["rm -r src", "git push origin", "git log .env", "make all"];
  for (const rules of [20, 200]) assertEquals(await answersOf(rules, commands), ["deny", "deny", "deny", "deny"]);
  assertEquals(await answersOf(200, ["tool-17 drop x", "tool-17 list x"]), ["deny", "allow"]);
});

Deno.test("policy has twenty rules and more by tens", () => {
  for (const rules of [10, 25]) assertThrows(() => policy(rules), RangeError);
});

async function answersOf(rules: number, commands: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const command of commands) answers.push((await cli.tool("Bash", { command })).behavior);
    await cli.end();
  });
  await lastValueFrom(claude("go", { transport, settingSources: ["user"] }).pipe(policy(rules)));
  return answers;
}
