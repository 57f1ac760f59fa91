import { checkStep } from "./_check_step.ts";
import type { Actor } from "./_actor.ts";
import { Turn } from "./_actor.ts";
import { beginTurn } from "./_turn_begins.ts";
import type { Machine } from "./_machine.ts";
import { runTool } from "./_run_tool.ts";
import { driveTurn } from "./_run_scenario.ts";
import { say } from "./_speech.ts";
import type { Scenario, SimulatedSubagent, SimulatedTask } from "./scenario.ts";
import type { TaskOptions, ToolOptions, ToolOutcome } from "./scenario_options.ts";
import { Steps } from "./_steps.ts";
import { Task } from "./_task.ts";

type Work = (subagent: SimulatedSubagent) => Promise<void> | void;

/** Starts a subagent through the tool that the model uses for it, so that hooks and rules see that too. */
export async function startTask(
  machine: Machine,
  turn: Turn,
  options: TaskOptions,
  work: Work,
): Promise<SimulatedTask> {
  const { prompt = "Work on it", description = "A task", subagentType = "general-purpose" } = options;
  const background = options.background ?? true;
  const id = machine.ids.short("toolu");
  const told = Promise.withResolvers<void>();
  let task: Task | undefined;
  let done: Promise<unknown> = Promise.resolve();
  const launch = () => {
    const started = new Task(machine, id, options);
    task = started;
    if (background) started.onCompleted = () => owe(machine, started, options.afterwards);
    const working = started.work(async () => {
      // One in the background has its first answer from the model when the agent has long been told that it runs.
      if (background) await told.promise;
      await work(new Subagent(machine, started));
    });
    working.catch((error) => machine.fail(error));
    done = working;
    return background ? "Async agent launched successfully." : working;
  };
  const input = { description, prompt, subagent_type: subagentType, run_in_background: background };
  const use: ToolOptions = { asks: false, id, result: launch };
  try {
    await runTool(machine, turn, { name: "Agent", input }, use);
  } finally {
    told.resolve();
  }
  return { id: task?.id ?? "", done: done.then(() => {}, () => {}) };
}

/** A background task that has ended by itself makes the CLI start a turn when nothing else runs. */
function owe(machine: Machine, task: Task, afterwards: Scenario = sayEnded): void {
  machine.desk.owe(() => {
    const turn = new Turn([], task.origin);
    machine.turn = turn;
    beginTurn(machine, turn).then((begun) => begun ? driveTurn(machine, turn, afterwards) : undefined)
      .catch((error) => machine.fail(error));
  });
}

async function sayEnded(cli: Parameters<Scenario>[0]): Promise<void> {
  await cli.text("The background task has ended");
}

class Subagent implements SimulatedSubagent {
  readonly id: string;
  readonly #machine: Machine;
  readonly #task: Task;
  readonly #steps: Steps;

  constructor(machine: Machine, task: Task) {
    this.id = task.id;
    this.#machine = machine;
    this.#task = task;
    this.#steps = new Steps(machine, `Subagent ${task.id}, step`);
  }

  get aborted(): boolean {
    return this.#task.isOver;
  }

  text(text: string): Promise<void> {
    return this.#steps.run("text", text, () => {
      if (this.#isIdle()) return;
      if (this.#task.isBackground) say(this.#machine, this.#task, { type: "text", text });
      else this.#task.lastText = text;
    });
  }

  tool(name: string, input: Record<string, unknown>, options: ToolOptions = {}): Promise<ToolOutcome> {
    checkStep("tool", options);
    return this.#steps.run("tool", name, () => {
      const otherwise = {
        behavior: "deny" as const,
        input,
        message: "The task was stopped",
        context: [],
        toolUseId: "",
      };
      const actor: Actor = this.#task;
      return this.#isIdle() ? otherwise : runTool(this.#machine, actor, { name, input }, options);
    });
  }

  silence(): Promise<void> {
    return this.#steps.run("silence", undefined, () => this.#task.over);
  }

  #isIdle(): boolean {
    if (this.#task.isOver) this.#steps.idle();
    return this.#task.isOver;
  }
}
