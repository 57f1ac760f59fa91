import type { Turn } from "./_actor.ts";
import { callHooks } from "./_hooks.ts";
import { finishTurn } from "./_turn_ends.ts";
import { init } from "./frames/system.ts";
import type { Machine } from "./_machine.ts";
import { textOf } from "./_queue.ts";
import { tellLifecycle } from "./_receive.ts";

/**
 * Begins a turn: hooks first, then `init`, then the echo of its prompts.
 *
 * @returns Whether the turn goes on: a hook may have stopped the prompt, or somebody the turn.
 */
export async function beginTurn(machine: Machine, turn: Turn): Promise<boolean> {
  if (turn.isOver) return false;
  tellLifecycle(machine, turn.uuids, "started");
  machine.emitState("running");
  const blocked = turn.origin === undefined ? await submitPrompt(machine, turn) : undefined;
  if (turn.isOver || machine.isGone) return false;
  emitInit(machine, turn);
  for (const prompt of turn.prompts) echo(machine, prompt);
  if (blocked === undefined) return true;
  finishTurn(machine, turn, { result: blocked, terminalReason: "", stopReason: null });
  return false;
}

/** Echoes a prompt that a turn has taken, where the script wants to hear it. */
export function echo(machine: Machine, prompt: Turn["prompts"][number]): void {
  if (!machine.flags.replay) return;
  const { content, uuid = machine.ids.uuid("frame") } = prompt;
  machine.wire.emit({
    type: "user",
    message: { role: "user", content },
    session_id: machine.sessionId,
    parent_tool_use_id: null,
    uuid,
    isReplay: true,
  });
}

async function submitPrompt(machine: Machine, turn: Turn): Promise<string | undefined> {
  const prompt = turn.prompts.map(({ content }) => textOf(content)).join("\n");
  const replies = await callHooks(machine, turn, { event: "UserPromptSubmit", input: { prompt } });
  for (const { output, missing } of replies) {
    const why = output?.reason ?? output?.stopReason;
    if (missing === "failed-blocks") return "UserPromptSubmit operation blocked by hook";
    if (output?.decision === "block" || output?.continue === false) {
      return `UserPromptSubmit operation blocked by hook${why === undefined ? "" : `:\n${why}`}`;
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
  const uuids = machine.isNew && turn.uuids.length > 0 ? { user_message_uuids: turn.uuids } : {};
  machine.emit({ ...fields, permissionMode: machine.mode, ...uuids });
}
