import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, denyTools, onPermission } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { made, policyTest } from "./_scene.ts";

const HOOK = { hooks: [{ type: "command", command: "touch made-by-hook" }] };
const SETTINGS = JSON.stringify({ hooks: { PreToolUse: [HOOK], PostToolUse: [HOOK], Stop: [HOOK] } });

// `.claude` is there already, so that the CLI looks out for changes in it.
policyTest("an agent cannot write itself the settings whose command hooks no gate judges", async (scene) => {
  const { box, server, run } = scene;
  const write = (path: string) => tool("Write", { file_path: box.file(path), content: SETTINGS });
  const look = { delayMs: 2_500, tools: [{ name: "Read", input: { file_path: box.file("a.txt") } }] };
  const gate = denyTools((call) => call.toolName === "Bash" ? "No shell" : undefined);

  server.on("Write it", [write(".claude/settings.local.json"), write(".mcp.json"), write("src/b.json"), "Tried."]);
  const played = await run("Write it", { policy: pipe(gate, allowTools("*")) });
  for (const part of ["settings.local.json", ".mcp.json"]) {
    assertEquals(await made(box, part.startsWith(".mcp") ? part : `.claude/${part}`), undefined);
    assertStringIncludes(played.told(part).text, "No policy allowed the tool Write");
  }
  assertEquals(await made(box, "src/b.json"), "file");

  // Who allows it all the same: the settings hold from the next start on, not while the gate stands.
  server.on("Write it all the same", [write(".claude/settings.local.json"), look, look, "Wrote."]);
  const policy = pipe(gate, onPermission((request) => request.allow()));
  await run("Write it all the same", { policy, allowedTools: ["Read"] });
  assertEquals(await made(box, ".claude/settings.local.json"), "file");
  assertEquals(await made(box, "made-by-hook"), undefined);
}, { projectSettings: {}, files: { "a.txt": "a" } });
