import type { GroupedObservable, OperatorFunction } from "rxjs";
import { Observable, Subject } from "../agent/rxjs.ts";
import { findAgent } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { isRecord } from "../protocol/is_record.ts";

/**
 * Takes the main agent's and each subagent's events apart: gives an observable for each, whose `key` is the tool use that
 * started the subagent, and `undefined` for the main agent.
 *
 * ```text
 * source        -o-a-s1-b-s2-b-a-e-r|
 * bySubagent()  -M----X--------------|
 * M             -o-a--------a-e-r|
 * X                   s-b-s-b-e|
 * ```
 *
 * A subagent's observable holds what it says and uses, the requests about its calls, and the news of its task, the last
 * of which ends it. One that starts another one has no part in that one's events. As with RxJS's `groupBy`, the inner
 * observables are hot: subscribe to each when it comes. Behind a `merge` each agent has groups of its own.
 *
 * @example Which tools each of them used
 * ```ts
 * import { bySubagent, claude, toolUses } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { map, mergeMap } from "rxjs";
 *
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   await cli.task({ description: "Count", background: false }, async (subagent) => {
 *     await subagent.tool("Glob", { pattern: "*" }, { asks: false });
 *   });
 *   await cli.tool("Read", { file_path: "a" }, { asks: false });
 *   await cli.end();
 * });
 * const used: string[] = [];
 * await claude("count", { transport }).pipe(
 *   bySubagent(),
 *   mergeMap((events) => events.pipe(toolUses(), map(({ name }) => `${events.key ?? "main"}: ${name}`))),
 * ).forEach((line) => used.push(line));
 * assertEquals(used, ["toolu_001: Glob", "main: Agent", "main: Read"]);
 * ```
 *
 * @returns An operator that nests events by who they are of.
 */
export function bySubagent(): OperatorFunction<AgentEvent, GroupedObservable<string | undefined, AgentEvent>> {
  return (source) =>
    new Observable((subscriber) => {
      const perAgent = new Map<unknown, Groups>();
      const closeAll = (close: (group: Subject<AgentEvent>) => void) => {
        for (const groups of perAgent.values()) groups.close(close);
        perAgent.clear();
      };
      subscriber.add(source.subscribe({
        next(event) {
          const agent = findAgent(event);
          let groups = perAgent.get(agent);
          if (groups === undefined) {
            groups = new Groups((group) => subscriber.next(group));
            perAgent.set(agent, groups);
          }
          groups.take(event);
          if (event.type === "run_end") {
            perAgent.delete(agent);
            groups.close((group) => group.complete());
          }
        },
        error(error) {
          closeAll((group) => group.error(error));
          subscriber.error(error);
        },
        complete() {
          closeAll((group) => group.complete());
          subscriber.complete();
        },
      }));
    });
}

/** The groups of one agent. */
class Groups {
  readonly #open = new Map<string | undefined, Subject<AgentEvent>>();
  /** The tool uses that started subagents, by the subagents' ids. */
  readonly #startedBy = new Map<string, string>();
  readonly #emit: (group: GroupedObservable<string | undefined, AgentEvent>) => void;

  constructor(emit: (group: GroupedObservable<string | undefined, AgentEvent>) => void) {
    this.#emit = emit;
  }

  take(event: AgentEvent): void {
    const key = this.#keyOf(event);
    let group = this.#open.get(key);
    if (group === undefined) {
      group = new Subject();
      this.#open.set(key, group);
      this.#emit(Object.assign(group.asObservable(), { key }));
    }
    group.next(event);
    if (key === undefined || event.type !== "system" || event.subtype !== "task_notification") return;
    this.#open.delete(key);
    group.complete();
  }

  close(close: (group: Subject<AgentEvent>) => void): void {
    for (const group of this.#open.values()) close(group);
    this.#open.clear();
  }

  #keyOf(event: AgentEvent): string | undefined {
    switch (event.type) {
      case "assistant":
      case "user":
      case "stream_event":
        return event.parent_tool_use_id ?? undefined;
      case "permission":
        return this.#startedBy.get(event.subagentId ?? "");
      case "hook":
        return isRecord(event.input) ? this.#startedBy.get(String(event.input.agent_id)) : undefined;
      case "system":
        return this.#keyOfNews(event);
      default:
        return undefined;
    }
  }

  #keyOfNews(event: AgentEvent & { type: "system" }): string | undefined {
    switch (event.subtype) {
      case "task_started": {
        const { task_id: id, task_type: type, tool_use_id: toolUseId } = event;
        if (type !== "local_bash" && typeof toolUseId === "string") this.#startedBy.set(id, toolUseId);
        return this.#startedBy.get(id);
      }
      case "task_progress":
      case "task_updated":
      case "task_notification":
        return this.#startedBy.get(event.task_id);
      default:
        return undefined;
    }
  }
}
