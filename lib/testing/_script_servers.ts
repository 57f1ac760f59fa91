import { isRecord } from "../protocol/is_record.ts";
import { toolNamePart } from "../protocol/mcp/in_process.ts";
import type { Actor } from "./_actor.ts";
import type { Call } from "./_judge.ts";
import type { Machine } from "./_machine.ts";
import { type Given, givenBy } from "./_mcp_result.ts";

type Fields = Record<string, unknown>;

interface Server {
  name: string;
  status: "pending" | "connected" | "failed" | "disabled";
  info: unknown;
  tools: Fields[];
  /** Ids start anew with each greeting. */
  nextId: number;
}

const BUILT_IN = "SDK servers should be handled in print.ts";

/** The MCP servers that live in the script, as the simulated CLI speaks to them. */
export class ScriptServers {
  readonly #machine: Machine;
  readonly #servers = new Map<string, Server>();
  /** Those that were added while the session runs, of any kind. */
  #added: string[] = [];
  #greeting: Promise<void> | undefined;
  /** Whether the older CLI has yet to greet the servers of the launch: it does when the first turn begins. */
  #isDue = false;

  /** @param machine The process. */
  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** The servers, as `init` lists them. */
  get listed(): { name: string; status: string; source?: string }[] {
    return [...this.#servers.values()].map(({ name, status }) => ({
      name,
      status: this.#told(status),
      ...this.#source,
    }));
  }

  /** The names of the tools, as `init` lists them. */
  get toolNames(): string[] {
    const servers = [...this.#servers.values()].filter(({ status }) => !this.#machine.isNew || status !== "disabled");
    return servers.flatMap(({ name, tools }) => tools.map((tool) => fullName(name, tool))).sort();
  }

  /** The answer to `mcp_status`. */
  get status(): Fields[] {
    const isNew = this.#machine.isNew;
    if (this.#isDue) return [];
    return [...this.#servers.values()].map(({ name, status, info, tools }) => ({
      name,
      status: this.#told(status),
      ...(isNew && status === "connected" ? { serverInfo: info } : {}),
      ...(isNew ? { transport: "sdk" } : {}),
      scope: "dynamic",
      ...this.#source,
      ...(isNew && status === "disabled"
        ? {}
        : { tools: status === "disabled" ? [] : tools.map(({ name }) => ({ name, annotations: {} })) }),
    }));
  }

  /** Takes the servers that `initialize` names. */
  open(names: unknown): void {
    if (!Array.isArray(names) || names.length === 0) return;
    for (const name of names) this.#add(String(name));
    this.#added = names.map(String);
    if (this.#machine.isNew) this.#greetAll();
    else this.#isDue = true;
  }

  /** Greets those that were not greeted; resolves when all are connected. `undefined` where there is none to wait for. */
  connect(): Promise<void> | undefined {
    if (this.#isDue) this.#greetAll();
    return this.#greeting;
  }

  /** Takes the servers of `mcp_set_servers`: all that were added go, those of the script that `initialize` named too. */
  replace(servers: Fields): { added: string[]; removed: string[]; errors: Fields } {
    const names = Object.keys(servers);
    const added = names.filter((name) => !this.#added.includes(name));
    const removed = this.#added.filter((name) => !names.includes(name));
    for (const name of removed) this.#servers.delete(name);
    for (const name of added) if (isRecord(servers[name]) && servers[name].type === "sdk") this.#add(name);
    this.#added = names;
    if (added.some((name) => this.#servers.has(name))) this.#greetAll();
    return { added, removed, errors: {} };
  }

  /** Switches one on or off; gives why that cannot be. */
  toggle(name: unknown, enabled: boolean): string | undefined {
    const server = this.#servers.get(String(name));
    if (server === undefined) return `Server not found: ${String(name)}`;
    if (enabled && !this.#machine.isNew) return BUILT_IN;
    server.status = enabled ? "pending" : "disabled";
    if (enabled) this.#greetAll();
    return undefined;
  }

  /** Why a server cannot be connected anew. */
  whyNotReconnect(name: unknown): string {
    return this.#servers.has(String(name)) ? BUILT_IN : `Server not found: ${String(name)}`;
  }

  /** Takes a message of a server's. */
  take(name: unknown, message: unknown): void {
    const server = this.#servers.get(String(name));
    if (server === undefined || !isRecord(message)) return;
    const { id, method } = message;
    if (method === "notifications/tools/list_changed" && this.#machine.isNew) void this.#list(server).catch(() => {});
    if (method === undefined || id === undefined) return;
    const refused = { code: -32601, message: "Method not found" };
    this.#send(server, { jsonrpc: "2.0", id, ...(method === "ping" ? { result: {} } : { error: refused }) });
  }

  /** The server that a tool is of, and its own name of it. */
  find(toolName: string): { server: Server; tool: string } | undefined {
    for (const server of this.#servers.values()) {
      if (server.status === "disabled" && this.#machine.isNew) continue;
      const tool = server.tools.find((each) => fullName(server.name, each) === toolName);
      if (tool !== undefined) return { server, tool: String(tool.name) };
    }
    return undefined;
  }

  /** Whether a tool would be one of the script's own servers', which has no such tool. */
  misses(toolName: string): boolean {
    const names = [...this.#servers.keys()];
    return names.some((name) => toolName.startsWith(`mcp__${toolNamePart(name)}__`)) &&
      this.find(toolName) === undefined;
  }

  /** What a permission request says of a tool of the script's. */
  origin(toolName: string): Fields {
    const found = this.#machine.isNew ? this.find(toolName) : undefined;
    if (found === undefined) return {};
    return { mcp_server: { name: found.server.name, source: "sdk" }, server_policy_ask_only: true };
  }

  /** Calls a tool; where the turn ends before, the server is told so. */
  async call(actor: Actor, { id: toolUseId, input }: Call, found: { server: Server; tool: string }): Promise<Given> {
    const { server, tool } = found;
    const id = server.nextId++;
    const params = {
      name: tool,
      arguments: input,
      _meta: { "claudecode/toolUseId": toolUseId, progressToken: id },
    };
    const answer = this.#send(server, { method: "tools/call", params, jsonrpc: "2.0", id });
    const over = actor.over.then(() => undefined);
    const first = await Promise.race([answer, over]);
    if (first === undefined) {
      answer.catch(() => {});
      const reason = "AbortError: remote-cancel";
      const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id, reason } };
      if (!this.#machine.isGone) this.#send(server, cancelled).catch(() => {});
      return { content: "", fails: true };
    }
    return givenBy(first, { server: server.name, isNew: this.#machine.isNew });
  }

  #add(name: string): void {
    this.#servers.set(name, { name, status: "pending", info: undefined, tools: [], nextId: 0 });
  }

  /** Both versions greet all of them whenever they change. */
  #greetAll(): void {
    this.#isDue = false;
    const servers = [...this.#servers.values()].filter(({ status }) => status !== "disabled");
    const greeted = Promise.all(servers.map((server) => this.#greet(server)));
    this.#greeting = Promise.all([this.#greeting, greeted]).then(() => {});
    this.#greeting.catch(() => {});
  }

  async #greet(server: Server): Promise<void> {
    server.nextId = 0;
    const clientInfo = { name: "claude-code", title: "Claude Code", version: this.#machine.options.version };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    const { result } = await this.#ask(server, "initialize", params);
    if (!isRecord(result)) return void (server.status = "failed");
    server.info = result.serverInfo;
    await this.#send(server, { jsonrpc: "2.0", method: "notifications/initialized" });
    await this.#list(server);
    if (server.status === "pending") server.status = "connected";
  }

  async #list(server: Server): Promise<void> {
    const { result } = await this.#ask(server, "tools/list");
    server.tools = isRecord(result) && Array.isArray(result.tools) ? result.tools.filter(isRecord) : [];
  }

  #ask(server: Server, method: string, params?: Fields): Promise<Fields> {
    const id = server.nextId++;
    return this.#send(server, { method, ...(params === undefined ? {} : { params }), jsonrpc: "2.0", id });
  }

  async #send(server: Server, message: Fields): Promise<Fields> {
    const request = { subtype: "mcp_message", server_name: server.name, message };
    const reply = await this.#machine.wire.request(request, undefined);
    if (reply.subtype !== "success") return { error: { code: -32000, message: "Connection closed" } };
    const answer = isRecord(reply.response) ? reply.response.mcp_response : undefined;
    return isRecord(answer) ? answer : { error: { code: -32603, message: "No mcp_response" } };
  }

  get #source(): { source?: string } {
    return this.#machine.isNew ? { source: "sdk" } : {};
  }

  /** The older CLI does not tell which are off. */
  #told(status: Server["status"]): string {
    return status === "disabled" && !this.#machine.isNew ? "connected" : status;
  }
}

function fullName(server: string, tool: Fields): string {
  return `mcp__${toolNamePart(server)}__${toolNamePart(String(tool.name))}`;
}
