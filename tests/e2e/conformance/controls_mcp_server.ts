/** A small MCP server on standard input and output: one tool, one page. */
interface Call {
  id?: number;
  method: string;
  params: { protocolVersion?: string; uri?: string; arguments?: { text?: string } };
}

const TOOL = {
  name: "echo",
  description: "Says it again",
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  annotations: { readOnlyHint: true },
};

function answer({ method, params }: Call): Record<string, unknown> {
  switch (method) {
    case "initialize":
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: "kit", version: "1.0.0" },
      };
    case "tools/list":
      return { tools: [TOOL] };
    case "tools/call":
      return {
        content: [{ type: "text", text: params.arguments?.text }],
        structuredContent: { said: params.arguments?.text },
      };
    case "resources/list":
      return { resources: [{ uri: "ui://kit/page", name: "page", mimeType: "text/html" }] };
    case "resources/read":
      return { contents: [{ uri: params.uri, mimeType: "text/html;profile=mcp-app", text: "<p>hi</p>" }] };
    default:
      return {};
  }
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    const call: Call = JSON.parse(line);
    if (call.id === undefined) continue;
    console.log(JSON.stringify({ jsonrpc: "2.0", id: call.id, result: answer(call) }));
  }
}
