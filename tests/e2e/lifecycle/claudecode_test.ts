import { assert, assertEquals } from "@std/assert";
import {
  type ClaudeVersion,
  eachVersion,
  type Frame,
  openSession,
  sandbox,
  startModelServer,
  tool,
} from "../../support/mod.ts";

// Deno cannot unset one variable of a child without a permission, so CLAUDECODE is emptied. To the CLI that is the same
// as not set, and as the "1" that a script inside an agent inherits.
eachVersion("CLAUDECODE empty, set or not set makes no difference to the CLI", async (version) => {
  const unset = await kindsOfTurn(version, {});
  assert(unset.includes("control_request/can_use_tool") && unset.includes("result/success"), "The turn asks, and ends");
  assertEquals(await kindsOfTurn(version, { CLAUDECODE: "" }), unset);
  assertEquals(await kindsOfTurn(version, { CLAUDECODE: "1" }), unset);
});

/** The kinds of the frames of a turn with one tool, each once: frames of different origin may change places. */
async function kindsOfTurn(version: ClaudeVersion, env: Record<string, string>): Promise<string[]> {
  await using server = startModelServer();
  server.on("Make a file", [tool("Bash", { command: "echo made > made.txt", description: "Make it" }), "It is made."]);
  await using box = await sandbox({ version, server, env });
  await using session = openSession(box);
  await session.request({ subtype: "initialize" });
  await session.prompt("Make a file");
  const asked = await session.frame(({ type }) => type === "control_request");
  await session.respond(asked, { behavior: "allow", updatedInput: asked.request.input });
  await session.frame(({ type }) => type === "result");
  assertEquals(await box.read("made.txt"), "made\n");
  assertEquals((await session.end()).code, 0);
  await box.noLeftovers();
  return [...new Set(session.frames.map(kindOf))].sort();
}

function kindOf({ type, subtype, request, state }: Frame): string {
  return `${type}/${request?.subtype ?? state ?? subtype ?? ""}`;
}
