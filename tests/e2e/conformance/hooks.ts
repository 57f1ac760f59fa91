import { z } from "zod";
import type { ClaudeVersion } from "../../support/claude_versions.ts";
import { tool } from "../../support/mod.ts";
import { HOOK_EVENTS } from "../../../lib/protocol/hook_events.ts";
import { hookInputSchemas } from "../../../lib/protocol/hooks/input_schemas.ts";
import { HookSession } from "./hooks_session.ts";
import type { Row, Section } from "./section.ts";
import { typed } from "./typed.ts";

const bash = (command: string) => tool("Bash", { command, description: "Do it" });
const agent = (prompt: string, more: object = {}) =>
  tool("Agent", { description: "Work", prompt, subagent_type: "general-purpose", run_in_background: false, ...more });

const OF_THE_NEWER = "the older version has no such event";
const NOTES: Record<string, string> = {
  CwdChanged: "only where the settings hook it too",
  DirectoryAdded: OF_THE_NEWER,
  FileChanged: "only where the settings hook it too",
  PermissionDenied: "only for what auto mode refuses",
  PostModelSwitch: OF_THE_NEWER,
  PreModelSwitch: OF_THE_NEWER,
  PreSkillShellCommand: OF_THE_NEWER,
  SessionStart: "after `/clear` and a compaction, never at the start",
  Setup: "`--init` is over before a callback can be registered",
  TaskCompleted: "the newer version has the list of tasks only on request",
  TaskCreated: "the newer version has the list of tasks only on request",
  TeammateIdle: "only in a team of agents, which is an experiment of the CLI",
};

/** Makes the CLI call every hook event that it can be made to call. */
async function provoke(session: HookSession, version: ClaudeVersion): Promise<void> {
  const isNew = version === "2.1.332";
  await session.change("notes.txt", { event: "FileChanged", text: (number) => `Change ${number}\n` });
  const look = tool("Read", { file_path: session.file("sub/more.txt") }); // Beside it lie instructions.
  await session.turn("Use tools", [bash("echo hi"), bash("exit 3"), look, bash("cd sub"), "One line.\nAnother line."]);
  await session.called("InstructionsLoaded");
  session.answers.set("WorktreeCreate", {
    hookSpecificOutput: { hookEventName: "WorktreeCreate", worktreePath: session.file("tree") },
  });
  session.subagent("Look at the leaf", ["It is green."]);
  await session.turn("Send one", [agent("Look at the leaf", { isolation: "worktree" }), "It is back."]);
  await session.turn("Move", [
    tool("EnterWorktree", { name: "leaf" }),
    tool("ExitWorktree", { action: "remove", discard_changes: true }),
    "Moved.",
  ]);
  await session.turn("List", [
    tool("TaskCreate", { subject: "Look", description: "Look around", activeForm: "Looking" }),
    tool("TaskUpdate", { taskId: "1", status: "completed" }),
    "Listed.",
  ]);
  await session.turn("Ask", [tool("mcp__asking__ask", {}), "Asked."]);
  await session.turn("/hello Ann");
  await session.turn("/shell");
  // The model's answer to the question of auto mode is no verdict, so that the call is refused.
  await session.request({ subtype: "set_permission_mode", mode: "auto" });
  await session.turn("Risk it", [bash("curl http://127.0.0.1:1/"), "Refused."]);
  await session.request({ subtype: "set_permission_mode", mode: "default" });
  await session.request({ subtype: "set_model", model: "haiku" });
  if (isNew) {
    await session.called("PostModelSwitch");
    await session.request({ subtype: "register_repo_root", directory: session.file("sub"), path: session.file("sub") });
    await session.called("DirectoryAdded");
  }
  await session.turn("Fail", [{ error: { status: 400, type: "invalid_request_error", message: "Bad" } }]);
  const settings = (number: number) => JSON.stringify({ env: { NUMBER: String(number) } });
  await session.change(".claude/settings.json", { event: "ConfigChange", text: settings });
  await session.turn("One more", ["Here."]);
  await session.turn("/compact Keep the names");
  await session.turn("/clear");
}

async function rows(version: ClaudeVersion): Promise<Row[]> {
  await using session = await HookSession.open(version);
  await provoke(session, version);
  const schemas = hookInputSchemas(z.strictObject);
  const table = HOOK_EVENTS.map((kind): Row => {
    const inputs = session.seen.get(kind) ?? [];
    const seen = inputs.length > 0;
    const said = seen ? typed(schemas[kind], inputs) : "not seen";
    const note = NOTES[kind];
    // A note says why something is as it is; what nobody typed has no such reason.
    return { kind, seen, typed: said, ...(note === undefined || (seen && said !== "yes") ? {} : { note }) };
  });
  const unheard = [...session.seen.keys()].filter((event) => !(HOOK_EVENTS as readonly string[]).includes(event));
  return [
    ...table,
    { kind: "PermissionRequest", seen: false, typed: "not seen", note: "not offered: it races the permission request" },
    ...unheard.sort().map((kind): Row => ({ kind, seen: true, typed: "no" })),
  ];
}

/** Every hook event: whether a callback of this version hears of it, and whether its input is typed. */
export const hooksSection: Section = { title: "Hook events", rows };
