import type { ControlRequestFrame } from "../../protocol/control.ts";
import { isRecord } from "../../protocol/is_record.ts";
import { acknowledged, readRpc, type RpcAnswer, rpcError, rpcIdOf } from "../../protocol/mcp/json_rpc.ts";
import { TimeoutReached } from "./evaluate.ts";
import type { AnswerHost } from "./host.ts";
import type { Pending, Reply } from "./pending.ts";
import { labelOf, success } from "./replies.ts";
import { written } from "./wrong_answer.ts";

/**
 * Lets a server in the script answer one message of the Model Context Protocol. Whatever comes is answered, with the
 * same id; a call of a tool may take as long as it likes.
 */
export async function answerMcp(
  frame: ControlRequestFrame,
  { host, pending }: { host: AnswerHost; pending: Pending },
): Promise<Reply> {
  const { server_name: name, message } = frame.request;
  if (!host.servers.has(name)) {
    host.report("unhandled", `The CLI spoke to an MCP server that the script does not have: ${labelOf(frame)}`, frame);
  }
  // The CLI waits for half a minute for a server that does not say who it is, and so does the first turn.
  if (isRecord(message) && message.method === "initialize") pending.limit(host.hookMs);
  const answer = await host.servers.receive(name, message, pending.signal);
  if (pending.signal.reason instanceof TimeoutReached) {
    const what = `The MCP server "${name}" did not answer initialize within limits.hookMs, so it got an error`;
    host.report("responder_failed", what, pending.signal.reason);
  }
  return reply(wireAnswer(answer, message));
}

/** What a message is answered with when nobody will answer it any more. */
export function mcpRefusal(message: unknown, why: string): Reply {
  const read = readRpc(message);
  const waits = read === undefined || ("call" in read && read.call.id !== undefined);
  return reply(waits ? rpcError(rpcIdOf(message), "gone", why) : acknowledged());
}

/** A result that is no JSON must not leave the call without an answer. */
function wireAnswer(answer: RpcAnswer, message: unknown): RpcAnswer {
  try {
    return written(answer) as RpcAnswer;
  } catch {
    return rpcError(rpcIdOf(message), "internal", "The server's answer cannot be written as JSON");
  }
}

function reply(answer: RpcAnswer): Reply {
  return success({ mcp_response: answer });
}
