import {
  type ClaudeVersion,
  type Frame,
  openSession,
  type RawSession,
  type Sandbox,
  sandbox,
  startModelServer,
  type Step,
  tool,
} from "../../support/mod.ts";

const ASKING = new URL("../../fixtures/mcp/asking_server.ts", import.meta.url).pathname;
const QUESTION = {
  question: "Which colour?",
  header: "Colour",
  multiSelect: false,
  options: [{ label: "Red", description: "Like blood" }, { label: "Blue", description: "Like the sky" }],
};

/** Makes the real CLI of one version ask what it asks; gives every frame that it wrote. */
export async function requestsOf(version: ClaudeVersion): Promise<readonly Frame[]> {
  await using server = startModelServer();
  await using box = await sandbox({
    version,
    server,
    userSettings: { permissions: { ask: ["Bash(touch asked*)"] } },
  });
  const asking = { command: Deno.execPath(), args: ["run", "--quiet", "--no-config", ASKING] };
  const servers = JSON.stringify({ mcpServers: { asking } });
  await using session = openSession(box, { args: ["--mcp-config", servers, "--setting-sources=user"] });
  const answering = answerAll(session);
  await session.request({
    subtype: "initialize",
    hooks: { PreToolUse: [{ hookCallbackIds: ["pre"] }] },
    sdkMcpServers: ["inside"],
    supportedDialogKinds: ["refusal_fallback_prompt"],
  });
  const turn = async (prompt: string, steps: readonly Step[]): Promise<void> => {
    server.on(prompt, steps);
    const from = session.frames.length;
    await session.prompt(prompt);
    await session.frame(({ type }) => type === "result", from);
  };
  await turn("calls", calls(box));
  await turn("questions", [tool("AskUserQuestion", { questions: [QUESTION] }), tool("mcp__asking__ask", {})]);
  server.on("delegated", [bash("touch delegated")]);
  await turn("subagent", [
    // In the background it would end, and have a turn of its own, in the middle of what follows.
    tool("Agent", {
      description: "Touch",
      prompt: "delegated",
      subagent_type: "general-purpose",
      run_in_background: false,
    }),
  ]);
  await turn("interrupted", [bash("touch interrupted")]);
  await session.request({ subtype: "set_permission_mode", mode: "plan" });
  await turn("plan", [tool("ExitPlanMode", { plan: "Think" })]);
  await session.end();
  await answering;
  return session.frames;
}

/** Calls about which the CLI asks, each for another reason. */
function calls(box: Sandbox): Step[] {
  return [
    bash("touch plain"),
    bash("mkdir compound && touch compound/a"),
    bash("touch asked"),
    bash("ls"),
    tool("Write", { file_path: box.file("inside.txt"), content: "x" }),
    tool("Write", { file_path: "/etc/turnstream-test", content: "x" }),
    tool("Write", { file_path: box.file(".claude/settings.json"), content: "{}" }),
    tool("WebFetch", { url: "http://127.0.0.1:1/", prompt: "Read it" }),
  ];
}

function bash(command: string): Step {
  return tool("Bash", { command, description: "Do it" });
}

/** Answers everything that is asked, until the CLI has ended: nothing may run but the tool that asks back. */
async function answerAll(session: RawSession): Promise<void> {
  for (let next = 0;;) {
    let frame: Frame;
    try {
      frame = await session.frame(({ type }) => type === "control_request", next);
    } catch {
      return; // The CLI has ended.
    }
    next = session.frames.indexOf(frame) + 1;
    // It may have gone in the meantime.
    await answer(session, frame).catch(() => {});
  }
}

async function answer(session: RawSession, frame: Frame): Promise<void> {
  const { request, request_id } = frame;
  const { subtype, tool_name, input } = request;
  switch (subtype) {
    case "can_use_tool":
      if (input.command === "touch interrupted") return void session.request({ subtype: "interrupt" });
      return await session.respond(
        frame,
        tool_name === "mcp__asking__ask"
          ? { behavior: "allow", updatedInput: input }
          : { behavior: "deny", message: "Not here" },
      );
    case "hook_callback":
      return await session.respond(frame, input.tool_input.command === "ls" ? ASK : {});
    case "elicitation":
      return await session.respond(frame, { action: "decline" });
    case "request_user_dialog":
      return await session.respond(frame, { behavior: "cancelled" });
    default: {
      const response = { subtype: "error", request_id, error: "Nobody answers this here" };
      return await session.write({ type: "control_response", response });
    }
  }
}

const ASK = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "ask",
    permissionDecisionReason: "The hook wants it",
  },
};
