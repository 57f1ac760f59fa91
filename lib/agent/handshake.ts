import { guardedEnvironment } from "../process/mod.ts";
import type { AgentCore } from "./core.ts";
import { ControlError } from "./errors.ts";
import { checkKnown } from "./known.ts";
import { resultSchema } from "./launch.ts";
import { checkSettingsTaken } from "./settings_taken.ts";

/**
 * Sends `initialize` and waits for its answer: a CLI that refuses the hooks would go on without them.
 *
 * @throws (the promise rejects) `ControlError` if it is refused, late, or the hooks do not hold; `UsageError` if the CLI
 *   does not know what an option names.
 */
export async function shakeHands(core: AgentCore): Promise<void> {
  const { options, hooks, registry, correlator, limits, session } = core;
  const payload = initializePayload(core);
  const answer = await correlator.request("initialize", {
    payload,
    timeoutMs: limits.initializeMs,
    onAnswer: ({ current_permission_mode: mode }) => session.setMode(mode),
  });
  if (hooks.field !== undefined && answer.hooks_applied === false) {
    throw new ControlError("The CLI did not register the hooks, so no gate would hold", {
      kind: "refused",
      subtype: "initialize",
    });
  }
  checkKnown(options, answer);
  core.controls.greet(answer);
  await checkSettingsTaken(core);
  // A settings file may switch the CLI to its bare mode, in which it calls no hook and says nothing of it, or allow the
  // shell texts of skills, for which it calls none. Settings that are given as an object are mended on the command line;
  // a file can only be overruled from here.
  if (hooks.field !== undefined && typeof options.settings === "string") {
    const texts = registry.gates.length > 0 && !options.settings.trimStart().startsWith("{");
    const settings = {
      env: guardedEnvironment(options),
      ...(texts ? { disableSkillShellExecution: true } : {}),
    };
    await correlator.request("apply_flag_settings", { payload: { settings }, timeoutMs: limits.controlMs });
  }
}

/** The payload of `initialize`: the hooks, and the options that may be long. */
function initializePayload({ options, hooks, registry, controls: { servers } }: AgentCore): Record<string, unknown> {
  const { systemPrompt, appendSystemPrompt, agents, skills, planModeInstructions, title, promptSuggestions } = options;
  const jsonSchema = resultSchema(options, registry);
  return {
    ...(hooks.field === undefined ? {} : { hooks: hooks.field }),
    ...(servers.names.length === 0 ? {} : { sdkMcpServers: servers.names }),
    ...(registry.dialogKinds.length === 0 ? {} : { supportedDialogKinds: registry.dialogKinds }),
    ...(systemPrompt === undefined ? {} : { systemPrompt: [systemPrompt] }),
    ...(appendSystemPrompt === undefined ? {} : { appendSystemPrompt }),
    ...(agents === undefined ? {} : { agents }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    ...(skills === undefined ? {} : { skills }),
    ...(planModeInstructions === undefined ? {} : { planModeInstructions }),
    ...(title === undefined ? {} : { title }),
    ...(promptSuggestions === undefined ? {} : { promptSuggestions }),
  };
}
