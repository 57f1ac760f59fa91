import type { RequestOptions } from "./request_options.ts";

/** How a turn is interrupted. */
export interface InterruptOptions extends RequestOptions {
  /**
   * Whether prompts that wait in the CLI's queue are dropped too; 2.1.197 does not know this and keeps them.
   *
   * @default false
   */
  cancelQueued?: boolean;
}

/** What an interrupt came to. */
export interface InterruptReceipt {
  /** The ids of prompts that still wait in the CLI and run next (newer CLI; empty on older ones). */
  readonly stillQueued: readonly string[];
  /** The ids of prompts that were dropped (newer CLI, with `cancelQueued`; empty otherwise). */
  readonly cancelled: readonly string[];
}
