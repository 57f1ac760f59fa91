import { FLAGS, Host } from "./_host.ts";
import type { ToolOptions, ToolOutcome } from "../../lib/testing/scenario_options.ts";

export const WRITE = { command: "touch x" };

/** Runs one tool call; `answers` are given to the hook callbacks and questions in the order in which they come. */
export async function oneCall(
  answers: unknown[],
  options: { name?: string; input?: Record<string, unknown>; hooks?: object; args?: string[]; tool?: ToolOptions } & {
    version?: "2.1.332" | "2.1.197";
  } = {},
): Promise<{ outcome: ToolOutcome; host: Host; kinds: string[] }> {
  const { name = "Bash", input = WRITE, hooks, args = [], tool = {}, version = "2.1.332" } = options;
  let outcome: ToolOutcome | undefined;
  const host = new Host(async (cli) => {
    await cli.prompt();
    outcome = await cli.tool(name, input, { result: (final) => `ran ${JSON.stringify(final)}`, ...tool });
    await cli.end();
  }, { args: [...FLAGS, ...args], version });
  await host.initialize(hooks);
  await host.prompt("x");
  const kinds: string[] = [];
  for (const answer of answers) {
    const request = await host.until((line) => line.type === "control_request");
    kinds.push(request.request.subtype);
    if (answer instanceof Error) {
      const response = { subtype: "error", request_id: request.request_id, error: answer.message };
      await host.write({ type: "control_response", response });
    } else await host.answer(request, answer);
  }
  await host.until("result");
  await host.finish();
  return { outcome: outcome as unknown as ToolOutcome, host, kinds };
}

export function hookOutput(output: object): object {
  return { hookSpecificOutput: { hookEventName: "PreToolUse", ...output } };
}

export const GATE = { PreToolUse: [{ hookCallbackIds: ["gate"] }] };
