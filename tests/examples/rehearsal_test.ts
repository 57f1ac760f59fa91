import { assert, assertEquals, assertMatch } from "@std/assert";
import { EXAMPLES, play } from "./_play.ts";

Deno.test("examples/tidy.ts and its test are as short as the documentation says", async () => {
  const lines = async (name: string) => (await Deno.readTextFile(new URL(name, EXAMPLES))).trimEnd().split("\n").length;
  assert(await lines("tidy.ts") <= 20);
  assert(await lines("tidy_test.ts") <= 15);
});

Deno.test("examples/tidy_test.ts runs with no permission at all, in less than a second", async () => {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--no-prompt", "--reporter=junit", decodeURIComponent(new URL("tidy_test.ts", EXAMPLES).pathname)],
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  const report = new TextDecoder().decode(stdout);
  assertMatch(report, /<testsuites [^>]*tests="1" failures="0" errors="0"/);
  const [, seconds] = /<testcase [^>]*time="([\d.]+)"/.exec(report) ?? [];
  assert(Number(seconds) < 1, `The test took ${seconds} seconds`);
});

Deno.test("examples/tidy_test.ts fails for a policy that lets more pass", async () => {
  const folder = await Deno.makeTempDir({ prefix: "turnstream-tidy-" });
  try {
    const script = await Deno.readTextFile(new URL("tidy.ts", EXAMPLES));
    await Deno.writeTextFile(`${folder}/tidy.ts`, script.replace('"Edit(src/**)"', '"Edit"'));
    await Deno.copyFile(new URL("tidy_test.ts", EXAMPLES), `${folder}/tidy_test.ts`);
    const config = decodeURIComponent(new URL("../deno.json", EXAMPLES).pathname);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["test", "--no-prompt", `--config=${config}`, `${folder}/tidy_test.ts`],
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
    assertEquals(code, 1);
    assertMatch(
      new TextDecoder().decode(stdout),
      /- 2\. \{"decision":"deny","toolName":"Edit"\}\n\+ 2\. \{"decision":"allow","toolName":"Edit"/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("examples/tidy.ts does its work against the stand-in, with no more than its own permissions", async () => {
  const { code, stdout, stderr } = await play("tidy.ts", { args: ["src/greet.ts"] });
  assertEquals([code, stderr], [0, ""]);
  assertMatch(stdout, /^The README has two paragraphs now\. \(success; denied: WebFetch, Edit\)\n$/);
});
