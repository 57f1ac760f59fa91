import { assertEquals } from "@std/assert";
import { of } from "rxjs";
import { claude } from "../../../lib/agent/claude.ts";
import { turns } from "../../../lib/operators/turns.ts";
import { simulate } from "../../../lib/testing/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";

quietTest(
  "stdin-02: the input stays open until the last turn has ended, and a request in it is answered",
  async () => {
    let answer: Record<string, unknown> | undefined;
    const transport = simulate(async (cli) => {
      await cli.prompt("first");
      await cli.end();
      await cli.prompt("second");
      const message = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "echo" } };
      answer = await cli.request("mcp_message", { server_name: "kit", message }) as unknown as Record<string, unknown>;
      await cli.end({ text: "done" });
    });
    const said: string[] = [];
    await claude(of("first", "second"), { transport }).pipe(turns()).forEach((turn) => said.push(turn.text));
    assertEquals(transport.failures, []);
    assertEquals(said.length, 2);
    // No server was declared, so the answer is an error of the server's protocol; it was written in time.
    const { mcp_response } = (answer?.response ?? {}) as { mcp_response?: { id?: unknown; error?: { code: number } } };
    assertEquals([answer?.subtype, mcp_response?.id, typeof mcp_response?.error?.code], ["success", 3, "number"]);
  },
);
