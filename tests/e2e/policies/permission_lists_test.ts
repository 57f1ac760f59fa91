import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools, onPermission, permissions, permissionsFrom } from "../../../mod.ts";
import { bash, made, policyTest } from "./_scene.ts";

const LISTS = { allow: ["Bash(mkdir *)"], ask: ["Bash(touch *)"], deny: ["Bash(rm *)"] };

for (const mode of ["acceptEdits", "default"] as const) {
  policyTest(`permissions() an ask rule reaches a person under ${mode}`, async ({ box, server, run }) => {
    server.on("Go", [
      bash("touch yes.txt"),
      bash("touch no.txt"),
      bash("mkdir made && touch made/yes"),
      bash("mkdir free"),
    ]);
    const played = await run("Go", {
      permissionMode: mode,
      allowedTools: ["Bash(touch *)"],
      policy: pipe(
        permissions(LISTS),
        allowTools("*"),
        onPermission(({ input, forPerson, allow, deny }) =>
          forPerson && String(input.command).includes("yes") ? allow() : deny("Rather not")
        ),
      ),
    });
    const there = await Promise.all(["yes.txt", "no.txt", "made/yes", "free"].map((path) => made(box, path)));
    assertEquals(there, ["file", undefined, "file", "folder"]);
    const forPerson = played.asked.filter((request) => request.forPerson).map(({ input }) => input.command);
    assertEquals(forPerson, ["touch yes.txt", "touch no.txt", "mkdir made && touch made/yes"]);
    assertEquals(played.told("no.txt").text, "Rather not");
  });
}

policyTest("permissions() what a rule asks about is denied where there is no person, in every mode", async (scene) => {
  const { box, server, run } = scene;
  for (const mode of ["acceptEdits", "bypassPermissions"] as const) {
    server.on(`Go ${mode}`, [
      bash(`touch ${mode}.txt`),
      bash(`mkdir ${mode}; touch ${mode}/x`),
      bash(`mkdir ${mode}-free`),
    ]);
    const played = await run(`Go ${mode}`, { permissionMode: mode, policy: pipe(permissions(LISTS), allowTools("*")) });
    const there = await Promise.all([`${mode}.txt`, mode, `${mode}-free`].map((path) => made(box, path)));
    assertEquals(there, [undefined, undefined, "folder"]);
    assertStringIncludes(
      played.told(`touch ${mode}.txt`).text,
      `By the rule "Bash(touch *)" this call is for a person to allow: it runs "touch ${mode}.txt"`,
    );
  }
}, { env: { IS_SANDBOX: "1" } });

policyTest("permissionsFrom() the rules of the settings hold where the CLI did not read them", async (scene) => {
  const { box, server, run } = scene;
  server.on("Go", [bash("mkdir a"), bash("touch b"), bash("mkdir c; rm -r a"), "Tried."]);
  const text = JSON.stringify({ permissions: LISTS });
  const played = await run("Go", { policy: permissionsFrom(text) });
  assertEquals(await Promise.all(["a", "b", "c"].map((path) => made(box, path))), ["folder", undefined, undefined]);
  assertStringIncludes(played.told("rm -r a").text, 'The rule "Bash(rm *)" denies this call: it runs "rm -r a"');
});

// It makes "touch" of "mkdir", after every callback has judged the call.
const REWRITING = {
  hooks: {
    PreToolUse: [{
      matcher: "Bash",
      hooks: [{
        type: "command",
        command: `sed -n -e 's/.*"command":"mkdir \\([a-z]*\\)".*/${
          JSON.stringify({
            hookSpecificOutput: {
              hookEventName: "PreToolUse",
              updatedInput: { command: "touch \\1", description: "Rewritten" },
            },
          }).replaceAll("\\\\", "\\")
        }/p'`,
      }],
    }],
  },
};

policyTest("permissions() an ask rule holds where a command hook of the settings rewrites the call", async (scene) => {
  const { box, server, run } = scene;
  server.on("Go free", [bash("mkdir free")]).on("Go asked", [bash("mkdir asked")]);
  await run("Go free", { permissionMode: "acceptEdits" });
  assertEquals(await made(box, "free"), "file");
  const played = await run("Go asked", {
    permissionMode: "acceptEdits",
    policy: pipe(permissions({ ask: ["Bash(touch *)"] }), allowTools("*")),
  });
  assertEquals(await made(box, "asked"), undefined);
  assertEquals(played.asked.map(({ input, forPerson }) => [input.command, forPerson]), [["touch asked", true]]);
}, { projectSettings: REWRITING });
