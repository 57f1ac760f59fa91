import { type Clock, DEFAULT_STOP_BLOCKS } from "../process/mod.ts";
import type { AnswerHost } from "./answer/host.ts";
import type { AgentCore } from "./core.ts";

/** What answering needs of an agent. */
export function answerHost(core: AgentCore, clock: Clock): AnswerHost {
  const { session, limits, registry, options } = core;
  return {
    clock,
    gates: registry.gates,
    get mode() {
      return session.mode;
    },
    get cwd() {
      return session.cwd;
    },
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
