import type { Clock } from "../../process/mod.ts";
import type { ControlResponseFrame } from "../../protocol/control.ts";
import type { PermissionMode } from "../../protocol/messages.ts";
import type { AddedEvents } from "../brand.ts";
import type { DiagnosticKind } from "../events.ts";
import type { HookEntry } from "../hook_table.ts";
import type { Gate } from "../opening.ts";

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
  /** How long a permission may wait, in milliseconds. */
  readonly permissionMs: number | undefined;
  /** How long a hook may take, in milliseconds. */
  readonly hookMs: number;
  /** How often in a row a Stop hook may send the agent back. */
  readonly stopBlocks: number;
  /** What a callback id stands for. */
  hooksOf(callbackId: string): HookEntry | undefined;
  /** Emits a request to the pipeline. */
  emit(event: AddedEvents["permission" | "hook"]): void;
  /** Writes a response. */
  write(frame: ControlResponseFrame): void;
  /** Emits a diagnostic. */
  report(kind: DiagnosticKind, message: string, cause?: unknown): void;
  /** Notes what the host did in the turn that runs. */
  mark(mark: "deniedAndStopped" | "limit"): void;
}
