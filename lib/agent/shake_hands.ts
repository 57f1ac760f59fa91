import type { AgentCore } from "./core.ts";
import { ControlError } from "./errors.ts";
import { initializePayload } from "./handshake.ts";

/**
 * Sends `initialize` and waits for its answer: a CLI that refuses the hooks would go on without them.
 *
 * @throws (the promise rejects) `ControlError` if it is refused, late, or the hooks do not hold.
 */
export async function shakeHands({ options, hooks, correlator, limits, session }: AgentCore): Promise<void> {
  const payload = initializePayload(options, hooks);
  const answer = await correlator.request("initialize", { payload, timeoutMs: limits.initializeMs });
  if (hooks.field !== undefined && answer.hooks_applied === false) {
    throw new ControlError("The CLI did not register the hooks, so no gate would hold", {
      kind: "refused",
      subtype: "initialize",
    });
  }
  session.setMode(answer.current_permission_mode);
  // A settings file may switch the CLI to its bare mode, in which it calls no hook and says nothing of it. Settings that
  // are given as an object are mended on the command line; a file can only be overruled from here.
  if (hooks.field !== undefined && typeof options.settings === "string") {
    const payload = { settings: { env: { CLAUDE_CODE_SIMPLE: "0" } } };
    await correlator.request("apply_flag_settings", { payload, timeoutMs: limits.controlMs });
  }
}
