import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import { inProcessOf } from "../protocol/mcp/in_process.ts";
import { checkChoice, shown } from "./option_checks.ts";

const TYPES: readonly string[] = ["stdio", "http", "sse", "ws", "sdk"];

/** Seen on 2.1.332 and 2.1.197: servers of these names are the CLI's own, and left out. */
const RESERVED: readonly string[] = ["claude-in-chrome", "workspace"];

/**
 * Refuses servers that the CLI would leave out without a word, on 2.1.332 and 2.1.197 alike. Nothing of a server is
 * shown: its variables and headers hold keys.
 */
export function checkMcpServers(mcpServers: unknown): void {
  if (mcpServers === undefined) return;
  if (!isRecord(mcpServers)) {
    throw new UsageError(`Cannot use ${shown(mcpServers)} as "mcpServers": give an object with one entry a server`);
  }
  for (const [name, server] of Object.entries(mcpServers)) {
    const where = `mcpServers[${shown(name)}]`;
    if (name.trim() === "") throw new UsageError(`Cannot use the name ${shown(name)} in "mcpServers": it is empty`);
    if (RESERVED.includes(name)) {
      throw new UsageError(`Cannot use the name "${name}" in "mcpServers": the CLI keeps it for itself, take another`);
    }
    if (inProcessOf(server) !== undefined) continue;
    if (!isRecord(server)) throw new UsageError(`Cannot use "${where}": give an object, such as { command: "…" }`);
    checkServer(where, server);
  }
}

function checkServer(where: string, server: Readonly<Record<string, unknown>>): void {
  const { type = "stdio", command, args, env, url, headers } = server;
  if (server.type === undefined && command === undefined && url !== undefined) {
    throw new UsageError(`Cannot use "${where}": an "url" needs a type, add { type: "http" } or { type: "sse" }`);
  }
  checkChoice(`${where}.type`, type, { choices: TYPES, what: "types" });
  if (type === "sdk") return;
  if (type === "stdio") {
    need(where, "command", command);
    if (args !== undefined && !(Array.isArray(args) && args.every(isText))) {
      throw new UsageError(`Cannot use "${where}.args": give a list of texts`);
    }
    needTexts(where, "env", env);
  } else {
    need(where, "url", url);
    needTexts(where, "headers", headers);
  }
}

function need(where: string, name: string, value: unknown): void {
  if (typeof value === "string" && value.trim() !== "") return;
  throw new UsageError(`Cannot use "${where}": give its "${name}", a text that is not empty`);
}

function needTexts(where: string, name: string, value: unknown): void {
  if (value === undefined || (isRecord(value) && Object.values(value).every(isText))) return;
  throw new UsageError(`Cannot use "${where}.${name}": give an object with one text a name`);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
