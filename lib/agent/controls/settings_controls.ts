import type {
  GetHooksListingAnswer,
  GetSettingsAnswer,
  PermissionRulesState,
  ReloadPluginsAnswer,
  SlashCommand,
} from "../../protocol/requests/mod.ts";
import type { RequestOptions } from "./request_options.ts";

/**
 * What a script can ask about settings. All of it works before the first turn, in a turn and between turns alike.
 *
 * @example A rule for this session alone
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * await agent.applyFlagSettings({ permissions: { deny: ["WebFetch"] } });
 * const { effective } = await agent.settings();
 * assertEquals(effective, { permissions: { deny: ["WebFetch"] } });
 * ```
 */
export interface SettingsControls {
  /**
   * Tells the settings in force, and where each comes from.
   *
   * @returns The settings; they may hold keys: do not log them.
   */
  settings(): Promise<GetSettingsAnswer>;

  /**
   * Sets settings of this session on top of those of the launch, at once: permission rules count for the next call. Lists
   * and objects are added to those of the launch; `null` takes back what an earlier call set. Nothing is written to disk.
   *
   * What would take a gate away is a `UsageError`, as it is in the options: the variable `CLAUDE_CODE_SIMPLE`, after
   * which the CLI calls no hook any more, and what Turnstream itself stands on.
   *
   * @param settings The settings, as a settings file has them.
   */
  applyFlagSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;

  /**
   * Writes settings into the project's local or the user's file. 2.1.332 takes a few keys only and refuses others; not
   * there on 2.1.197 (`ControlError` of kind `unsupported`).
   *
   * @param source Which file.
   * @param settings The settings.
   */
  updateSettings(
    source: "localSettings" | "userSettings",
    settings: Readonly<Record<string, unknown>>,
  ): Promise<void>;

  /**
   * Tells the CLI's own permission rules, and where each comes from; those of operators are not among them, but for the
   * rules of `denyTools`, which the CLI gets too. Not there on 2.1.197 (`ControlError` of kind `unsupported`).
   *
   * @returns The rules.
   */
  permissionRules(): Promise<PermissionRulesState>;

  /**
   * Tells the hooks of settings and plugins; those of the script are not among them. Not there on 2.1.197
   * (`ControlError` of kind `unsupported`).
   *
   * @returns The hooks, and all events that there are.
   */
  hooksListing(): Promise<GetHooksListingAnswer>;

  /**
   * Reads the skills anew from their folders.
   *
   * @returns The skills that there are now.
   */
  reloadSkills(): Promise<SlashCommand[]>;

  /**
   * Reads plugins anew: their commands, subagents, hooks and MCP servers. The hooks of the script stay registered.
   *
   * @param options When it is not done, and how long it may take.
   * @returns What there is now. The servers' configurations may hold keys: do not log them.
   */
  reloadPlugins(options?: ReloadPluginsOptions): Promise<ReloadPluginsAnswer>;

  /**
   * Reads the output styles anew. Not there on 2.1.197 (`ControlError` of kind `unsupported`).
   *
   * @returns Their names.
   */
  reloadOutputStyles(): Promise<string[]>;
}

/** When plugins are not read anew; 2.1.197 knows neither and reads them always. */
export interface ReloadPluginsOptions extends RequestOptions {
  /** Whether nothing is done if the list of tools would change; the answer then says `held: true`. @default false */
  holdOnCacheImpact?: boolean;
  /** Whether a busy session refuses (`ControlError` of kind `refused`). @default false */
  refuseIfBusy?: boolean;
}
