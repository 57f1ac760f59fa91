import type { Message } from "../protocol/messages.ts";
import type { AgentCore } from "./core.ts";
import { resultSchema } from "./launch.ts";

const looked = new WeakSet<AgentCore>();

/**
 * Says what the CLI left out of what it was started with: it tells in its first `init`, and goes on.
 *
 * @param core The conversation.
 * @param message What was read.
 */
export function observeFirstInit(core: AgentCore, message: Message): void {
  if (message.type !== "system" || message.subtype !== "init" || looked.has(core)) return;
  looked.add(core);
  const { tools, plugin_errors: plugins, mcp_server_errors: servers } = message;
  for (const [what, problems] of [["a plugin", plugins], ["an MCP server", servers]] as const) {
    for (const problem of Array.isArray(problems) ? problems : []) {
      core.report("warning", `The CLI did not load ${what}: ${problem?.message ?? JSON.stringify(problem)}`);
    }
  }
  if (!Array.isArray(tools) || tools.includes("StructuredOutput")) return;
  if (resultSchema(core.options, core.registry) === undefined) return;
  core.report(
    "warning",
    "The CLI did not understand the JSON schema, so no turn will have a structured_output. It knows draft-07 alone; " +
      'versions such as 2.1.197 know no "format" either',
  );
}
