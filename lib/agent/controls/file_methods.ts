import type { FileSuggestion, ReadFileAnswer } from "../../protocol/requests/mod.ts";
import { present } from "./control_methods.ts";
import type { FileControls, ReadFileOptions, RegisterRepoRootOptions } from "./file_controls.ts";
import { ReportMethods } from "./report_methods.ts";

/** The methods about files. */
export abstract class FileMethods extends ReportMethods implements FileControls {
  readFile(path: string, { maxBytes, encoding, ...options }: ReadFileOptions = {}): Promise<ReadFileAnswer> {
    return this.desk.call("read_file", { path, ...present({ max_bytes: maxBytes, encoding }) }, options);
  }

  async fileSuggestions(query: string): Promise<FileSuggestion[]> {
    return (await this.desk.call("file_suggestions", { query })).suggestions;
  }

  async seedReadState(path: string, mtime: number): Promise<void> {
    await this.desk.call("seed_read_state", { path, mtime });
  }

  async registerRepoRoot(
    directory: string,
    { reloadClaudeMd, reloadPlugins, reloadSkills, ...options }: RegisterRepoRootOptions = {},
  ): Promise<void> {
    const what = present({
      reload_claude_md: reloadClaudeMd,
      reload_plugins: reloadPlugins,
      reload_skills: reloadSkills,
    });
    await this.desk.call("register_repo_root", { directory, ...what }, options);
  }
}
