import type { AgentCore } from "../core.ts";
import type { Consequences } from "../correlate.ts";
import { ControlError } from "../errors.ts";

/**
 * What follows for the agent when the CLI answers a request. It holds for what the CLI wrote next, which may be read in
 * the same piece of output: a result whose prompts are counted, a question that is judged by the mode. So it is done as
 * the answer is read, whether the script still waits for it or not. A change of the servers is followed by its sender.
 *
 * @param core The conversation.
 * @param request What is about to be sent.
 */
export function consequences(
  core: AgentCore,
  { subtype, fields }: { subtype: string; fields: Record<string, unknown> },
): Consequences {
  switch (subtype) {
    case "interrupt": {
      let unmark = () => {};
      return {
        onSent: () => unmark = core.turns.mark("interrupted"),
        onAnswer: ({ cancelled }) => withdraw(core, { uuids: Array.isArray(cancelled) ? cancelled : [], subtype }),
        // A turn that goes on ends by its own doing.
        onRefusal: () => unmark(),
      };
    }
    case "cancel_async_message":
      return {
        onAnswer: ({ cancelled }) => {
          if (cancelled === true) withdraw(core, { uuids: [String(fields.message_uuid)], subtype });
        },
      };
    case "set_permission_mode":
      return { onAnswer: ({ mode }) => core.session.setMode(mode ?? fields.mode) };
    case "mcp_toggle":
      return toggle(core, fields);
    case "end_session":
      return {
        onSent: () => core.leaving = true,
        onRefusal: () => core.leaving = false,
      };
    default:
      return {};
  }
}

/** The error of a prompt that was taken back. */
export function takenBack(subtype: string): ControlError {
  return new ControlError("The prompt was taken back before its turn began", { kind: "cancelled", subtype });
}

/**
 * Whether the CLI refused to switch on a server because it never switches off one that is in the script, and goes on
 * calling it (seen on 2.1.197).
 */
export function isNeverOff(error: unknown): boolean {
  return error instanceof ControlError && error.kind === "refused" && error.message.includes("SDK servers");
}

/** Nobody must wait for the turns of prompts that the CLI dropped. */
function withdraw(core: AgentCore, { uuids, subtype }: { uuids: readonly string[]; subtype: string }): void {
  if (uuids.length === 0) return;
  core.turns.withdrawn(uuids);
  // An interrupt may wait for a sign of the turn that will not come.
  core.showSign();
  core.desk.withdrawn(uuids, takenBack(subtype));
}

function toggle(
  { controls: { servers } }: AgentCore,
  { serverName, enabled }: Record<string, unknown>,
): Consequences {
  if (typeof serverName !== "string" || typeof enabled !== "boolean") return {};
  return {
    onAnswer: () => servers.toggle(serverName, enabled),
    onRefusal: (error) => {
      if (enabled && isNeverOff(error)) servers.toggle(serverName, true);
    },
  };
}
