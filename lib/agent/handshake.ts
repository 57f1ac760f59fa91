import type { AgentCore } from "./core.ts";
import { ControlError } from "./errors.ts";
import type { HookTable } from "./hook_table.ts";
import type { ClaudeOptions } from "./options.ts";

/**
 * Sends `initialize` and waits for its answer: a CLI that refuses the hooks would go on without them.
 *
 * @throws (the promise rejects) `ControlError` if it is refused, late, or the hooks do not hold.
 */
export async function shakeHands(core: AgentCore): Promise<void> {
  const { options, hooks, registry, correlator, limits, session } = core;
  const payload = initializePayload(options, hooks);
  const answer = await correlator.request("initialize", { payload, timeoutMs: limits.initializeMs });
  if (hooks.field !== undefined && answer.hooks_applied === false) {
    throw new ControlError("The CLI did not register the hooks, so no gate would hold", {
      kind: "refused",
      subtype: "initialize",
    });
  }
  session.setMode(answer.current_permission_mode);
  // A settings file may switch the CLI to its bare mode, in which it calls no hook and says nothing of it, or allow the
  // shell texts of skills, for which it calls none. Settings that are given as an object are mended on the command line;
  // a file can only be overruled from here.
  if (hooks.field !== undefined && typeof options.settings === "string") {
    const texts = registry.gates.length > 0 && !options.settings.trimStart().startsWith("{");
    const settings = {
      env: { CLAUDE_CODE_SIMPLE: "0" },
      ...(texts ? { disableSkillShellExecution: true } : {}),
    };
    await correlator.request("apply_flag_settings", { payload: { settings }, timeoutMs: limits.controlMs });
  }
}

/** The payload of `initialize`: the hooks, and the options that may be long. */
function initializePayload(options: ClaudeOptions, hooks: HookTable): Record<string, unknown> {
  const { systemPrompt, appendSystemPrompt, agents, jsonSchema } = options;
  return {
    ...(hooks.field === undefined ? {} : { hooks: hooks.field }),
    ...(systemPrompt === undefined ? {} : { systemPrompt: [systemPrompt] }),
    ...(appendSystemPrompt === undefined ? {} : { appendSystemPrompt }),
    ...(agents === undefined ? {} : { agents }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
  };
}
