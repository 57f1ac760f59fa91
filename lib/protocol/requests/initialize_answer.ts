import { z } from "zod";
import { maybeFlag, maybeNumber, maybeRecord, maybeText, maybeTextOrNull, maybeTexts } from "../schemas/fields.ts";
import { permissionModeSchema } from "../schemas/init_schema.ts";
import { type ObjectFactory, optional } from "../schemas/object_factory.ts";
import type { AccountInfo, InitializeAnswer, ModelInfo, SlashCommand, SubagentInfo } from "./initialize.ts";

/** A slash command or skill. */
export function slashCommand(object: ObjectFactory): z.ZodType<SlashCommand> {
  return object<SlashCommand>({
    name: z.string(),
    description: z.string(),
    argumentHint: z.union([z.string(), z.array(z.string())]),
    aliases: maybeTexts(),
    builtin: maybeFlag(),
  });
}

/** A kind of subagent. */
export function subagentInfo(object: ObjectFactory): z.ZodType<SubagentInfo> {
  return object<SubagentInfo>({ name: z.string(), description: z.string(), model: maybeText() });
}

/** A model that can be chosen. */
export function modelInfo(object: ObjectFactory): z.ZodType<ModelInfo> {
  return object<ModelInfo>({
    value: z.string(),
    resolvedModel: maybeText(),
    displayName: z.string(),
    description: z.string(),
    supportsEffort: maybeFlag(),
    supportedEffortLevels: maybeTexts(),
    supportsAdaptiveThinking: maybeFlag(),
    supportsFastMode: maybeFlag(),
    supportsAutoMode: maybeFlag(),
    supportsThinkingOff: maybeFlag(),
  });
}

/** The answer to `initialize`. */
export function initializeAnswer(object: ObjectFactory): z.ZodType<InitializeAnswer> {
  return object<InitializeAnswer>({
    commands: z.array(slashCommand(object)),
    agents: z.array(subagentInfo(object)),
    output_style: z.string(),
    available_output_styles: z.array(z.string()),
    models: z.array(modelInfo(object)),
    account: object<AccountInfo>({
      email: maybeText(),
      organization: maybeText(),
      subscriptionType: maybeText(),
      tokenSource: maybeText(),
      apiKeySource: maybeText(),
      apiProvider: maybeText(),
    }),
    pid: maybeNumber(),
    claude_code_version: maybeText(),
    current_permission_mode: optional(permissionModeSchema()),
    hooks_applied: maybeFlag(),
    hook_on_failure_supported: maybeFlag(),
    hooks_when_unanswered_kept: maybeNumber(),
    other_hook_ask_outranks_host: maybeFlag(),
    session_state: maybeText(),
    capabilities: maybeTexts(),
    user_output_styles_dir: maybeText(),
    feedback_mode: maybeRecord(),
    analytics_disabled: maybeFlag(),
    sandbox_enabled: maybeFlag(),
    remote_control_available: maybeFlag(),
    remote_control_auto_enable: maybeFlag(),
    remote_control_auto_connect_default: maybeFlag(),
    remote_control_auto_on_by_default: maybeFlag(),
    ide_rc_auto_enable_gate: maybeFlag(),
    fast_mode_state: maybeText(),
    fast_mode_disabled_reason: maybeTextOrNull(),
  });
}
