import { z } from "zod";
import type { HookEventName } from "./hook_map.ts";

type Shape = Record<string, z.ZodType>;

/** The schema of what a hook of each event may answer; whatever else stands in an answer does not fit. */
export function hookOutputSchemas(): Record<HookEventName, z.ZodType> {
  const text = z.string().optional();
  const flag = z.boolean().optional();
  const base = { systemMessage: text, suppressOutput: flag, terminalSequence: text };
  const stop = { continue: flag, stopReason: text };
  const block = { decision: z.literal("block").optional(), reason: text };
  const note = { additionalContext: text };
  const schema = (event: HookEventName, parts: Shape, own?: Shape): z.ZodType => {
    const specific = own &&
      { hookSpecificOutput: z.strictObject({ hookEventName: z.literal(event), ...own }).optional() };
    return z.strictObject({ ...base, ...parts, ...specific });
  };
  const passive = (event: HookEventName) => schema(event, {});
  const decides = (...values: [string, ...string[]]) => ({
    permissionDecision: z.enum(values).optional(),
    permissionDecisionReason: text,
  });
  const submitted = { ...note, suppressOriginalPrompt: flag };
  return {
    PreToolUse: schema("PreToolUse", { ...stop, ...block, decision: z.enum(["approve", "block"]).optional() }, {
      ...decides("allow", "deny", "ask", "defer"),
      updatedInput: z.record(z.string(), z.unknown()).optional(),
      ...note,
    }),
    PostToolUse: schema("PostToolUse", { ...stop, ...block }, {
      ...note,
      updatedToolOutput: z.unknown().optional(),
      updatedMCPToolOutput: z.unknown().optional(),
      classifierContext: text,
    }),
    PostToolUseFailure: schema("PostToolUseFailure", block, note),
    PostToolBatch: schema("PostToolBatch", { ...stop, ...block }, note),
    PermissionDenied: schema("PermissionDenied", {}, { retry: flag }),
    PreSkillShellCommand: schema("PreSkillShellCommand", { ...stop, ...block }, decides("allow", "deny")),
    UserPromptSubmit: schema("UserPromptSubmit", { ...stop, ...block }, { ...submitted, sessionTitle: text }),
    UserPromptExpansion: schema("UserPromptExpansion", { ...stop, ...block }, submitted),
    Stop: schema("Stop", { ...stop, ...block }, note),
    StopFailure: passive("StopFailure"),
    SubagentStart: schema("SubagentStart", {}, note),
    SubagentStop: schema("SubagentStop", { ...stop, ...block }, note),
    TeammateIdle: schema("TeammateIdle", block),
    SessionStart: schema("SessionStart", {}, {
      ...note,
      sessionTitle: text,
      watchPaths: z.array(z.string()).optional(),
      reloadSkills: flag,
    }),
    SessionEnd: passive("SessionEnd"),
    Setup: schema("Setup", {}, note),
    PreCompact: schema("PreCompact", block),
    PostCompact: passive("PostCompact"),
    PreModelSwitch: schema("PreModelSwitch", block, decides("allow", "deny")),
    PostModelSwitch: schema("PostModelSwitch", {}, note),
    ConfigChange: schema("ConfigChange", block),
    InstructionsLoaded: passive("InstructionsLoaded"),
    CwdChanged: passive("CwdChanged"),
    FileChanged: passive("FileChanged"),
    DirectoryAdded: passive("DirectoryAdded"),
    WorktreeCreate: schema("WorktreeCreate", {}, { worktreePath: z.string().min(1) }),
    WorktreeRemove: passive("WorktreeRemove"),
    Notification: passive("Notification"),
    MessageDisplay: schema("MessageDisplay", {}, { displayContent: text }),
    TaskCreated: schema("TaskCreated", block),
    TaskCompleted: schema("TaskCompleted", block),
    Elicitation: schema("Elicitation", block),
    ElicitationResult: schema("ElicitationResult", block),
  };
}
