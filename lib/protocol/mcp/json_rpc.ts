import { isRecord } from "../is_record.ts";

/** The id of a JSON-RPC request. */
export type RpcId = string | number;

/** A JSON-RPC request or notification. */
export interface RpcCall {
  /** Always `"2.0"`. */
  jsonrpc: "2.0";
  /** The request's id; a notification has none. */
  id?: RpcId;
  /** What is asked. */
  method: string;
  /** With which parameters. */
  params?: Record<string, unknown>;
}

/** A JSON-RPC response. */
export interface RpcAnswer {
  /** Always `"2.0"`. */
  jsonrpc: "2.0";
  /** The request's id; `null` where it had none that could be read. */
  id: RpcId | null;
  /** The result. */
  result?: Record<string, unknown>;
  /** Or the error. */
  error?: { code: number; message: string; data?: unknown };
}

/** JSON-RPC's own codes, and that of the MCP SDK for a connection that is no more. */
export const RPC_CODES = { gone: -32000, invalidRequest: -32600, unknownMethod: -32601, internal: -32603 } as const;

/** A JSON-RPC error. */
export function rpcError(id: RpcId | null, code: keyof typeof RPC_CODES, message: string): RpcAnswer {
  return { jsonrpc: "2.0", id, error: { code: RPC_CODES[code], message } };
}

/**
 * What a notification is answered with: JSON-RPC has no answer for one, but the CLI waits for it (seen on 2.1.332 and
 * 2.1.197: the first turn waits for half a minute and more, and the server's tools are missing).
 */
export function acknowledged(): RpcAnswer {
  return { jsonrpc: "2.0", id: 0, result: {} };
}

/** Whether a value can be a request's id. */
export function isRpcId(value: unknown): value is RpcId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** The id of a message, as its answer has to carry it; `null` where there is none that could be read. */
export function rpcIdOf(message: unknown): RpcId | null {
  return isRecord(message) && isRpcId(message.id) ? message.id : null;
}

/**
 * Reads a message: a call, an answer to a request of ours, or neither. What is given has no other fields than JSON-RPC's
 * own: the MCP SDK leaves a call with more, or with `_meta` that is not as it should be, without an answer.
 */
export function readRpc(message: unknown): { call: RpcCall } | { answer: RpcAnswer } | undefined {
  if (!isRecord(message) || message.jsonrpc !== "2.0") return undefined;
  const { id, method, params, result, error } = message;
  if (id !== undefined && !isRpcId(id)) return undefined;
  if (method === undefined) {
    if (id === undefined || (isRecord(result) === isRecord(error))) return undefined;
    return {
      answer: {
        jsonrpc: "2.0",
        id,
        ...(isRecord(result) ? { result } : { error: error as RpcAnswer["error"] & object }),
      },
    };
  }
  if (typeof method !== "string") return undefined;
  if (params !== undefined && (!isRecord(params) || !isMeta(params._meta))) return undefined;
  return {
    call: {
      jsonrpc: "2.0",
      ...(id === undefined ? {} : { id }),
      method,
      ...(params === undefined ? {} : { params }),
    },
  };
}

/** Whether a value can be what MCP has beside the parameters. */
function isMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken: token, "io.modelcontextprotocol/related-task": task } = meta;
  if (token !== undefined && !isRpcId(token)) return false;
  return task === undefined || (isRecord(task) && typeof task.taskId === "string");
}
