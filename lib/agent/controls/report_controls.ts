import type {
  AccountInfo,
  GetBinaryVersionAnswer,
  GetContextUsageAnswer,
  GetUsageAnswer,
  ModelInfo,
  SlashCommand,
  SubagentInfo,
} from "../../protocol/requests/mod.ts";
import type { RequestOptions } from "./request_options.ts";

/**
 * What a script can ask and that changes nothing. All of it works before the first turn, in a turn and between turns
 * alike. What begins with *supported*, and `accountInfo` and `outputStyles`, was told when the agent began: it is kept,
 * and nothing is sent for it.
 *
 * @example What there is, before anything is asked of the agent
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * const [command] = await agent.supportedCommands();
 * assertEquals(command?.name, "compact");
 * assertEquals((await agent.contextUsage()).totalTokens, 120);
 * assertEquals((await agent.usage()).session.total_cost_usd, 0);
 * ```
 */
export interface ReportControls {
  /**
   * Tells how full the context window is, and of what. The CLI asks the model's server to count, which takes a moment
   * and costs nothing.
   *
   * @param options How much is told, and how long it may take.
   * @returns The numbers; before the first turn what a turn would begin with.
   */
  contextUsage(options?: ContextUsageOptions): Promise<GetContextUsageAnswer>;

  /**
   * Tells what the session has used so far.
   *
   * @param options Whether habits are told.
   * @returns The numbers. 2.1.332 counts what a resumed session cost before.
   */
  usage(options?: UsageOptions): Promise<GetUsageAnswer>;

  /**
   * Tells what the session cost so far, in words for people; `usage` has the numbers.
   *
   * @returns A few lines.
   */
  sessionCost(): Promise<string>;

  /**
   * Tells the models that can be chosen at present. Not there on 2.1.197 (`ControlError` of kind `unsupported`), where
   * `supportedModels` has them.
   *
   * @returns The models.
   */
  models(): Promise<ModelInfo[]>;

  /**
   * Tells the CLI's version.
   *
   * @returns The version, and when it was built.
   */
  binaryVersion(): Promise<GetBinaryVersionAnswer>;

  /**
   * The slash commands and skills that there were when the agent began.
   *
   * @returns The commands. Waits for the start; rejects with the run's error if it fails.
   */
  supportedCommands(): Promise<SlashCommand[]>;

  /**
   * The kinds of subagents that there were when the agent began.
   *
   * @returns The kinds. Waits for the start; rejects with the run's error if it fails.
   */
  supportedAgents(): Promise<SubagentInfo[]>;

  /**
   * The models that could be chosen when the agent began.
   *
   * @returns The models. Waits for the start; rejects with the run's error if it fails.
   */
  supportedModels(): Promise<ModelInfo[]>;

  /**
   * The output styles that there were when the agent began.
   *
   * @returns Their names. Waits for the start; rejects with the run's error if it fails.
   */
  outputStyles(): Promise<string[]>;

  /**
   * Who pays for the session.
   *
   * @returns The account, without any key. Waits for the start; rejects with the run's error if it fails.
   */
  accountInfo(): Promise<AccountInfo>;
}

/** How much is told of the context window. */
export interface ContextUsageOptions extends RequestOptions {
  /** How much is told; 2.1.197 tells all. @default the CLI's own choice */
  detail?: "summary" | "full";
}

/** How much is told of what was used. */
export interface UsageOptions extends RequestOptions {
  /** Whether habits are left out: looking them up reads earlier sessions. @default false */
  skipBehaviors?: boolean;
}
