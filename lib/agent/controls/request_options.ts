import type { ControlRequestProgressMessage } from "../../protocol/messages.ts";
import type { OptionNames } from "../../protocol/option_bag.ts";
import type { ControlRequestFields, ControlRequestName } from "../../protocol/requests/mod.ts";

/** How long a control request is waited for, and who is told how it goes. */
export interface RequestOptions {
  /**
   * How long the CLI may take, in milliseconds; progress that it tells starts the time anew. When the time is up the
   * request is rejected and the agent goes on.
   *
   * @default `limits.controlMs`, after which the run is ended too, because a CLI that does not answer is not usable any
   * more; for requests that wait for a model or a server five times that, after which only the request is rejected
   */
  timeoutMs?: number;
  /**
   * Ends the waiting when it is aborted: the request is rejected with the signal's reason. The CLI is told so; 2.1.332
   * then drops a side question, otherwise it goes on. Nobody gets its late answer, but what it did holds: prompts that
   * were dropped, a mode, servers.
   *
   * @default none
   */
  signal?: AbortSignal;
  /**
   * Told what the CLI says of a request that takes long (2.1.332: for a side question that it has begun, and every time
   * that it asks the model's server again).
   *
   * @default nobody is told; the messages are events of the agent as well
   */
  onProgress?: (progress: ControlRequestProgressMessage) => void;
}

/** The names of those. */
export const REQUEST_OPTIONS: OptionNames<RequestOptions> = { timeoutMs: true, signal: true, onProgress: true };

/** The arguments of `agent.request` after the kind: the fields may be left out where none must be there. */
export type RequestParameters<Name extends ControlRequestName> = Record<never, never> extends ControlRequestFields<Name>
  ? [fields?: ControlRequestFields<Name>, options?: RequestOptions]
  : [fields: ControlRequestFields<Name>, options?: RequestOptions];
