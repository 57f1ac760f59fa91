import { concat, of } from "rxjs";
import { z } from "zod";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { mcpServer, tool, type ToolServer } from "../../../lib/mcp/mod.ts";

/** More than a megabyte. */
export const LARGE = "z".repeat(1_200_000);

/** A server of tools, and what happens to them. */
export interface Kit {
  /** The server. */
  server: ToolServer;
  /** Resolves when the tool that waits is called. */
  called: Promise<void>;
  /** Resolves when its signal fires. */
  stopped: Promise<void>;
  /** The ids of the tool uses that the handlers were told. */
  ids: (string | undefined)[];
}

/** Makes the tools of the tests: all are declared allowed but one. */
export function kit(): Kit {
  const called = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const ids: (string | undefined)[] = [];
  const nothing = z.object({});
  const server = mcpServer("kit", [
    tool("echo", "Says it again", z.object({ text: z.string() }), ({ text }) => text, { allow: true, readOnly: true }),
    tool("later", "Waits, then answers with data", nothing, async (_args, { progress, toolUseId }) => {
      progress("half way");
      ids.push(toolUseId);
      await Promise.resolve();
      return { answer: 42 };
    }, { allow: true }),
    tool("steps", "Tells what it does", nothing, () => concat(of("one", "two"), of("three")), { allow: true }),
    tool("fails", "Does not work", nothing, () => {
      throw new Error("The shop is closed");
    }, { allow: true }),
    tool("large", "Says a lot", nothing, () => LARGE, { allow: true }),
    tool("waits", "Waits for ever", nothing, (_args, { signal }) => {
      called.resolve();
      return new Promise<string>((_, reject) =>
        signal.addEventListener("abort", () => {
          stopped.resolve();
          reject(signal.reason);
        })
      );
    }, { allow: true }),
    tool("closed", "Nobody allows it", nothing, () => "It ran"),
  ]);
  return { server, called: called.promise, stopped: stopped.promise, ids };
}

/** A server as the MCP SDK's own documentation makes one. */
export function official(): McpServer {
  const server = new McpServer({ name: "official", version: "1.0.0" });
  server.registerTool(
    "greet",
    { description: "Greets somebody", inputSchema: { who: z.string() } },
    ({ who }: { who: string }) => ({ content: [{ type: "text", text: `Hello, ${who}` }] }),
  );
  return server;
}
