import { checkOptionBag, type OptionNames } from "../../protocol/option_bag.ts";
import type { FileSuggestion, ReadFileAnswer } from "../../protocol/requests/mod.ts";
import { present } from "./control_methods.ts";
import { REQUEST_OPTIONS } from "./request_options.ts";
import type { FileControls, ReadFileOptions, RegisterRepoRootOptions } from "./file_controls.ts";
import { ReportMethods } from "./report_methods.ts";

const REGISTER_OPTIONS: OptionNames<RegisterRepoRootOptions> = {
  reloadClaudeMd: true,
  reloadPlugins: true,
  reloadSkills: true,
  ...REQUEST_OPTIONS,
};

/** The methods about files. */
export abstract class FileMethods extends ReportMethods implements FileControls {
  async readFile(path: string, given: ReadFileOptions = {}): Promise<ReadFileAnswer> {
    checkOptionBag("agent.readFile()", given, { maxBytes: true, encoding: true, ...REQUEST_OPTIONS });
    const { maxBytes, encoding, ...options } = given;
    return await this.desk.call("read_file", { path, ...present({ max_bytes: maxBytes, encoding }) }, options);
  }

  async fileSuggestions(query: string): Promise<FileSuggestion[]> {
    return (await this.desk.call("file_suggestions", { query })).suggestions;
  }

  async seedReadState(path: string, mtime: number): Promise<void> {
    await this.desk.call("seed_read_state", { path, mtime });
  }

  async registerRepoRoot(directory: string, given: RegisterRepoRootOptions = {}): Promise<void> {
    checkOptionBag("agent.registerRepoRoot()", given, REGISTER_OPTIONS);
    const { reloadClaudeMd, reloadPlugins, reloadSkills, ...options } = given;
    const what = present({
      reload_claude_md: reloadClaudeMd,
      reload_plugins: reloadPlugins,
      reload_skills: reloadSkills,
    });
    await this.desk.call("register_repo_root", { directory, ...what }, options);
  }
}
