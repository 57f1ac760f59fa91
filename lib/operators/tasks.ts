import type { OperatorFunction } from "rxjs";
import { Observable } from "../agent/rxjs.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import type { TaskUsage } from "../protocol/messages.ts";

/** How a task stands. */
export interface TrackedTask {
  /** Its id; for a subagent also the `subagentId` of its requests. */
  readonly id: string;
  /** The tool use that started it. */
  readonly toolUseId: string | undefined;
  /** `local_agent` for a subagent, `local_bash` for a shell command, and whatever else the CLI says. */
  readonly kind: string | undefined;
  /** The kind of subagent. */
  readonly subagentType: string | undefined;
  /** A short description. */
  readonly description: string | undefined;
  /** Whether it runs in the background, or its tool call waits for it; the older CLI does not always say. */
  readonly background: boolean | undefined;
  /** `running`, `pending`, `paused`, and at the end `completed`, `failed`, `stopped` or `killed`. */
  readonly status: string;
  /** Whether that is the last that is heard of it: it ended, or the agent did. */
  readonly ended: boolean;
  /** What it reports, or how it stands, in words. */
  readonly summary: string | undefined;
  /** What it used so far. */
  readonly usage: TaskUsage | undefined;
  /** The tool that it used last. */
  readonly lastTool: string | undefined;
  /** The file that holds what it wrote. */
  readonly outputFile: string | undefined;
  /** What went wrong. */
  readonly error: string | undefined;
}

type News = Partial<Omit<TrackedTask, "id">>;

/**
 * Follows tasks from start to end: subagents and shell commands in the background. Gives how a task stands whenever that
 * changes, the last time with `ended`.
 *
 * ```text
 * source   -o-s-a-p-u-n-t-r|
 * tasks()  ---T---T-T-E----|
 *          s: task_started  p: task_progress  u: task_updated  n: task_notification
 * ```
 *
 * A task that runs when the agent ends comes once more then, `ended`, with the status that it had. The older CLI tells
 * less of shell commands. Behind a `merge` each agent has tasks of its own.
 *
 * @example What became of each task
 * ```ts
 * import { claude, tasks } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { filter } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.task({ description: "Count", summary: "Three" }, () => {});
 *   await cli.end();
 * });
 * const ended: unknown[] = [];
 * await claude("count", { transport }).pipe(tasks(), filter((task) => task.ended)).forEach((task) => {
 *   ended.push([task.description, task.status, task.summary]);
 * });
 * assertEquals(ended, [["Count", "completed", "Three"]]);
 * ```
 *
 * @returns An operator that gives how tasks stand.
 */
export function tasks(): OperatorFunction<AgentEvent, TrackedTask> {
  return (source) =>
    new Observable((subscriber) => {
      const perAgent = new Map<unknown, Map<string, TrackedTask>>();
      const endAll = (agent: unknown) => {
        const open = perAgent.get(agent);
        perAgent.delete(agent);
        for (const task of open?.values() ?? []) subscriber.next({ ...task, ended: true });
      };
      subscriber.add(source.subscribe({
        next(event) {
          const agent = findAgent(event);
          if (event.type === "run_end") return endAll(agent);
          const news = newsOf(event);
          if (news === undefined) return;
          const open = perAgent.get(agent) ?? new Map<string, TrackedTask>();
          perAgent.set(agent, open);
          const before = open.get(news.id);
          // What is told of a task after its end, or of one that never began, is no news of a task.
          if (before === undefined && news.starts !== true) return;
          const task = { ...news.starts === true ? UNKNOWN : before!, id: news.id, ...present(news.told) };
          if (task.ended) open.delete(task.id);
          else open.set(task.id, task);
          subscriber.next(task);
        },
        error: (error) => subscriber.error(error),
        complete() {
          for (const agent of [...perAgent.keys()]) endAll(agent);
          subscriber.complete();
        },
      }));
    });
}

const UNKNOWN: Omit<TrackedTask, "id"> = {
  toolUseId: undefined,
  kind: undefined,
  subagentType: undefined,
  description: undefined,
  background: undefined,
  status: "running",
  ended: false,
  summary: undefined,
  usage: undefined,
  lastTool: undefined,
  outputFile: undefined,
  error: undefined,
};

function newsOf(event: AgentEvent): { id: string; starts?: true; told: News } | undefined {
  if (event.type !== "system") return undefined;
  switch (event.subtype) {
    case "task_started":
      return {
        id: event.task_id,
        starts: true,
        told: {
          toolUseId: event.tool_use_id,
          kind: event.task_type,
          subagentType: event.subagent_type,
          description: event.description,
          background: event.is_backgrounded,
        },
      };
    case "task_progress":
      return {
        id: event.task_id,
        told: { summary: event.summary, usage: event.usage, lastTool: event.last_tool_name },
      };
    case "task_updated": {
      const { status, description, error, is_backgrounded } = event.patch ?? {};
      return { id: event.task_id, told: { status, description, error, background: is_backgrounded } as News };
    }
    case "task_notification":
      return {
        id: event.task_id,
        told: {
          status: event.status,
          summary: event.summary,
          usage: event.usage,
          outputFile: event.output_file,
          ended: true,
        },
      };
    default:
      return undefined;
  }
}

function present(told: News): News {
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}
