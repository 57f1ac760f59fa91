import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, editsWithin } from "../../../mod.ts";
import { type Reply, tool } from "../../support/mod.ts";
import { bash, policyTest } from "./_scene.ts";

const NOTEBOOK = JSON.stringify({
  cells: [{ cell_type: "code", id: "a", metadata: {}, outputs: [], execution_count: null, source: "2" }],
  metadata: {},
  nbformat: 4,
  nbformat_minor: 5,
});

for (const permissionMode of ["default", "acceptEdits", "bypassPermissions"] as const) {
  policyTest(`editsWithin() holds through .., links and other tools, in mode ${permissionMode}`, async (scene) => {
    const { box, server } = scene;
    const elsewhere = `${box.home}/elsewhere`;
    await Deno.mkdir(elsewhere);
    await Deno.writeTextFile(`${elsewhere}/old.txt`, "old");
    await Deno.mkdir(box.file("src/deep"), { recursive: true });
    await Deno.symlink(elsewhere, box.file("src/linked"));
    await Deno.symlink(`${elsewhere}/old.txt`, box.file("src/link.txt"));
    server.on("Write them", [
      write(box.file("src/in.txt")),
      write(box.file("src/deep/../in_too.txt")),
      write(box.file("src/../up.txt")),
      write(box.file("src/linked/new.txt")),
      tool("Read", { file_path: box.file("src/link.txt") }),
      write(box.file("src/link.txt")),
      write(`${elsewhere}/absolute.txt`),
      write("beside.txt"),
      tool("Read", { file_path: box.file("out.ipynb") }),
      tool("NotebookEdit", { notebook_path: box.file("out.ipynb"), new_source: "1", cell_id: "a" }),
      "Tried.",
    ]);
    const run = await scene.run("Write them", {
      permissionMode,
      policy: pipe(editsWithin("src"), allowTools("Read", "Write", "Edit")),
    });
    const inside = await Promise.all(
      ["src/in.txt", "src/in_too.txt", "up.txt", "beside.txt"].map((path) => box.read(path)),
    );
    assertEquals(inside, ["text", "text", undefined, undefined]);
    assertEquals([...Deno.readDirSync(elsewhere)].map(({ name }) => name), ["old.txt"]);
    assertEquals(await Deno.readTextFile(`${elsewhere}/old.txt`), "old");
    assertStringIncludes(run.told("up.txt").text, 'Edits are allowed within "src" alone');
    assertStringIncludes(run.told("new_source").text, 'Edits are allowed within "src" alone');
    assertEquals(await box.read("out.ipynb"), NOTEBOOK);
    assertEquals(run.turns[0]?.text, "Tried.");
  }, { env: { IS_SANDBOX: "1" }, files: { "out.ipynb": NOTEBOOK } });
}

policyTest("editsWithin() takes an absolute path with odd names, leaves shell to its rules", async (scene) => {
  const { box, server } = scene;
  const odd = "a (b) [c] {d}";
  server.on("Write them", [
    write(box.file(`${odd}/in.txt`)),
    write(box.file("a (b) c {d}/out.txt")),
    bash("touch shell.txt"),
    "Tried.",
  ]);
  await scene.run("Write them", { policy: pipe(editsWithin(box.file(odd)), allowTools("Bash(touch *)")) });
  const there = await Promise.all([`${odd}/in.txt`, "a (b) c {d}/out.txt", "shell.txt"].map((path) => box.read(path)));
  assertEquals(there, ["text", undefined, ""]);
});

function write(path: string): Reply {
  return tool("Write", { file_path: path, content: "text" });
}
