import { type ClaudeVersion, openSession, type Sandbox, sandbox, startModelServer } from "../../support/mod.ts";
import type { Sequence } from "./compare.ts";
import type { FidelityScenario } from "./scenario.ts";
import { SimulatedSession } from "./session.ts";

const JOB = "#!/bin/sh\ncase $1 in fail) echo bad >&2; exit 3;; *) echo did $1;; esac\n";
const STATES = { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "1" };

/** Plays a scenario on the real `claude` and on the simulation, in the same place. */
export async function playBoth(
  scenario: FidelityScenario,
  version: ClaudeVersion,
): Promise<{ real: Sequence; simulated: Sequence }> {
  await using server = startModelServer();
  const gate = Promise.withResolvers<void>();
  scenario.model(server, gate.promise);
  await using box = await sandbox({ version, server, env: { ...STATES, ...scenario.env } });
  // A command that the CLI knows nothing of: it asks, and the same rule is offered each time.
  await Deno.writeTextFile(`${box.bin}/job`, JOB, { mode: 0o755 });
  const real = await playReal(scenario, box, gate.resolve);
  return { real, simulated: await playSimulated(scenario, version, box) };
}

async function playReal(scenario: FidelityScenario, box: Sandbox, open: () => void): Promise<Sequence> {
  await using session = openSession(box, { args: scenario.args ?? [] });
  await scenario.host(session, open);
  const { code } = await session.end();
  return { frames: session.frames, code };
}

async function playSimulated(scenario: FidelityScenario, version: ClaudeVersion, box: Sandbox): Promise<Sequence> {
  const gate = Promise.withResolvers<void>();
  const session = new SimulatedSession((cli) => scenario.simulation(cli, gate.promise), {
    version,
    args: scenario.args ?? [],
    env: box.env,
    cwd: box.project,
  });
  await scenario.host(session, gate.resolve);
  const { code } = await session.end();
  return { frames: session.frames, code };
}
