import type { Actor } from "./_actor.ts";
import type { Machine } from "./_machine.ts";
import type { Reply } from "./_wire.ts";

/** Events whose hooks are told how hard the model thinks. */
const EFFORT_EVENTS: ReadonlySet<string> = new Set([
  "PostToolBatch",
  "PostToolUse",
  "PostToolUseFailure",
  "PreToolUse",
  "Stop",
  "SubagentStop",
]);

interface Registration {
  matcher: string | null | undefined;
  ids: string[];
  blocks: boolean;
}

/** One hook's answer, or why there is none that counts. */
export interface HookReply {
  /** The answer, where it fits. */
  output?: Record<string, unknown>;
  /** What stands in for a missing answer. */
  missing?: "failed" | "failed-blocks" | "aborted" | "eof";
}

/** The hooks that `initialize` registered. */
export class HookTable {
  #byEvent = new Map<string, Registration[]>();

  /**
   * Replaces all registrations.
   *
   * @returns What is wrong with them; then nothing is registered.
   */
  replace(hooks: unknown): string | undefined {
    const table = new Map<string, Registration[]>();
    if (typeof hooks !== "object" || hooks === null || Array.isArray(hooks)) return "hooks must be an object";
    for (const [event, list] of Object.entries(hooks)) {
      if (!Array.isArray(list)) return `hooks.${event} must be an array`;
      for (const one of list) {
        const ids = one?.hookCallbackIds;
        if (!Array.isArray(ids)) return `hooks.${event}: hookCallbackIds must be an array`;
        const registration = { matcher: one.matcher, ids, blocks: one.onFailure === "block" };
        table.set(event, [...table.get(event) ?? [], registration]);
      }
    }
    this.#byEvent = table;
    return undefined;
  }

  /** The callbacks that want to hear of an event. */
  callbacks(event: string, subject: string | undefined): { id: string; blocks: boolean }[] {
    const found = (this.#byEvent.get(event) ?? [])
      .filter(({ matcher }) => subject === undefined || matcherFits(matcher, subject));
    return found.flatMap(({ ids, blocks }) => ids.map((id) => ({ id, blocks })));
  }
}

/** The CLI's own rule: nothing is everything, plain names are an exact list, the rest is a pattern. */
function matcherFits(matcher: string | null | undefined, subject: string): boolean {
  if (matcher === undefined || matcher === null || matcher === "" || matcher === "*") return true;
  if (/^[\w\s|,-]+$/.test(matcher)) return matcher.split(/[|,]/).some((name) => name.trim() === subject);
  try {
    return new RegExp(matcher).test(subject);
  } catch {
    return false; // The real one says nothing either.
  }
}

/** Calls all hooks of an event at once and waits for all; the answers are in the order in which they came. */
export async function callHooks(
  machine: Machine,
  actor: Actor | undefined,
  call: { event: string; input: Record<string, unknown>; subject?: string; toolUseId?: string },
): Promise<HookReply[]> {
  const callbacks = machine.hooks.callbacks(call.event, call.subject);
  const replies: HookReply[] = [];
  const effort = EFFORT_EVENTS.has(call.event) ? { effort: { level: machine.isNew ? "medium" : "high" } } : {};
  const input = { ...machine.hookBase(actor), ...effort, hook_event_name: call.event, ...call.input };
  const tool_use_id = call.toolUseId ?? machine.ids.uuid("hook");
  await Promise.all(callbacks.map(async ({ id, blocks }) => {
    const request = { subtype: "hook_callback", callback_id: id, input, tool_use_id };
    // Seen on 2.1.332: the complaint of an answer that does not fit comes before the echo of that answer.
    const onReply = (early: Reply) => outputOf(early, call.event) ?? machine.hookFailed(call.event, id);
    const reply = await machine.wire.request(request, actor, { beforeEcho: onReply });
    if (reply.subtype === "aborted" || reply.subtype === "eof") return replies.push({ missing: reply.subtype });
    const output = outputOf(reply, call.event);
    if (output !== undefined) return replies.push({ output });
    return replies.push({ missing: blocks && machine.isNew ? "failed-blocks" : "failed" });
  }));
  return replies;
}

function outputOf(reply: Reply, event: string): Record<string, unknown> | undefined {
  return reply.subtype === "success" ? fitting(reply.response, event) : undefined;
}

/** What hooks told the model, as texts, in the order in which they answered. */
export function contextOf(replies: readonly HookReply[]): string[] {
  return replies.flatMap(({ output }) => {
    const { additionalContext: text } = (output?.hookSpecificOutput ?? {}) as Record<string, unknown>;
    return typeof text === "string" && text !== "" ? [text] : [];
  });
}

function fitting(response: unknown, event: string): Record<string, unknown> | undefined {
  if (typeof response !== "object" || response === null || Array.isArray(response)) return undefined;
  const output = response as Record<string, unknown>;
  if (output.async === true) return {};
  if (output.decision !== undefined && output.decision !== "block" && output.decision !== "approve") return undefined;
  const own = output.hookSpecificOutput;
  if (own === undefined) return output;
  if (typeof own !== "object" || own === null) return undefined;
  const { hookEventName, permissionDecision: decision, updatedInput } = own as Record<string, unknown>;
  if (hookEventName !== event) return undefined;
  if (decision !== undefined && !["allow", "deny", "ask", "defer"].includes(decision as string)) return undefined;
  if (updatedInput !== undefined && (typeof updatedInput !== "object" || updatedInput === null)) return undefined;
  return output;
}
