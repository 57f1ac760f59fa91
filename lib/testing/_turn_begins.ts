import type { Turn } from "./_actor.ts";
import { callHooks, contextOf } from "./_hooks.ts";
import { finishTurn } from "./_turn_ends.ts";
import { init } from "./frames/system.ts";
import type { Machine } from "./_machine.ts";
import { initSurroundings } from "./_surroundings.ts";
import { textOf } from "./_queue.ts";
import { tellLifecycle } from "./_receive.ts";

/**
 * Begins a turn: hooks first, then `init`; its prompts are echoed when the model begins to answer.
 *
 * @returns Whether the turn goes on: a hook may have stopped the prompt, or somebody the turn.
 */
export async function beginTurn(machine: Machine, turn: Turn): Promise<boolean> {
  if (turn.isOver) return false;
  tellLifecycle(machine, turn.uuids, "started");
  machine.emitState("running");
  if (turn.origin === undefined) machine.promptId = machine.ids.uuid("prompt");
  const blocked = turn.origin === undefined ? await submitPrompt(machine, turn) : undefined;
  if (turn.isOver || machine.isGone) return false;
  const connected = machine.servers.connect();
  if (connected !== undefined) await connected;
  if (turn.isOver || machine.isGone) return false;
  emitInit(machine, turn);
  turn.unechoed.push(...turn.prompts);
  if (blocked === undefined) return true;
  endBlocked(machine, turn, blocked);
  return false;
}

/** Why a hook kept a prompt from the model. */
interface Blocked {
  kind: "blocked_by_hook" | "stopped_by_hook";
  reason: string;
  text: string;
}

/** Seen on 2.1.332 and 2.1.197: a blocked prompt is not echoed, and one that was stopped by the newer CLI alone. */
function endBlocked(machine: Machine, turn: Turn, { kind, reason, text }: Blocked): void {
  const prompt_kept = kind === "stopped_by_hook";
  const outcome = machine.isNew ? { prompt_submit_outcome: { kind, reason, prompt_kept } } : {};
  machine.emit({
    ...{ type: "system", subtype: "informational", content: text, level: "warning", prevent_continuation: true },
    ...outcome,
  });
  if (!prompt_kept || !machine.isNew) turn.unechoed.length = 0;
  finishTurn(machine, turn, { result: text, terminalReason: "", stopReason: null, fields: { num_turns: 0 } });
}

async function submitPrompt(machine: Machine, turn: Turn): Promise<Blocked | undefined> {
  const prompt = turn.prompts.map(({ content }) => textOf(content)).join("\n");
  const replies = await callHooks(machine, turn, { event: "UserPromptSubmit", input: { prompt } });
  turn.context.push(...contextOf(replies));
  for (const { output, missing } of replies) {
    if (missing === "failed-blocks" || output?.decision === "block") {
      const reason = String(output?.reason ?? "");
      const text = `UserPromptSubmit operation blocked by hook:\n${reason}\n\nOriginal prompt: ${prompt}`;
      return { kind: "blocked_by_hook", reason, text };
    }
    if (output?.continue === false) {
      const reason = String(output.stopReason ?? "");
      return { kind: "stopped_by_hook", reason, text: `Operation stopped by hook: ${reason}` };
    }
  }
  return undefined;
}

function emitInit(machine: Machine, turn: Turn): void {
  const fields = init({
    cwd: machine.launch.cwd ?? "/srv/demo",
    model: machine.model,
    claude_code_version: machine.options.version,
    output_style: machine.flags.outputStyle,
  });
  if (machine.hasSchema) fields.tools?.push("StructuredOutput");
  fields.tools?.push(...machine.servers.toolNames);
  fields.mcp_servers = machine.servers.listed;
  const uuids = machine.isNew && turn.uuids.length > 0 ? { user_message_uuids: turn.uuids } : {};
  machine.emit({ ...fields, ...initSurroundings(machine), permissionMode: machine.mode, ...uuids });
}
