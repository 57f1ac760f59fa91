import type { Visit } from "./messages_session.ts";
import { MISSING_MODEL } from "./messages_script.ts";

const SLOW = "grep -q 'echo slow' && { echo one; sleep 1.2; echo two; sleep 1.2; }; exit 0";
const NOTE = 'echo \'{"systemMessage":"a note of the hook"}\'';
const HOLD = 'grep -q \'Hold me\' && echo \'{"decision":"block","reason":"held"}\'; exit 0';

const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const DOCUMENT = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000101 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
164
%%EOF`;

const WAITING = {
  command: Deno.execPath(),
  args: ["run", "--quiet", "--no-config", new URL("messages_mcp_server.ts", import.meta.url).pathname],
};

/** An ordinary session, in which everything happens that one process can do. */
const ORDINARY: Visit = {
  args: [
    "--include-partial-messages",
    "--include-hook-events",
    "--enable-auth-status",
    "--mcp-config",
    JSON.stringify({ mcpServers: { waiting: WAITING } }),
  ],
  env: { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: "1" },
  userSettings: {
    hooks: {
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: SLOW }] }],
      UserPromptSubmit: [{ hooks: [{ type: "command", command: NOTE }] }, {
        hooks: [{ type: "command", command: HOLD }],
      }],
    },
    permissions: { allow: ["Bash(echo:*)", "Bash(sleep:*)", "Read", "mcp__waiting"], deny: ["Bash(rm:*)"] },
  },
  files: {
    "a.txt": "a\n",
    "d.pdf": DOCUMENT,
    "p.png": Uint8Array.from(atob(PICTURE), (letter) => letter.charCodeAt(0)),
  },
  async act(talk) {
    await talk.say("Think", "Run a slow command", "Look at the picture", "Look at the document", "Look for tools");
    await talk.say("Fail once", "Send a subagent", "Start a background command");
    await talk.seen(
      "the end of the command",
      ({ subtype, status }) => subtype === "task_updated" ? status !== "running" : subtype === "task_notification",
    );
    await talk.say("Run what is refused", "Wait for somebody");
    await talk.seen("the news of somebody", ({ subtype }) => subtype === "elicitation_complete");
    await talk.request({ subtype: "set_permission_mode", mode: "dontAsk" });
    await talk.say("Run what nobody allowed");
    await talk.request({ subtype: "set_permission_mode", mode: "default" });
    await talk.say("Use the tools of the API", "Hold me", "/context", "/usage");
    await talk.request({ subtype: "rename_session", title: "Another title" });
    await talk.request({ subtype: "side_question", question: "What is this?" });
    await Deno.mkdir(talk.box.file(".claude/commands"), { recursive: true });
    await Deno.writeTextFile(talk.box.file(".claude/commands/new.md"), "Think");
    await talk.request({ subtype: "reload_skills" });
    await talk.prompt("Start a command and wait");
    await talk.until(
      "the command",
      ({ type, message }) => type === "assistant" && message.content[0]?.type === "tool_use",
    );
    await talk.request({ subtype: "interrupt" });
    await talk.until("result", ({ type }) => type === "result");
    await talk.say("/goal be good", "/compact", "/clear", "Refuse");
  },
};

/** With the sign-in of a plan, the limits of an account are told; and the model that is asked first is not there. */
const SIGNED_IN: Visit = {
  args: ["--model", MISSING_MODEL, "--fallback-model", "claude-sonnet-4-5"],
  env: { ANTHROPIC_API_KEY: "", CLAUDE_CODE_OAUTH_TOKEN: "dummy" },
  act: (talk) => talk.say("Ask for the limits"),
};

/** In a container of somebody else's: what the CLI tells its host there. */
const REMOTE: Visit = {
  env: { CLAUDE_CODE_REMOTE: "1", CLAUDE_CODE_SYNC_PLUGIN_INSTALL: "1" },
  userSettings: { permissions: { allow: ["Bash(echo:*)", "Bash(sleep:*)"] } },
  async act(talk) {
    await talk.say("Run a long command", "Send a subagent", "Think");
    await talk.seen("a suggestion", ({ type }) => type === "prompt_suggestion");
  },
};

/** What is done to have the CLI say everything that it can be made to say. */
export const VISITS: readonly Visit[] = [ORDINARY, SIGNED_IN, REMOTE];
