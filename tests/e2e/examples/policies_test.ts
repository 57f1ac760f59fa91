import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { tool } from "../../support/mod.ts";
import { example, GATE_WARNING } from "./_stage.ts";

example("approve.ts", {
  does: "runs what its rules allow, and without a terminal refuses what it would ask a person",
  files: { "README.md": "# Greeter\n", "src/greet.ts": "export const greeting = 'helo';\n" },
  async play({ server, box, run, told }) {
    server.on("Explain this repository and propose one clean-up", [
      { text: "I look around.", ...tool("Read", { file_path: box.file("README.md") }) },
      tool("Read", { file_path: box.file("src/greet.ts") }),
      tool("Edit", { file_path: box.file("src/greet.ts"), old_string: "helo", new_string: "hello" }),
      tool("WebFetch", { url: "https://example.com/", prompt: "What is there?" }),
      tool("Bash", { command: "git push origin main", description: "Publish" }),
      tool("Write", { file_path: box.file("notes.txt"), content: "mine" }),
      "It greets. I mended a word.",
    ]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stdout], [0, "I look around.\nIt greets. I mended a word.\n"], stderr);
    assertEquals(stderr, "");
    assertEquals(await box.read("src/greet.ts"), "export const greeting = 'hello';\n");
    assertEquals(await box.read("notes.txt"), undefined);
    const results = told();
    assertEquals(results.map(({ isError }) => isError), [false, false, false, true, true, true]);
    assertMatch(results[3]!.text, /WebFetch/);
    assertMatch(results[4]!.text, /git push/);
    assertMatch(results[5]!.text, /nobody to ask/);
  },
});

example("custom.ts", {
  does: "keeps the agent from a file about which the CLI does not even ask, and shouts",
  files: { "deno.json": '{ "fmt": {} }', ".env": "TOKEN=12345" },
  async play({ server, box, run, told }) {
    server.on("Summarise the configuration", [
      tool("Read", { file_path: box.file(".env") }),
      tool("Read", { file_path: box.file("deno.json") }),
      tool("Write", { file_path: box.file("summary.txt"), content: "short" }),
      "There is little to it.",
    ]);
    const { code, stdout, stderr } = await run();
    assertEquals([code, stdout], [0, "THERE IS LITTLE TO IT.\n"], stderr);
    assertMatch(stderr, GATE_WARNING);
    const results = told();
    assertEquals(results.map(({ isError }) => isError), [true, false, true]);
    assertStringIncludes(results[0]!.text, "No secrets");
    assertStringIncludes(results[1]!.text, '"fmt"');
    assertEquals(await box.read("summary.txt"), undefined);
    assertEquals(server.requests.some(({ body }) => JSON.stringify(body).includes("12345")), false);
  },
});

example("batch.ts", {
  does: "reviews each file with an agent of its own, and none of them can write",
  files: { "one.ts": "export const one = 1;\n", "two.ts": "export const two = 2;\n" },
  async play({ server, box, run }) {
    for (const name of ["one.ts", "two.ts"]) {
      server.on(`Review ${name}`, [
        tool("Read", { file_path: box.file(name) }),
        tool("Write", { file_path: box.file(name), content: "" }),
        tool("Bash", { command: `rm ${name}`, description: "Remove" }),
        `${name} is fine.`,
      ]);
    }
    const { code, stdout, stderr } = await run(["one.ts", "two.ts"]);
    assertEquals([code, stdout.trimEnd().split("\n").sort()], [0, [
      "success one.ts is fine.",
      "success two.ts is fine.",
    ]]);
    for (const line of stderr.trimEnd().split("\n")) assertMatch(`${line}\n`, GATE_WARNING);
    assertEquals(await box.read("one.ts"), "export const one = 1;\n");
    assertEquals(await box.read("two.ts"), "export const two = 2;\n");
  },
});

example("policy.ts", {
  does: "edits in two folders alone, also through links, runs what its rules allow, and asks a person for the rest",
  files: { "src/greet.ts": "helo\n", "README.md": "helo\n", ".env": "TOKEN=12345" },
  async play({ server, box, run, told }) {
    await Deno.symlink(box.file("README.md"), box.file("src/README.md"));
    const mend = (path: string) => tool("Edit", { file_path: box.file(path), old_string: "helo", new_string: "hello" });
    server.on("Tidy up the sources, and run the tests", [
      tool("Read", { file_path: box.file("src/greet.ts") }),
      mend("src/greet.ts"),
      tool("Read", { file_path: box.file("src/README.md") }),
      mend("src/README.md"),
      mend("src/../README.md"),
      tool("Read", { file_path: box.file(".env") }),
      tool("Bash", { command: "git commit -m tidy", description: "Commit" }),
      tool("Bash", { command: "touch src/made.txt", description: "Make" }),
      tool("Bash", { command: "touch src/made.txt", description: "Make" }),
      tool("Bash", { command: "touch src/made.txt", description: "Make" }),
      "Never said.",
    ]);
    const { code, stdout, stderr } = await run();
    assertMatch(stderr, GATE_WARNING);
    // Asked for the same thing three times, the agent was stopped.
    assertEquals([code, stdout], [0, ""], stderr);
    assertEquals([await box.read("src/greet.ts"), await box.read("README.md")], ["hello\n", "helo\n"]);
    assertEquals(await box.read("src/made.txt"), undefined);
    const results = told();
    assertEquals(results.map(({ isError }) => isError), [false, false, false, true, true, true, true, true, true]);
    assertMatch(results[3]!.text, /Edits are allowed within "src" or "tests" alone/);
    assertMatch(results[6]!.text, /nobody to ask/);
    assertEquals(server.requests.some(({ body }) => JSON.stringify(body).includes("12345")), false);
  },
});
