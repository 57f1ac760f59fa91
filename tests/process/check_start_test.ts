import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { checkStart, type Launch, type LaunchOptions } from "../../lib/process/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";

const LAUNCH: Launch = { program: ["claude"], args: [], env: {}, clearEnv: true };

function message(options: LaunchOptions, launch: Partial<Launch> = {}): string {
  return assertThrows(() => checkStart(options, { ...LAUNCH, ...launch }), UsageError).message;
}

Deno.test("checkStart refuses a plugin whose folder is not there, seen from the working directory", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/plug`);
    checkStart({ plugins: [`${folder}/plug`] }, LAUNCH);
    checkStart({ plugins: ["plug", "./plug"] }, { ...LAUNCH, cwd: folder });
    assertEquals(
      message({ plugins: ["plug", "other"] }, { cwd: folder }),
      `Cannot load the plugin "other": there is no such folder, seen from "${folder}"`,
    );
    assertEquals(
      message({ plugins: [`${folder}/none`] }),
      `Cannot load the plugin "${folder}/none": there is no such folder`,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("checkStart leaves a plugin of the home folder to the CLI", () => {
  checkStart({ plugins: ["~/no-such-plugin-anywhere"] }, LAUNCH);
});

Deno.test({
  name: "checkStart leaves to the CLI what the script may not know",
  permissions: "none",
  fn() {
    checkStart({ plugins: ["/no/such/folder"], permissionMode: "bypassPermissions" }, LAUNCH);
  },
});

Deno.test("checkStart refuses root the mode without questions, unless a sandbox is named", () => {
  const bypass: LaunchOptions[] = [{ permissionMode: "bypassPermissions" }, { allowDangerouslySkipPermissions: true }];
  for (const options of bypass) {
    checkStart(options, { ...LAUNCH, env: { IS_SANDBOX: "1" } });
    checkStart(options, { ...LAUNCH, env: { CLAUDE_CODE_BUBBLEWRAP: "1" } });
    if (Deno.uid() !== 0) {
      checkStart(options, LAUNCH);
      continue;
    }
    for (const env of [{}, { IS_SANDBOX: "" }, { IS_SANDBOX: "true" }] as Record<string, string>[]) {
      const text = message(options, { env });
      assertStringIncludes(text, `Cannot use "${Object.keys(options)[0]}"`);
      assertStringIncludes(text, "as root: the CLI refuses it; run the script as another user or");
      assertStringIncludes(text, 'set "IS_SANDBOX" to "1" in "env"');
    }
  }
  checkStart({ permissionMode: "acceptEdits" }, LAUNCH);
});
