import type { Turn } from "./_actor.ts";
import type { Machine } from "./_machine.ts";
import type { Scenario } from "./scenario.ts";
import { ScenarioCli } from "./_scenario_cli.ts";

/** Runs a scenario in a process; what fails in it ends the process. Never throws. */
export function runScenario(machine: Machine, scenario: Scenario): void {
  run(machine, new ScenarioCli(machine), scenario).then(() => machine.desk.finish())
    .catch((error) => machine.fail(error));
}

/** Runs the scenario of one turn, which is open already. */
export async function driveTurn(machine: Machine, turn: Turn, scenario: Scenario): Promise<void> {
  await run(machine, new ScenarioCli(machine, turn), scenario);
}

async function run(machine: Machine, cli: ScenarioCli, scenario: Scenario): Promise<void> {
  await Promise.resolve(); // The factory has returned its transport before the scenario says a word.
  await scenario(cli);
  while (cli.openTurn !== undefined && !machine.isGone) await cli.end();
}
