import pretend from "../../lib/testing/default_scenario.ts";
import type { SimulatedCli } from "../../lib/testing/mod.ts";

const STEP_MS = 350;
const STEPS = new Set<PropertyKey>(["text", "tool", "end"]);

/**
 * The scenario of the stand-in at a pace that a person can follow: for the demo at a terminal.
 *
 * @param cli The simulated agent.
 */
export default function paced(cli: SimulatedCli): Promise<void> {
  return pretend(slowed(cli, () => new Promise((resolve) => setTimeout(resolve, STEP_MS))));
}

/** The same agent, which makes a pause before each step of its work. */
export function slowed(cli: SimulatedCli, pause: () => Promise<void>): SimulatedCli {
  return new Proxy(cli, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      if (!STEPS.has(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        if (!target.aborted) await pause();
        return await value.apply(target, args);
      };
    },
  });
}
