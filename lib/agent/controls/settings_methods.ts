import { checkOptionBag } from "../../protocol/option_bag.ts";
import type {
  GetHooksListingAnswer,
  GetSettingsAnswer,
  PermissionRulesState,
  ReloadPluginsAnswer,
  SlashCommand,
} from "../../protocol/requests/mod.ts";
import { present } from "./control_methods.ts";
import { REQUEST_OPTIONS } from "./request_options.ts";
import { FileMethods } from "./file_methods.ts";
import type { ReloadPluginsOptions, SettingsControls } from "./settings_controls.ts";

/** The methods about settings. */
export abstract class SettingsMethods extends FileMethods implements SettingsControls {
  settings(): Promise<GetSettingsAnswer> {
    return this.desk.call("get_settings", {});
  }

  async applyFlagSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await this.desk.call("apply_flag_settings", { settings });
  }

  async updateSettings(
    source: "localSettings" | "userSettings",
    settings: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    await this.desk.call("update_settings", { source, settings });
  }

  async permissionRules(): Promise<PermissionRulesState> {
    return (await this.desk.call("list_permission_rules", {})).state;
  }

  hooksListing(): Promise<GetHooksListingAnswer> {
    return this.desk.call("get_hooks_listing", {});
  }

  async reloadSkills(): Promise<SlashCommand[]> {
    return (await this.desk.call("reload_skills", {})).skills;
  }

  async reloadPlugins(given: ReloadPluginsOptions = {}): Promise<ReloadPluginsAnswer> {
    checkOptionBag("agent.reloadPlugins()", given, {
      holdOnCacheImpact: true,
      refuseIfBusy: true,
      ...REQUEST_OPTIONS,
    });
    const { holdOnCacheImpact, refuseIfBusy, ...options } = given;
    const fields = present({ hold_on_cache_impact: holdOnCacheImpact, refuse_if_busy: refuseIfBusy });
    return await this.desk.call("reload_plugins", fields, options);
  }

  async reloadOutputStyles(): Promise<string[]> {
    return (await this.desk.call("reload_output_styles", {})).available_output_styles;
  }
}
