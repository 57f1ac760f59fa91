import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, denyTools, type ToolCall } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { policyTest } from "./_scene.ts";

policyTest("relative rules hold where the option cwd is a symbolic link", async ({ box, server, run }) => {
  const link = `${box.home}/linked`;
  await Deno.symlink(box.project, link);
  server.on("Write both", [
    tool("Write", { file_path: box.file("open.txt"), content: "text" }),
    tool("Write", { file_path: box.file("shut/secret.txt"), content: "text" }),
    "Tried both.",
  ]);
  const seen: (string | undefined)[] = [];
  const look = (call: ToolCall): undefined => void seen.push(call.cwd);
  const played = await run("Write both", {
    cwd: link,
    policy: pipe(denyTools("Edit(shut/**)", look), allowTools("Edit(**)")),
  });
  assertEquals(played.turns.map(({ text }) => text), ["Tried both."]);
  assertEquals([await box.read("open.txt"), await box.read("shut/secret.txt")], ["text", undefined]);
  // The directory as the CLI sees it, which its paths are written with.
  assertEquals(new Set(seen), new Set([box.project]));
});
