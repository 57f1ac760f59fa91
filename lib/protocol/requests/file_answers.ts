import { z } from "zod";
import { maybeFlag, maybeNumber, maybeRecord, maybeText, record } from "../schemas/fields.ts";
import { optional } from "../schemas/object_factory.ts";
import { type AnswerBuilders, nothing } from "./answer_builders.ts";
import type * as files from "./files.ts";
import { slashCommand, subagentInfo } from "./initialize_answer.ts";
import { mcpServerStatus } from "./mcp_answers.ts";

/** The answers to requests about files, and about what the CLI reads from files. */
export const fileAnswers: AnswerBuilders<
  | "file_suggestions"
  | "read_file"
  | "register_repo_root"
  | "reload_output_styles"
  | "reload_plugins"
  | "reload_skills"
  | "seed_read_state"
> = {
  file_suggestions: (object) =>
    object<files.FileSuggestionsAnswer>({
      suggestions: z.array(object<files.FileSuggestion>({ path: z.string(), score: maybeNumber() })),
      cwd: maybeText(),
    }),
  read_file: (object) =>
    object<files.ReadFileAnswer>({
      contents: z.string(),
      absPath: z.string(),
      truncated: maybeFlag(),
      encoding: optional(z.literal("base64")),
      lossy: maybeFlag(),
      requested_path: maybeText(),
    }),
  register_repo_root: () => record(),
  reload_output_styles: (object) =>
    object<files.ReloadOutputStylesAnswer>({ available_output_styles: z.array(z.string()) }),
  reload_plugins: (object) =>
    object<files.ReloadPluginsAnswer>({
      commands: z.array(slashCommand(object)),
      agents: z.array(subagentInfo(object)),
      plugins: z.array(object<files.PluginInfo>({
        name: z.string(),
        path: z.string(),
        source: maybeText(),
        version: maybeText(),
      })),
      mcpServers: z.array(mcpServerStatus(object)),
      error_count: z.number(),
      held: maybeFlag(),
      cache_impact: maybeRecord(),
    }),
  reload_skills: (object) => object<files.ReloadSkillsAnswer>({ skills: z.array(slashCommand(object)) }),
  seed_read_state: nothing,
};
