import { assert, assertEquals } from "@std/assert";

const FIXTURES = `${import.meta.dirname}/../../fixtures/flood`;

Deno.test("pacedMap() keeps what a script takes amid a flood within 32 MiB, and permission requests in it are answered", async () => {
  // No type check in the process that is measured.
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-run", `${FIXTURES}/consumer.ts`, `${FIXTURES}/producer.ts`],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  const { grownMiB, asked } = JSON.parse(new TextDecoder().decode(stdout));
  assert(grownMiB < 32, `The flood took ${grownMiB} MiB`);
  // A mebibyte is read ahead, which is 2,500 events; each 500th is followed by a request, and 300 are taken.
  assert(asked >= 4, `${asked} requests were answered`);
});
