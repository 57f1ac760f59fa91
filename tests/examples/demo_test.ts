import { assertEquals } from "@std/assert";

Deno.test("deno task demo plays the tour, as its golden file has it", async () => {
  const golden = await Deno.readTextFile(
    new URL("tour.golden.txt", import.meta.url),
  );
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "demo"],
    cwd: new URL("../../", import.meta.url),
    env: { NO_COLOR: "1", TURNSTREAM_SCENARIO: "", TURNSTREAM_VERSION: "" },
    stdin: "null",
    stderr: "null",
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, golden]);
});
