import type { Clock } from "../../process/mod.ts";
import type { ControlResponseFrame, OtherControlRequest } from "../../protocol/control.ts";
import type { PermissionMode } from "../../protocol/messages.ts";
import type { ResolvedPath } from "../../protocol/rules/mod.ts";
import type { AddedEvents } from "../brand.ts";
import type { DecisionRecord, DiagnosticKind } from "../events.ts";
import type { HookEntry } from "../hook_table.ts";
import type { ServerDesk } from "../mcp/server_desk.ts";
import type { AnswererPlan, Gate } from "../opening.ts";

/** What answering needs of the agent around it. */
export interface AnswerHost {
  /** Where deadlines come from. */
  readonly clock: Clock;
  /** The gates, in pipe order. */
  readonly gates: readonly Gate[];
  /** The permission mode in force. */
  readonly mode: PermissionMode | undefined;
  /** The directory in which the agent was launched, where it is known. */
  readonly cwd: string | undefined;
  /** The CLI's version, where it is known. */
  readonly version: string | undefined;
  /** The agent's home directory, where it is known. */
  readonly home: string | undefined;
  /** Follows the symbolic links of a path, where the transport can. */
  readonly resolvePath: ((path: string) => ResolvedPath) | undefined;
  /** How long a permission may wait, in milliseconds. */
  readonly permissionMs: number | undefined;
  /** How long a hook may take, in milliseconds. */
  readonly hookMs: number;
  /** How often in a row a Stop hook may send the agent back. */
  readonly stopBlocks: number;
  /** What a callback id stands for. */
  hooksOf(callbackId: string): HookEntry | undefined;
  /** Emits a request to the pipeline. */
  emit(event: AddedEvents["permission" | "hook" | "elicitation" | "dialog"]): void;
  /** The session's id, where it is known. */
  readonly sessionId: string | undefined;
  /** The kinds of dialogs that responders declared. */
  readonly dialogKinds: readonly string[];
  /** Whether anybody listens to the record. */
  readonly recording: boolean;
  /** The MCP servers of the script. */
  readonly servers: ServerDesk;
  /** The answerer that was registered for a request of another kind. */
  answererOf(request: OtherControlRequest): AnswererPlan | undefined;
  /** Tells how a request about a tool call was decided. */
  record(record: DecisionRecord): void;
  /** Writes a response; gives the line. */
  write(frame: ControlResponseFrame): string;
  /** Emits a diagnostic. */
  report(kind: DiagnosticKind, message: string, cause?: unknown): void;
  /** Notes what the host did in the turn that runs. */
  mark(mark: "deniedAndStopped" | "limit"): void;
}
