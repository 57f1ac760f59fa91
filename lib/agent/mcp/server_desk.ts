import { UsageError } from "../../protocol/errors.ts";
import {
  inProcessOf,
  type InProcessServer,
  type McpServerOption,
  type ServerFactory,
  toolNamePart,
} from "../../protocol/mcp/in_process.ts";
import { acknowledged, readRpc, type RpcAnswer, rpcError, rpcIdOf } from "../../protocol/mcp/json_rpc.ts";
import type { AgentCore } from "../core.ts";
import type { Consequences } from "../correlate.ts";
import { AddedServers, type Links } from "./added_servers.ts";
import { type AllowedTool, allowedTools } from "./allowed_tools.ts";
import { claimServer, releaseServer } from "./claims.ts";
import { ServerLink } from "./server_link.ts";

type Servers = Readonly<Record<string, McpServerOption>>;

type Tell<T> = (told: Record<string, Record<string, unknown>>, follow: Consequences) => Promise<T>;

/** The MCP servers of the script that serve one agent: those of the launch, and those that were added since. */
export class ServerDesk {
  readonly #core: AgentCore;
  readonly #launched = new Map<string, ServerLink>();
  readonly #added = new AddedServers((link) => this.#close(link));
  /** Resolves when the last change is done: each builds on the one before. */
  #changed: Promise<unknown> = Promise.resolve();

  /** @param core The conversation. */
  constructor(core: AgentCore) {
    this.#core = core;
  }

  /** The names of the servers that the CLI is told of in `initialize`. */
  get names(): string[] {
    return [...this.#launched.keys()];
  }

  /**
   * Takes the servers of the launch.
   *
   * @throws {UsageError} If one cannot serve this agent.
   */
  open(servers: Servers = {}): void {
    for (const [name, link] of this.#take(servers, new Map())) this.#launched.set(name, link);
  }

  /**
   * Gives a running agent servers, in place of those that it got before.
   *
   * @param servers The servers.
   * @param tell Tells the CLI, and what follows from its answer as that is read.
   * @returns What the CLI answered.
   * @throws (the promise rejects) `UsageError` if one cannot serve this agent; what `tell` rejects with. Nothing has
   *   changed where the CLI refused; where nobody waits any more the change holds once the CLI answers.
   */
  change<T>(servers: Servers, tell: Tell<T>): Promise<T> {
    const changed = this.#changed.then(() => this.#change(servers, tell));
    this.#changed = changed.catch(() => {});
    return changed;
  }

  /** Notes that the script switched a server on or off. */
  toggle(name: string, enabled: boolean): void {
    const link = this.#find(name);
    if (link !== undefined) link.off = !enabled;
  }

  /** Takes a message of the CLI's for a server. Gives what it is answered with; never rejects. */
  async receive(name: unknown, message: unknown, signal: AbortSignal): Promise<RpcAnswer> {
    const link = typeof name === "string" ? this.#find(name) : undefined;
    if (link !== undefined) return await link.receive(message, signal);
    const read = readRpc(message);
    if (read !== undefined && ("answer" in read || read.call.id === undefined)) return acknowledged();
    return rpcError(rpcIdOf(message), "unknownMethod", `The script has no MCP server ${JSON.stringify(name)}`);
  }

  /** Whether a server of this name lives in the script. */
  has(name: unknown): boolean {
    return typeof name === "string" && this.#find(name) !== undefined;
  }

  /** The tool that was declared allowed and bears a name, as calls do. */
  allowed(toolName: string): AllowedTool | undefined {
    for (const [name, link] of [...this.#launched, ...this.#added.wanted]) {
      // Else a call may go to somebody else's server of the same name.
      if (link.off || !link.greeted) continue;
      const found = allowedTools(name, link.connected).find((tool) => tool.toolName === toolName);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The agent has ended. */
  close(): void {
    for (const link of [...this.#launched.values(), ...this.#added.all.values()]) this.#close(link);
  }

  async #change<T>(servers: Servers, tell: Tell<T>): Promise<T> {
    await this.#core.attached;
    const taken = this.#take(servers, this.#added.all);
    const configured = Object.entries(servers).filter(([name]) => !taken.has(name) && !this.#launched.has(name));
    const told = {
      ...Object.fromEntries(configured) as Record<string, Record<string, unknown>>,
      // The CLI would drop the script's servers of the launch, other than those of its command line.
      ...Object.fromEntries([...this.names, ...taken.keys()].map((name) => [name, { type: "sdk", name }])),
    };
    const follow = this.#added.follow(taken);
    let sent = false;
    try {
      return await tell(told, { ...follow, onSent: () => sent = true });
    } finally {
      // What was never sent is not answered either.
      if (!sent) follow.onRefusal();
    }
  }

  #find(name: string): ServerLink | undefined {
    return this.#added.all.get(name) ?? this.#launched.get(name);
  }

  #take(servers: Servers, before: Links): Links {
    const taken = new Map<string, ServerLink>();
    const claimed: ServerLink[] = [];
    try {
      for (const [name, option] of Object.entries(servers)) {
        const server = inProcessOf(option);
        const known = before.get(name) ?? this.#launched.get(name);
        this.#checkName(name, { servers, server, known });
        if (server === undefined || this.#launched.has(name)) continue;
        allowedTools(name, server);
        const link = known ?? this.#link(name, server);
        if (known === undefined) claimed.push(link);
        taken.set(name, link);
      }
    } catch (error) {
      for (const link of claimed) this.#close(link);
      throw error;
    }
    return taken;
  }

  #checkName(
    name: string,
    { servers, server, known }: {
      servers: Servers;
      server: InProcessServer | ServerFactory | undefined;
      known: ServerLink | undefined;
    },
  ): void {
    const quoted = JSON.stringify(name);
    if (known !== undefined && known.server !== server) {
      throw new UsageError(
        `Cannot add an MCP server under the name ${quoted}: it is that of another one in the script. Take another name`,
      );
    }
    // Two that are both the CLI's own are its affair.
    const others = server === undefined ? this.names : [...Object.keys(servers), ...this.names];
    const other = others.find((each) => each !== name && toolNamePart(each) === toolNamePart(name));
    if (other === undefined) return;
    throw new UsageError(
      `Cannot use MCP servers of the names ${quoted} and ${
        JSON.stringify(other)
      }: their tools would have the same names, ` +
        `mcp__${toolNamePart(name)}__…; rename one`,
    );
  }

  #link(name: string, server: InProcessServer | ServerFactory): ServerLink {
    const core = this.#core;
    claimServer(name, server, this);
    return new ServerLink(server, {
      send: async (message) => {
        if (core.closed) throw new UsageError("Cannot send to the CLI: the agent is ending");
        await core.controls.request("mcp_message", { server_name: name, message });
      },
      check: (made) => void allowedTools(name, made),
      failed: (error) => core.report("responder_failed", `The MCP server "${name}" could not be connected`, error),
    });
  }

  #close(link: ServerLink): void {
    link.close();
    releaseServer(link.server, this);
  }
}
