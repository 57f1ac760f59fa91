import { checkOptionBag } from "../../protocol/option_bag.ts";
import type {
  AccountInfo,
  GetBinaryVersionAnswer,
  GetContextUsageAnswer,
  GetUsageAnswer,
  ModelInfo,
  SlashCommand,
  SubagentInfo,
} from "../../protocol/requests/mod.ts";
import { ControlMethods, present } from "./control_methods.ts";
import { REQUEST_OPTIONS } from "./request_options.ts";
import type { ContextUsageOptions, ReportControls, UsageOptions } from "./report_controls.ts";

/** The methods that change nothing. */
export abstract class ReportMethods extends ControlMethods implements ReportControls {
  async contextUsage(given: ContextUsageOptions = {}): Promise<GetContextUsageAnswer> {
    checkOptionBag("agent.contextUsage()", given, { detail: true, ...REQUEST_OPTIONS });
    const { detail, ...options } = given;
    return await this.desk.call("get_context_usage", present({ detail }), options);
  }

  async usage(given: UsageOptions = {}): Promise<GetUsageAnswer> {
    checkOptionBag("agent.usage()", given, { skipBehaviors: true, ...REQUEST_OPTIONS });
    const { skipBehaviors, ...options } = given;
    return await this.desk.call("get_usage", present({ skip_behaviors: skipBehaviors }), options);
  }

  async sessionCost(): Promise<string> {
    return (await this.desk.call("get_session_cost", {})).text;
  }

  async models(): Promise<ModelInfo[]> {
    return (await this.desk.call("list_models", {})).models;
  }

  binaryVersion(): Promise<GetBinaryVersionAnswer> {
    return this.desk.call("get_binary_version", {});
  }

  supportedCommands(): Promise<SlashCommand[]> {
    return this.desk.greeting("commands");
  }

  supportedAgents(): Promise<SubagentInfo[]> {
    return this.desk.greeting("agents");
  }

  supportedModels(): Promise<ModelInfo[]> {
    return this.desk.greeting("models");
  }

  outputStyles(): Promise<string[]> {
    return this.desk.greeting("available_output_styles");
  }

  accountInfo(): Promise<AccountInfo> {
    return this.desk.greeting("account");
  }
}
