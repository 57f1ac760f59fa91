import { UsageError } from "../../protocol/errors.ts";
import { toolNamePart, toolServerFacts } from "../../protocol/mcp/in_process.ts";
import { decidedBy } from "../answer/verdict.ts";
import type { Decision, PermissionRequest } from "../events.ts";

/** A tool that was declared allowed where it is defined. */
export interface AllowedTool {
  /** Its name, as calls bear it. */
  readonly toolName: string;
  /** The server's name in the options. */
  readonly server: string;
  /** Whether it says that it changes nothing. */
  readonly readOnly: boolean;
}

/**
 * The tools of a server that were declared allowed.
 *
 * @throws {UsageError} If a name could also be that of another server's tool.
 */
export function allowedTools(server: string, value: unknown): AllowedTool[] {
  return (toolServerFacts(value)?.allowed ?? []).map(({ name, readOnly }) => {
    const parts = [toolNamePart(server), toolNamePart(name)];
    if (parts.some((part) => part.includes("__") || part.startsWith("_") || part.endsWith("_"))) {
      throw new UsageError(
        `Cannot allow the tool ${JSON.stringify(name)} of the MCP server ${
          JSON.stringify(server)
        } where it is defined: ` +
          `"mcp__${
            parts.join("__")
          }" could also be another server's tool. Leave "allow" out, or take names without "__" ` +
          'that neither begin nor end with "_"',
      );
    }
    return { toolName: `mcp__${parts.join("__")}`, server, readOnly };
  });
}

/** The decision about a call that nobody else decided, where its tool was declared allowed. */
export function ownDecision(request: PermissionRequest, tool: AllowedTool | undefined): Decision | undefined {
  if (tool === undefined || request.forPerson) return undefined;
  // Only a newer CLI says whose tool it is; a server of the same name may stand in somebody's settings.
  const origin = request.mcpServer;
  if (origin !== undefined && (origin.name !== tool.server || origin.source !== "sdk")) return undefined;
  if (request.mode === "plan" && !tool.readOnly) return undefined;
  return decidedBy(request.allow(), { rule: tool.toolName, by: "tool()" });
}
