import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, onPermission, readOnly } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { bash, made, policyTest } from "./_scene.ts";

for (const permissionMode of ["acceptEdits", "bypassPermissions", "plan"] as const) {
  policyTest(`readOnly() holds in mode ${permissionMode}, under allow rules, and in a subagent`, async (scene) => {
    const { box, server } = scene;
    const steps = (name: string) => [
      tool("Write", { file_path: box.file(`${name}.txt`), content: "text" }),
      bash(`touch ${name}-touched.txt`),
      bash(`mkdir ${name}-folder`),
      tool("Edit", { file_path: box.file("notes.txt"), old_string: "nothing", new_string: `${name} something` }),
      tool("Read", { file_path: box.file("notes.txt") }),
    ];
    server.on("Try it", [
      ...steps("main"),
      tool("Agent", {
        description: "Try",
        prompt: "Try it too",
        subagent_type: "general-purpose",
        run_in_background: false,
      }),
      "Tried.",
    ]).on("Try it too", [...steps("sub"), "Tried."]);
    const run = await scene.run("Try it", {
      permissionMode,
      allowedTools: ["Bash(mkdir *)"],
      // Nothing that comes behind opens what the gate has shut.
      policy: pipe(readOnly({ also: ["Agent"] }), allowTools("*"), onPermission(({ allow }) => allow())),
    });
    for (const name of ["main", "sub"]) {
      const there = [`${name}.txt`, `${name}-touched.txt`, `${name}-folder`].map((path) => made(box, path));
      assertEquals(await Promise.all(there), [undefined, undefined, undefined]);
      assertStringIncludes(run.told(`${name}-folder`).text, "no rule of readOnly() covers this call");
      assertEquals(run.told(`${name}-touched.txt`).isError, true);
    }
    assertEquals(await box.read("notes.txt"), "nothing to do");
    assertStringIncludes(run.told('notes.txt"}').text, "nothing to do");
    assertEquals(run.turns[0]?.text, "Tried.");
  }, {
    env: { IS_SANDBOX: "1" },
    files: { "notes.txt": "nothing to do" },
    userSettings: { permissions: { allow: ["Bash", "Write", "Edit"] } },
  });
}
