import type { GetTaskOutputAnswer } from "../../protocol/requests/mod.ts";

/**
 * What a script can ask about what works in the background.
 *
 * @example Everything into the background
 * ```ts
 * import { connect } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 *
 * const transport = simulate(async (cli) => void await cli.prompt());
 * await using agent = await connect({ transport });
 * // No turn runs, so that there is nothing to be sent there.
 * assertEquals(await agent.backgroundTasks("toolu_1"), false);
 * ```
 */
export interface TaskControls {
  /**
   * Stops a task: a subagent, or a shell in the background. In a turn and between turns alike; the turn goes on. Before
   * the first turn there is no task. The CLI says nothing of an id that it does not know; a task that was stopped shows
   * as `task_updated` and `task_notification`.
   *
   * @param taskId The task's id, as `task_started` tells it.
   */
  stopTask(taskId: string): Promise<void>;

  /**
   * Sends what runs in front into the background, so that the turn goes on without waiting for it. Does nothing when no
   * turn runs.
   *
   * @param toolUseId The one tool use that is meant. @default all of them
   * @returns Whether the tool use went into the background; `undefined` where none was named.
   */
  backgroundTasks(toolUseId?: string): Promise<boolean | undefined>;

  /**
   * Gives the end of the output of a shell in the background, running or ended: in a turn and between turns alike. Not
   * there on 2.1.197 (`ControlError` of kind `unsupported`).
   *
   * @param taskId The task's id.
   * @returns The last 8 KiB at most. Rejects with a `ControlError` of kind `refused` for an unknown task.
   */
  taskOutput(taskId: string): Promise<GetTaskOutputAnswer>;
}
