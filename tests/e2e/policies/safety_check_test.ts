import { assert, assertEquals } from "@std/assert";
import { allowTools, claude, type PermissionRequest } from "../../../mod.ts";
import { simulate } from "../../../lib/testing/mod.ts";
import { tool } from "../../support/mod.ts";
import { policyTest } from "./_scene.ts";

/** Paths inside the project; what the real CLI says of each is compared with what the simulation says. */
const PATHS = `
  .git/hooks/pre-commit src/.git/config .GIT/config .claude/settings.json src/.claude/settings.json .claude/notes.txt
  .claude/settings.local.json .claude/commands/a.md .claude/agents/a.md .claude/skills/x/SKILL.md .vscode/settings.json
  .idea/x.xml .husky/pre-commit .cargo/config.toml .devcontainer/x.json .yarn/x .mvn/x .config/git/ignore
  .claude/worktrees/a/.git/x .claude/worktrees/a/.claude/x .claude/worktrees/a/.bashrc .claude/worktrees/a/b.txt
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv .zlogin .zlogout .envrc
  .ripgreprc .gitconfig .gitmodules .pre-commit-config.yaml lefthook.yml .lefthook.yml lefthook.yaml .lefthook.yaml
  .mcp.json sub/.mcp.json .claude.json .devcontainer.json .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs .pnp.js
  .pnp.data.json .pnpmfile.cjs bunfig.toml .bunfig.toml .bazelrc .bazelversion .bazeliskrc pyrightconfig.json
  gradle-wrapper.properties maven-wrapper.properties
  a.git/config x.bashrc .gitignore CLAUDE.md package.json config/git/x .config/gitx/a sub/.claude/worktrees/b.txt plain.txt
`.trim().split(/\s+/);

policyTest("the simulation knows the safety checks of claude", async ({ box, server, run, version }) => {
  const asReasons = (asked: readonly PermissionRequest[]) =>
    Object.fromEntries(asked.map(({ input, reason, reasonType, forPerson }) => {
      return [String(input.file_path).slice(box.project.length + 1), { reason, reasonType, forPerson }];
    }));
  const writes = PATHS.map((path) => ({ file_path: box.file(path), content: "" }));
  server.on("Write them", [...writes.map((input) => tool("Write", input)), "Done."]);
  const real = asReasons((await run("Write them")).asked);
  assertEquals(Object.keys(real), PATHS);
  assert(Object.values(real).some(({ reasonType }) => reasonType === "safetyCheck"));

  const asked: PermissionRequest[] = [];
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (const input of writes) await cli.tool("Write", input);
    await cli.end();
  }, { version });
  await claude("go", { transport, cwd: box.project, settingSources: [] }).pipe(allowTools("Read")).forEach((event) => {
    if (event.type === "permission") asked.push(event);
  });
  assertEquals(transport.failures, []);
  assertEquals(asReasons(asked), real);
});
