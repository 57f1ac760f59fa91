import { type Clock, DEFAULT_STOP_BLOCKS, type Transport } from "../process/mod.ts";
import type { AnswerHost } from "./answer/host.ts";
import type { AgentCore } from "./core.ts";
import type { ClaudeOptions } from "./options.ts";

/** The agent's home directory, where it is known: rules for `~/` start there. */
export function homeOf({ env }: ClaudeOptions, transport: Transport): string | undefined {
  return env?.HOME ?? transport.home;
}

/** What answering needs of an agent. */
export function answerHost(core: AgentCore, parts: { clock: Clock; transport: Transport }): AnswerHost {
  const { session, limits, registry, options } = core;
  const { clock, transport } = parts;
  return {
    clock,
    gates: registry.gates,
    get mode() {
      return session.mode;
    },
    get cwd() {
      return session.cwd;
    },
    get version() {
      return session.version;
    },
    home: homeOf(options, transport),
    resolvePath: transport.resolvePath?.bind(transport),
    get sessionId() {
      return session.sessionId;
    },
    dialogKinds: registry.dialogKinds,
    get recording() {
      return core.records.observed;
    },
    servers: core.controls.servers,
    answererOf: (request) => registry.answererOf(request),
    record: (record) => core.records.next(record),
    permissionMs: limits.permissionMs,
    hookMs: limits.hookMs,
    stopBlocks: options.stopBlocks ?? DEFAULT_STOP_BLOCKS,
    hooksOf: (id) => core.hooks.entries.get(id),
    emit: (event) => core.emit(event),
    write: (frame) => core.write(frame),
    report: (kind, message, cause) => core.report(kind, message, cause),
    mark: (mark) => core.turns.mark(mark),
  };
}
