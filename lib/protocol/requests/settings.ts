/** The settings, and where they come from. */
export interface GetSettingsAnswer {
  /** All together, as they hold; may hold keys. */
  effective: Record<string, unknown>;
  /** One by one, the weakest first. */
  sources: SettingsSource[];
  /** What the session made of them. */
  applied: AppliedSettings;
  /** Whether an administrator's server gives settings (newer CLI). */
  served_settings_state?: string;
  /** Settings that could not be read. */
  errors?: Record<string, unknown>[];
}

/** Settings of one source. */
export interface SettingsSource {
  /** The source, such as `projectSettings`; `flagSettings` is what the script gave. */
  source: string;
  /** The settings. */
  settings: Record<string, unknown>;
  /** Where an administrator's settings come from. */
  policyOrigin?: string;
}

/** What a session made of its settings. */
export interface AppliedSettings {
  /** The model. */
  model: string;
  /** The effort; `null` where the model has none. */
  effort?: string | null;
  /** The model that advises. */
  advisor?: string | null;
  /** Whether the highest effort is on. */
  ultracode?: boolean;
  /** Whether it was asked for (newer CLI). */
  ultracodeRequested?: boolean;
  /** Whether it could be (newer CLI). */
  ultracodeAvailable?: boolean;
  /** Whether the word for it works in prompts (newer CLI). */
  ultrathinkAvailable?: boolean;
  /** Whether files outside of the working folders cannot be read (newer CLI). */
  outsideFileToolReadsBlocked?: boolean;
  /** Whether files outside of the working folders cannot be written (newer CLI). */
  outsideFileToolWritesBlocked?: boolean;
  /** Whether those are the folders of the launch only (newer CLI). */
  outsideBlocksCountLaunchFoldersOnly?: boolean;
  /** Whether the environment of the launch left the session's own files where they are (newer CLI). */
  launchEnvLeftOwnFilesInPlace?: boolean;
}

/** Sets settings of the session, on top of those of the launch. */
export interface ApplyFlagSettingsFields {
  /** The settings; `null` takes back what an earlier request set. */
  settings: Record<string, unknown>;
}

/** Writes a settings file (newer CLI). */
export interface UpdateSettingsFields {
  /** Which file. */
  source: "localSettings" | "userSettings";
  /** The settings; the CLI takes few of them. */
  settings: Record<string, unknown>;
}
