// An MCP server on standard input and output with one tool, `wait`: whoever calls it is told that what a person was asked
// to do in a browser is done.
const encoder = new TextEncoder();
const WAIT = { name: "wait", description: "Waits for somebody", inputSchema: { type: "object", properties: {} } };

interface Message {
  id?: number | string;
  method?: string;
  params?: { protocolVersion?: string };
}

function send(message: object): void {
  Deno.stdout.writeSync(encoder.encode(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`));
}

function receive({ id, method, params }: Message): void {
  if (method === "initialize") {
    const serverInfo = { name: "waiting", version: "1" };
    send({ id, result: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === "tools/list") {
    send({ id, result: { tools: [WAIT] } });
  } else if (method === "tools/call") {
    send({ method: "notifications/elicitation/complete", params: { elicitationId: "e-1" } });
    send({ id, result: { content: [{ type: "text", text: "It is done." }] } });
  } else if (method !== undefined && id !== undefined) {
    send({ id, result: {} });
  }
}

let rest = "";
for await (const text of Deno.stdin.readable.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + text).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) if (line.trim() !== "") receive(JSON.parse(line));
}
