import { assertEquals } from "@std/assert";
import type {
  AgentEvent,
  AssistantMessage,
  Decision,
  DialogRequest,
  ElicitationRequest,
  HookEventName,
  HookRequests,
  PermissionRequest,
  Turn,
} from "../../mod.ts";
import { onHook, onPermission } from "../../mod.ts";

/** `true` only where both are the same type; `any` is the same as nothing but itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

function is<_ extends true>(): void {}

function narrow(event: AgentEvent): string {
  switch (event.type) {
    case "assistant":
      is<Same<typeof event, AssistantMessage>>();
      return event.message.content.length.toString();
    case "permission":
      is<Same<typeof event, PermissionRequest>>();
      return event.toolName;
    case "hook":
      is<Same<typeof event, HookRequests[HookEventName]>>();
      if (event.event === "Stop") is<Same<typeof event.input.stop_hook_active, boolean>>();
      if (event.event === "PreToolUse") is<Same<typeof event.input.tool_name, string>>();
      return event.event;
    case "elicitation":
      is<Same<typeof event, ElicitationRequest>>();
      return event.serverName;
    case "dialog":
      is<Same<typeof event, DialogRequest>>();
      return event.kind;
    case "turn_end":
      is<Same<typeof event.turn, Turn>>();
      return event.turn.text;
    case "unknown":
      return event.of;
    case "system":
      return event.subtype;
    case "user":
    case "result":
    case "stream_event":
    case "tool_progress":
    case "rate_limit_event":
    case "command_lifecycle":
    case "conversation_reset":
    case "active_goal":
    case "auth_status":
    case "autocompact_state":
    case "prompt_suggestion":
    case "tool_use_summary":
    case "opening":
    case "diagnostic":
    case "run_end":
      return event.type;
    default:
      is<Same<typeof event, never>>();
      return "";
  }
}

Deno.test("fwd-04: the event union narrows by type, takes no stray value and is not any", () => {
  is<Same<Same<AgentEvent, unknown>, false>>();
  // deno-lint-ignore no-explicit-any
  is<Same<Same<AgentEvent, any>, false>>();
  // @ts-expect-error A number is no event.
  const wrong: AgentEvent = 42;
  // @ts-expect-error A type that does not exist cannot be told.
  const missing = (event: AgentEvent) => event.type === "assistent";
  assertEquals(narrow({ type: "unknown", of: "new/kind", raw: {} }), "new/kind");
  assertEquals([wrong as unknown, typeof missing], [42, "function"]);
});

Deno.test("Decision takes allow and deny in their own shapes alone", () => {
  const decisions: Decision[] = [{ behavior: "allow" }, { behavior: "deny", message: "no" }];
  // @ts-expect-error A deny says why.
  decisions.push({ behavior: "deny" });
  // @ts-expect-error There is no third behavior.
  decisions.push({ behavior: "ask" });
  assertEquals(decisions.length, 4);
});

Deno.test("onHook() and onPermission() type what a responder is told and may answer", () => {
  const operators = [
    onHook("Stop", (input) => {
      is<Same<typeof input.stop_hook_active, boolean>>();
      return undefined;
    }),
    onHook("PreToolUse", (input, request) => {
      is<Same<typeof input.tool_name, string>>();
      return request.deny("no");
    }),
    onHook("PreToolUse", () => ({
      // @ts-expect-error hook-04: a PreToolUse decision is one of allow, deny, ask and defer.
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "continue" },
    })),
    // @ts-expect-error A text is no decision.
    onPermission(() => "allow"),
  ];
  assertEquals(operators.length, 4);
});
