import { ANSWER_NAMES, answerSchema } from "../../../lib/protocol/requests/answers.ts";
import { strictObject } from "../../../lib/protocol/schemas/object_factory.ts";
import {
  type ClaudeVersion,
  type Frame,
  openSession,
  type RawSession,
  sandbox,
  startModelServer,
  tool,
} from "../../support/mod.ts";
import { type Probe, probes } from "./controls_requests.ts";
import type { Row, Section } from "./section.ts";
import { typed } from "./typed.ts";

const MCP_SERVER = new URL("./controls_mcp_server.ts", import.meta.url).pathname;

/** Every control request that a script can send, once. */
export const controlsSection: Section = { title: "Control requests to the CLI", rows };

async function rows(version: ClaudeVersion): Promise<Row[]> {
  await using server = startModelServer();
  server.on("hello there", ["Hi."]);
  server.on("second turn", [
    tool("Bash", { command: "tail -f /dev/null", description: "Waits", run_in_background: true }),
    { text: "Still here.", hang: true },
  ]);
  await using box = await sandbox({
    version,
    server,
    files: { "a.txt": "one\n", ".claude/skills/greet/SKILL.md": "---\nname: greet\ndescription: Greets\n---\nHi\n" },
    projectSettings: { hooks: { Stop: [{ hooks: [{ type: "command", command: "true", timeout: 5 }] }] } },
    userSettings: { permissions: { allow: ["Read"], ask: ["WebFetch"] } },
    env: { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: "1" },
  });
  const kit = { type: "stdio", command: Deno.execPath(), args: ["run", "--no-check", "--no-config", MCP_SERVER] };
  await using session = openSession(box, {
    args: ["--allowedTools=Bash", `--mcp-config=${JSON.stringify({ mcpServers: { kit } })}`],
  });
  const found = new Map<string, Row>();
  found.set("initialize", row("initialize", await session.request({ subtype: "initialize" })));
  await connected(session);

  const setting = { box, first: crypto.randomUUID(), queued: crypto.randomUUID(), taskId: "" };
  const sendAll = async (when: Probe["when"]) => {
    for (const probe of probes(setting).filter((each) => each.when === when)) {
      const answer = await session.request({ ...probe.fields, subtype: probe.subtype });
      found.set(probe.subtype, row(probe.subtype, answer, probe.refusal));
    }
  };
  await sendAll("before");
  await session.prompt("hello there", setting.first);
  await session.frame(({ type }) => type === "result");
  await sendAll("idle");
  await session.prompt("second turn");
  setting.taskId = (await session.frame(({ subtype }) => subtype === "task_started")).task_id;
  await server.request(({ body }) => JSON.stringify(body.messages).includes("tool_result"));
  await session.prompt("third turn", setting.queued);
  await sendAll("turn");
  return ANSWER_NAMES.map((name) => found.get(name) ?? { kind: name, seen: false, typed: "no", note: "never sent" });
}

/** Waits for the MCP server: nothing tells when it is there. */
async function connected(session: RawSession): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    const { response } = await session.request({ subtype: "mcp_status" });
    if (response.mcpServers[0]?.status === "connected") return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The MCP server of the test did not connect");
}

function row(kind: string, answer: Frame, refusal?: RegExp): Row {
  if (answer.subtype === "error") {
    if (/Unsupported control request subtype/.test(answer.error)) {
      return { kind, seen: false, typed: "yes", note: "this version does not know it" };
    }
    if (refusal?.test(answer.error) === true) {
      return { kind, seen: true, typed: "yes", note: "refused, as it should be" };
    }
    return { kind, seen: true, typed: `refused: ${answer.error}` };
  }
  const schema = answerSchema(kind, strictObject);
  return { kind, seen: true, typed: schema === undefined ? "no" : typed(schema, [answer.response ?? {}]) };
}
