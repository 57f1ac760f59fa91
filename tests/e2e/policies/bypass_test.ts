import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, denyTools, onlyTools, onPermission } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { policyTest, type Scene } from "./_scene.ts";

const WARNING = 'The mode "bypassPermissions" asks about nothing';

policyTest("perm-05: under bypassPermissions a warning says what is not reached, and gates hold", async (scene) => {
  const policy = onPermission(({ toolName, deny }) => toolName === "Edit" ? deny("Not Edit") : undefined);
  const open = await edit(scene, "open", { policy: pipe(policy, allowTools("Read")) });
  // The warning is right: the policy was not asked.
  assertEquals([open.text, open.asked], ["new open", 0]);
  assertEquals(open.warnings.length, 1);
  for (const name of ["onPermission()", "allowTools()", "denyTools", "onlyTools", "tools"]) {
    assertStringIncludes(open.warnings[0]!, name);
  }

  const denied = await edit(scene, "denied", { policy: pipe(policy, denyTools("Edit")) });
  assertEquals([denied.text, denied.warnings.length], ["old denied", 1]);

  // Here everything that passes is made to ask, so the policy is reached and there is nothing to warn of.
  const listed = await edit(scene, "listed", { policy: pipe(onlyTools("Read"), allowTools("*")) });
  assertEquals([listed.text, listed.asked, listed.warnings.length], ["old listed", 1, 0]);

  const without = await edit(scene, "without", { tools: ["Read"] });
  assertEquals([without.text, without.warnings.length], ["old without", 0]);
  assert(without.offered.includes("Read") && !without.offered.includes("Edit"));
}, { env: { IS_SANDBOX: "1" }, files: Object.fromEntries(["open", "denied", "listed", "without"].map(fileOf)) });

function fileOf(name: string): [string, string] {
  return [`${name}.txt`, `old ${name}`];
}

async function edit({ box, server, run }: Scene, name: string, options: Parameters<Scene["run"]>[1]) {
  const file_path = box.file(`${name}.txt`);
  server.on(`Edit ${name}`, [
    tool("Read", { file_path }),
    tool("Edit", { file_path, old_string: "old", new_string: "new" }),
    "Edited.",
  ]);
  const played = await run(`Edit ${name}`, {
    allowedTools: ["Read"],
    permissionMode: "bypassPermissions",
    ...options,
  });
  return {
    text: await box.read(`${name}.txt`),
    asked: played.asked.length,
    warnings: played.diagnostics.map(({ message }) => message).filter((message) => message.startsWith(WARNING)),
    offered: played.requests[0]!.body.tools!.map((each) => each.name),
  };
}
