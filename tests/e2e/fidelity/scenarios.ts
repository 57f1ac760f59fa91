import type { FidelityScenario } from "./scenario.ts";
import { CONTROLS } from "./scenarios_controls.ts";
import { HOOKS } from "./scenarios_hooks.ts";
import { PERMISSIONS } from "./scenarios_permissions.ts";
import { TASKS } from "./scenarios_tasks.ts";
import { TURNS } from "./scenarios_turns.ts";

/** All scenarios. */
export const SCENARIOS: readonly FidelityScenario[] = [...TURNS, ...PERMISSIONS, ...HOOKS, ...CONTROLS, ...TASKS];
