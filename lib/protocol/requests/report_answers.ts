import { z } from "zod";
import { maybeFlag, maybeNumber, maybeRecord, maybeText, record } from "../schemas/fields.ts";
import { type ObjectFactory, optional } from "../schemas/object_factory.ts";
import { modelUsageSchema } from "../schemas/usage_schemas.ts";
import { type AnswerBuilders, nothing } from "./answer_builders.ts";
import { modelInfo } from "./initialize_answer.ts";
import type * as reports from "./reports.ts";
import type * as settings from "./settings.ts";

/** The answers to requests that only tell something, and to those about settings. */
export const reportAnswers: AnswerBuilders<
  | "apply_flag_settings"
  | "get_binary_version"
  | "get_hooks_listing"
  | "get_session_cost"
  | "get_settings"
  | "get_usage"
  | "list_models"
  | "list_permission_rules"
  | "update_settings"
> = {
  apply_flag_settings: nothing,
  get_binary_version: (object) =>
    object<reports.GetBinaryVersionAnswer>({
      version: z.string(),
      buildTime: maybeText(),
      oldestDesktopSdk: maybeText(),
    }),
  get_hooks_listing: (object) =>
    object<reports.GetHooksListingAnswer>({
      events: z.array(hookEvent(object)),
      hooks: z.array(hookListing(object)),
      eventCatalog: z.array(hookEvent(object)),
      policy: record(),
      safeMode: maybeRecord(),
      bareMode: maybeRecord(),
      errors: optional(z.array(record())),
    }),
  get_session_cost: (object) => object<reports.GetSessionCostAnswer>({ text: z.string() }),
  get_settings: (object) =>
    object<settings.GetSettingsAnswer>({
      effective: record(),
      sources: z.array(object<settings.SettingsSource>({
        source: z.string(),
        settings: record(),
        policyOrigin: maybeText(),
      })),
      applied: appliedSettings(object),
      served_settings_state: maybeText(),
      errors: optional(z.array(record())),
    }),
  get_usage: (object) =>
    object<reports.GetUsageAnswer>({
      session: object<reports.SessionUsage>({
        total_cost_usd: z.number(),
        total_api_duration_ms: z.number(),
        total_duration_ms: z.number(),
        total_lines_added: z.number(),
        total_lines_removed: z.number(),
        model_usage: z.record(z.string(), modelUsageSchema(object)),
      }),
      subscription_type: z.string().nullable(),
      rate_limits_available: z.boolean(),
      rate_limits: record().nullable(),
      behaviors: record().nullable(),
    }),
  list_models: (object) => object<reports.ListModelsAnswer>({ models: z.array(modelInfo(object)) }),
  list_permission_rules: (object) =>
    object<reports.ListPermissionRulesAnswer>({
      state: object<reports.PermissionRulesState>({
        rules: z.array(permissionRule(object)),
        workspaceDirectories: z.array(
          object<reports.WorkspaceDirectory>({ path: z.string(), source: z.string() }),
        ),
        originalCwd: z.string(),
        managedOnly: z.boolean(),
        errors: optional(z.array(record())),
        withheld: maybeFlag(),
      }),
    }),
  update_settings: () => record(),
};

function appliedSettings(object: ObjectFactory): z.ZodType<settings.AppliedSettings> {
  return object<settings.AppliedSettings>({
    model: z.string(),
    effort: optional(z.string().nullable()),
    advisor: optional(z.string().nullable()),
    ultracode: maybeFlag(),
    ultracodeRequested: maybeFlag(),
    ultracodeAvailable: maybeFlag(),
    ultrathinkAvailable: maybeFlag(),
    outsideFileToolReadsBlocked: maybeFlag(),
    outsideFileToolWritesBlocked: maybeFlag(),
    outsideBlocksCountLaunchFoldersOnly: maybeFlag(),
    launchEnvLeftOwnFilesInPlace: maybeFlag(),
  });
}

function permissionRule(object: ObjectFactory): z.ZodType<reports.PermissionRuleEntry> {
  return object<reports.PermissionRuleEntry>({
    behavior: z.string(),
    source: z.string(),
    rule: z.string(),
    description: optional(object<reports.PermissionRuleDescription>({
      prefix: maybeText(),
      emphasis: maybeText(),
      suffix: maybeText(),
    })),
    editability: z.string(),
    notInEffect: maybeFlag(),
  });
}

function hookEvent(object: ObjectFactory): z.ZodType<reports.HookEventSummary> {
  return object<reports.HookEventSummary>({
    name: z.string(),
    summary: z.string(),
    supportsMatcher: z.boolean(),
    hookCount: maybeNumber(),
  });
}

function hookListing(object: ObjectFactory): z.ZodType<reports.HookListing> {
  return object<reports.HookListing>({
    event: z.string(),
    matcher: z.string(),
    source: z.string(),
    sourceLabel: z.string(),
    pluginName: maybeText(),
    type: z.string(),
    displayText: z.string(),
    commandText: z.string(),
    contentLabel: z.string(),
    condition: maybeText(),
    timeout: maybeNumber(),
    statusMessage: maybeText(),
    runsOnce: maybeFlag(),
    runsInBackground: maybeFlag(),
    disabled: maybeFlag(),
    editable: maybeRecord(),
  });
}
