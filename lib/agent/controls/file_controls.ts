import type { FileSuggestion, ReadFileAnswer } from "../../protocol/requests/mod.ts";
import type { RequestOptions } from "./request_options.ts";

/**
 * What a script can ask about files. All of it works before the first turn, in a turn and between turns alike.
 *
 * @example A file that may not be read
 * ```ts
 * import { connect, ControlError } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertRejects } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * await assertRejects(() => agent.readFile("/etc/passwd"), ControlError, "read denied");
 * ```
 */
export interface FileControls {
  /**
   * Reads a file where the agent is, as far as the CLI's own rules let the agent read it; hooks and gates are not asked,
   * for it is the script that reads.
   *
   * @param path The path.
   * @param options How much, and how the bytes are told.
   * @returns What stands in the file. Rejects with a `ControlError` of kind `refused` for what may not be read, such as
   * files outside of the agent's folders.
   */
  readFile(path: string, options?: ReadFileOptions): Promise<ReadFileAnswer>;

  /**
   * Finds files of the project by a few letters of their paths. The CLI lists the files in the background: right after
   * the start it may know none yet.
   *
   * @param query The letters.
   * @returns The files, best first.
   */
  fileSuggestions(query: string): Promise<FileSuggestion[]>;

  /**
   * Tells the CLI that the agent has read a file, so that it may edit it without reading it (again).
   *
   * @param path The path.
   * @param mtime When the file was last changed, in milliseconds since 1970: the CLI looks whether it has changed since.
   */
  seedReadState(path: string, mtime: number): Promise<void>;

  /**
   * Adds another repository to the session. The CLI refuses the folder that the session began in, and what is no
   * repository (`ControlError` of kind `refused`).
   *
   * @param directory Its folder.
   * @param options What of it is read at once.
   */
  registerRepoRoot(directory: string, options?: RegisterRepoRootOptions): Promise<void>;
}

/** How a file is read. */
export interface ReadFileOptions extends RequestOptions {
  /** How many bytes at most. @default the CLI's own limit */
  maxBytes?: number;
  /** Whether `contents` is text, or the bytes as base64. @default "utf-8" */
  encoding?: "utf-8" | "base64";
}

/** What of another repository is read at once. */
export interface RegisterRepoRootOptions extends RequestOptions {
  /** Its instructions. @default the CLI's own choice */
  reloadClaudeMd?: boolean;
  /** Its plugins. @default the CLI's own choice */
  reloadPlugins?: boolean;
  /** Its skills. @default the CLI's own choice */
  reloadSkills?: boolean;
}
