import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, onlyTools } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { made, policyTest, type RunOptions, type Scene } from "./_scene.ts";

const FILES = {
  ".claude/skills/maker/SKILL.md": text("name: maker", "made-by-skill"),
  ".claude/commands/maker2.md": text("argument-hint: none", "made-by-command"),
  "settings.json": JSON.stringify({ disableSkillShellExecution: false }),
};

/** A skill that has the CLI run a shell text while it is read, and that allows this itself. */
function text(line: string, file: string): string {
  return `---\n${line}\ndescription: Makes a file\nallowed-tools: Bash(touch *)\n---\nNow: !\`touch ${file}\`\nGo on`;
}

policyTest("with a gate, shell texts inside of skills and slash commands do not run", async (scene) => {
  const policy = pipe(onlyTools("Skill"), allowTools("Skill"));
  assertEquals(await runBoth(scene, { policy }), [undefined, undefined]);
  // A settings file that says otherwise does not change that; settings in the script do.
  assertEquals(await runBoth(scene, { policy, settings: scene.box.file("settings.json") }), [undefined, undefined]);
  assertEquals(await runBoth(scene, { policy, settings: { disableSkillShellExecution: false } }), ["file", "file"]);
}, { files: FILES });

async function runBoth({ box, server, run }: Scene, options: RunOptions): Promise<(string | undefined)[]> {
  server.on("Use the skill", [tool("Skill", { skill: "maker" }), "Used."]);
  server.on("Go on", ["Went on."]);
  await run("Use the skill", options);
  await run("/maker2", options);
  return [await made(box, "made-by-skill"), await made(box, "made-by-command")];
}
