import { assertEquals, assertFalse, assertStringIncludes, assertThrows } from "@std/assert";
import { childEnvironment, childTransport } from "../../lib/process/mod.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { launchOf, textOf } from "./_programs.ts";

Deno.test("childEnvironment sets what every agent needs", () => {
  assertEquals(childEnvironment({}), {
    CLAUDECODE: "",
    CLAUDE_CODE_SIMPLE: "",
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1",
    CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "8",
  });
});

Deno.test("childEnvironment puts the cap of Stop hooks and the user's variables on top", () => {
  assertEquals(childEnvironment({ stopBlocks: 2, env: { LANG: "C", CLAUDECODE: "1" } }), {
    CLAUDECODE: "1",
    CLAUDE_CODE_SIMPLE: "",
    CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1",
    CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "2",
    LANG: "C",
  });
});

Deno.test("childEnvironment sets what file checkpointing needs, on request", () => {
  assertEquals(
    childEnvironment({ enableFileCheckpointing: true }).CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING,
    "1",
  );
  const off = childEnvironment({ enableFileCheckpointing: false });
  assertFalse("CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING" in off);
  const wrong = { enableFileCheckpointing: "yes" as unknown as boolean };
  assertStringIncludes(
    assertThrows(() => childEnvironment(wrong), UsageError).message,
    '"yes" as "enableFileCheckpointing"',
  );
});

Deno.test("childEnvironment refuses what would switch the gates off or remove the cap", () => {
  const bare = assertThrows(() => childEnvironment({ env: { CLAUDE_CODE_SIMPLE: "1" } }), UsageError);
  assertStringIncludes(bare.message, "no gate would hold");
  const cap = { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "3" };
  assertStringIncludes(
    assertThrows(() => childEnvironment({ env: cap }), UsageError).message,
    'the option "stopBlocks"',
  );
  const silent = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "0" };
  assertStringIncludes(
    assertThrows(() => childEnvironment({ env: silent }), UsageError).message,
    "when the agent is idle",
  );
  assertEquals(childEnvironment({ env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" } }), childEnvironment({}));
  // 0 is "without end" to the CLI.
  for (const stopBlocks of [0, -1, 1.5, NaN]) {
    assertStringIncludes(assertThrows(() => childEnvironment({ stopBlocks }), UsageError).message, '"stopBlocks"');
  }
});

Deno.test("childEnvironment refuses variables that no environment can hold, and does not show their values", () => {
  for (
    const [name, value] of [["", "x"], ["A=B", "x"], ["A\0", "x"], ["A", "hunter2\0"], ["A", 1 as unknown as string]]
  ) {
    const error = assertThrows(() => childEnvironment({ env: { [name as string]: value as string } }), UsageError);
    assertFalse(error.message.includes("hunter2"));
  }
});

Deno.test("env-01: CLAUDECODE is empty in the child, other variables stay, keys are not in errors", async () => {
  const inherited = {
    CLAUDECODE: "1",
    CLAUDE_CODE_ENTRYPOINT: "cli",
    CLAUDE_CODE_SIMPLE: "1",
    ANTHROPIC_API_KEY: "k-123456",
  };
  // A child of a child: the outer one has the variables in its own environment, as a script inside an agent has.
  const script = `
    import { childEnvironment, childTransport } from ${JSON.stringify(import.meta.resolve("../../lib/process/mod.ts"))};
    const launch = JSON.parse(Deno.args[0]);
    const transport = childTransport({ ...launch, env: childEnvironment({}) });
    transport.stderr.cancel();
    console.log(await new Response(transport.output).text());
  `;
  const outer = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-run=sh",
      "data:text/typescript," + encodeURIComponent(script),
      JSON.stringify(launchOf("environment.sh")),
    ],
    env: inherited,
    stdin: "null",
    stderr: "inherit",
  }).output();
  assertEquals(new TextDecoder().decode(outer.stdout).trim().split("\n"), [
    "CLAUDECODE=[]",
    "CLAUDE_CODE_ENTRYPOINT=[cli]",
    "CLAUDE_CODE_SIMPLE=[]",
    "ANTHROPIC_API_KEY=[k-123456]",
  ]);
  const transport = childTransport({ ...launchOf("bad_key.sh"), args: ["--key=k-123456"], env: inherited });
  await Promise.all([textOf(transport.output), textOf(transport.stderr), transport.exited]);
  const error = await transport.write("x").then(() => undefined, (cause) => cause);
  assertFalse(JSON.stringify([error.message, error]).includes("k-123456"));
  assertEquals(error.argv.at(-1), "--key=***");
});
