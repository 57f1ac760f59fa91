import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FLAGS } from "./_host.ts";

const STAND_IN = new URL("../../lib/testing/stand_in.ts", import.meta.url).href;
const CLEAN = { TURNSTREAM_SCENARIO: "", TURNSTREAM_VERSION: "" };

interface Ended {
  code: number;
  signal: string | null;
  lines: Record<string, unknown>[];
  stderr: string;
}

/** Starts the stand-in, writes the input, does something when the first line has come, and reads to the end. */
async function run(
  args: readonly string[],
  { input, env = {}, then }: {
    input?: string | string[];
    env?: Record<string, string>;
    then?: (child: Deno.ChildProcess) => void;
  } = {},
): Promise<Ended> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", STAND_IN, ...args],
    env: { ...CLEAN, NO_COLOR: "1", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const stderr = new Response(child.stderr).text();
  const writer = child.stdin.getWriter();
  for (const piece of [input ?? ""].flat()) await writer.write(new TextEncoder().encode(piece));
  let text = "";
  let told = false;
  // The input stays open until the stand-in has said something, where the test waits for that.
  if (then === undefined) await writer.close();
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (told || then === undefined || !text.includes("\n")) continue;
    told = true;
    then(child);
  }
  const { code, signal } = await child.status;
  if (then !== undefined) await writer.close().catch(() => {});
  const lines = text.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
  return { code, signal, lines, stderr: await stderr };
}

function prompt(content: string): string {
  return `${JSON.stringify({ type: "user", message: { role: "user", content } })}\n`;
}

function scenario(body: string): Record<string, string> {
  return {
    TURNSTREAM_SCENARIO: `data:text/javascript,${encodeURIComponent(`export default async (cli) => {${body}}`)}`,
  };
}

Deno.test("stand_in prints a version like the real one's", async () => {
  const output = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", STAND_IN, "--version"],
    env: CLEAN,
  }).output();
  assertEquals(new TextDecoder().decode(output.stdout), "2.1.332 (Turnstream stand-in)\n");
  assertEquals(output.code, 0);
});

Deno.test("stand_in refuses to start as the real one does: nothing on stdout, a line on stderr, exit 1", async () => {
  const wrong: [string[], string][] = [
    [FLAGS.filter((flag) => flag !== "--verbose"), "--verbose"],
    [[...FLAGS, "--frobnicate"], "unknown option '--frobnicate'"],
    [[...FLAGS, "--permission-mode=delegate"], "allowed choices"],
    [[...FLAGS, "--session-id=7"], "UUID"],
  ];
  for (const [args, why] of wrong) {
    const { code, lines, stderr } = await run(args);
    assertEquals([code, lines.length], [1, 0]);
    assertStringIncludes(stderr, why);
  }
});

Deno.test("stand_in plays the default scenario, whatever pieces its input comes in, and goes at the end of it", async () => {
  const bytes = [...prompt("Review naïve.ts")].slice(0, -1);
  const { code, signal, lines, stderr } = await run(FLAGS, { input: bytes });
  assertEquals([code, signal, stderr], [0, null, ""]);
  assertEquals(lines.map(({ type }) => type), ["system", "assistant", "user", "assistant", "result"]);
  assertEquals(lines.at(-1)?.result, "naïve.ts: clear and short. One name could say more.");
});

Deno.test("stand_in plays the scenario that the environment names, with its exit code and its stderr", async () => {
  const env = scenario('await cli.prompt("go"); cli.stderr("grumble"); cli.exit(7);');
  const { code, stderr } = await run(FLAGS, { env, input: prompt("go") });
  assertEquals([code, stderr], [7, "grumble"]);
  const missing = await run(FLAGS, { env: { TURNSTREAM_SCENARIO: "./nowhere.ts" } });
  assertEquals(missing.code, 1);
  assertStringIncludes(missing.stderr, 'Cannot load the scenario "./nowhere.ts"');
});

Deno.test("stand_in dies of a line that is not JSON", async () => {
  const { code, lines, stderr } = await run(FLAGS, { input: "this is not json\n" });
  assertEquals([code, lines.length], [1, 0]);
  assertStringIncludes(stderr, "Error parsing streaming input line");
});

for (
  const [name, ending] of [
    ["SIGINT", { code: 0, signal: null }],
    ["SIGTERM", { code: 143, signal: null }],
    ["SIGKILL", { code: 137, signal: "SIGKILL" }],
  ] as const
) {
  Deno.test({
    name: `stand_in honours ${name} in the middle of a turn`,
    ignore: Deno.build.os === "windows",
    async fn() {
      const env = scenario("await cli.prompt(); await cli.silence();");
      const { code, signal, lines } = await run(FLAGS, { env, input: prompt("x"), then: (child) => child.kill(name) });
      assertEquals({ code, signal }, ending);
      assertEquals(lines.some(({ type }) => type === "result"), name === "SIGINT");
    },
  });
}

Deno.test("stand_in writes all it has before it goes", async () => {
  const env = scenario('await cli.prompt(); await cli.text("x".repeat(1_000_000)); await cli.end();');
  const { code, lines } = await run(FLAGS, { env, input: prompt("x") });
  assertEquals(code, 0);
  assert(JSON.stringify(lines).length > 2_000_000);
});

Deno.test("stand_in is found under the name that the package exports", () => {
  assertEquals(import.meta.resolve("@turnstream/turnstream/testing/stand-in"), STAND_IN);
});
