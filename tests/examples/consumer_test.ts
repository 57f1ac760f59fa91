import { assertEquals } from "@std/assert";
import { hashbangFlags, type ScriptOutcome } from "../support/run_script.ts";
import { standInBin } from "../support/stand_in_bin.ts";

const CONSUMER = new URL("../fixtures/consumer/", import.meta.url);

Deno.test("consumer: a project of its own that imports the package by name has the right types", async () => {
  const { code, stderr } = await deno(["check", "--quiet", "."]);
  assertEquals(code, 0, stderr);
});

Deno.test("consumer: no file of the project reaches into the package by a path", async () => {
  for await (const { name } of Deno.readDir(CONSUMER)) {
    if (!name.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(new URL(name, CONSUMER));
    const sources = [...text.matchAll(/from "([^"]+)"/g)].map(([, source]) => source!);
    assertEquals(
      sources.filter((source) => !/^(@turnstream\/turnstream|@std\/|rxjs$|\.\/)/.test(source)),
      [],
      name,
    );
  }
});

Deno.test("consumer: a rehearsal of its policy needs no permission", async () => {
  const { code, stdout, stderr } = await runOwn("rehearse.ts");
  assertEquals(stderr, "");
  assertEquals([code, stdout.trimEnd().split("\n").at(-1)], [0, "rehearsed"]);
});

Deno.test("consumer: its script drives an agent, with the permission of its first line", async () => {
  await using bin = await standInBin();
  const { code, stdout, stderr } = await runOwn("drive.ts", {
    PATH: `${bin.path}:${Deno.env.get("PATH") ?? ""}`,
  });
  assertEquals(stderr, "");
  assertEquals(code, 0);
  assertEquals(stdout.trimEnd().split("\n"), [
    "I may not use Read here (No secrets), so I go on without it.",
    "One task runs the tests, and lines may be 100 characters long.",
    "Hello. What shall we work on?",
  ]);
});

async function runOwn(
  name: string,
  env: Record<string, string> = {},
): Promise<ScriptOutcome> {
  const flags = hashbangFlags(
    name,
    await Deno.readTextFile(new URL(name, CONSUMER)),
  );
  return await deno(["run", "--quiet", "--no-prompt", ...flags, name], env);
}

async function deno(
  args: string[],
  env: Record<string, string> = {},
): Promise<ScriptOutcome> {
  const output = await new Deno.Command(Deno.execPath(), {
    args,
    cwd: CONSUMER,
    env: {
      NO_COLOR: "1",
      TURNSTREAM_SCENARIO: "",
      TURNSTREAM_VERSION: "",
      ...env,
    },
    stdin: "null",
  }).output();
  const [stdout, stderr] = [output.stdout, output.stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code: output.code, stdout: stdout ?? "", stderr: stderr ?? "" };
}
