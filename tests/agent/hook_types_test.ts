import { assertEquals } from "@std/assert";
import { addContext, type AgentEvent, type HookRequest, keepGoing, onHook, stopAgent } from "../../mod.ts";
import type { HookEventName, HookInput, HookOutput, PreToolUseInput, StopInput } from "../../mod.ts";

/** `true` only where both are the same type; `any` is the same as nothing but itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

function is<_ extends true>(): void {}

const MODEL = { hookEventName: "PreModelSwitch" } as const;

Deno.test("HookInput<Event> and HookOutput<Event> are the event's own, and no any", () => {
  is<Same<HookInput<"PreToolUse">, PreToolUseInput>>();
  is<Same<HookInput<"Stop">, StopInput>>();
  is<Same<HookInput["hook_event_name"], HookEventName>>();
  // deno-lint-ignore no-explicit-any
  is<Same<Same<HookOutput, any>, false>>();
  // deno-lint-ignore no-explicit-any
  is<Same<Same<HookRequest, any>, false>>();
});

Deno.test("HookRequest narrows by event, and an event of a stream does", () => {
  const told = (event: AgentEvent): unknown => {
    if (event.type !== "hook") return undefined;
    switch (event.event) {
      case "PreToolUse":
        is<Same<typeof event, HookRequest<"PreToolUse">>>();
        return event.deny(event.input.tool_name);
      case "UserPromptSubmit":
        is<Same<typeof event.input.prompt, string>>();
        // @ts-expect-error A prompt is blocked and not denied.
        return event.deny("No");
      case "MessageDisplay":
        is<Same<typeof event.input.final, boolean>>();
        return event.display("Hm");
      case "PostModelSwitch":
        return event.addContext(`You are ${event.input.to_model} now`);
      default:
        // @ts-expect-error Not all of the others have a block().
        return event.block("No");
    }
  };
  assertEquals(typeof told, "function");
});

Deno.test("onHook() takes no answer of another event, and no method of one", () => {
  const operators = [
    onHook("PreToolUse", (_, request) => request.deny("No")),
    onHook("PostToolUse", (_, request) => request.replaceOutput("…")),
    onHook("UserPromptSubmit", (_, request) => request.block("No")),
    onHook("Stop", () => keepGoing("Go on")),
    onHook("SubagentStop", () => keepGoing("Go on")),
    onHook("PostToolBatch", () => stopAgent("Enough")),
    onHook("SubagentStart", () => addContext("SubagentStart", "Be brief")),
    onHook("WorktreeCreate", ({ name }, request) => Promise.resolve(request.createdAt(`/srv/${name}`))),
    onHook("CwdChanged", ({ new_cwd }) => void new_cwd.length),
    // @ts-expect-error PostToolUse is too late for a deny.
    onHook("PostToolUse", (_, request) => request.deny("No")),
    // @ts-expect-error A prompt cannot be rewritten.
    onHook("UserPromptSubmit", (_, request) => request.rewrite({})),
    // @ts-expect-error A call is denied and not blocked.
    onHook("PreToolUse", (_, request) => request.block("No")),
    // @ts-expect-error A stop is put off by keepGoing().
    onHook("Stop", (_, request) => request.block("No")),
    // @ts-expect-error Nothing is heeded of a PostCompact hook.
    onHook("PostCompact", (_, request) => request.block("No")),
    // @ts-expect-error A prompt cannot be kept going.
    onHook("UserPromptSubmit", () => keepGoing("Go on")),
    // @ts-expect-error The CLI takes no notice of it here, and the model would be changed.
    onHook("PreModelSwitch", () => stopAgent("Enough")),
    // @ts-expect-error The same.
    onHook("SessionStart", () => stopAgent("Enough")),
    // @ts-expect-error The note is another event's.
    onHook("PreToolUse", () => addContext("PostToolUse", "Hm")),
    // @ts-expect-error An asynchronous answer is none.
    onHook("PreToolUse", () => ({ async: true })),
    // @ts-expect-error "allow" is no decision of a prompt.
    onHook("UserPromptSubmit", () => ({ decision: "allow" })),
    // @ts-expect-error The CLI reads no action of a callback.
    onHook("Elicitation", () => ({ hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } })),
    // @ts-expect-error Nobody would be asked.
    onHook("PreModelSwitch", () => ({ hookSpecificOutput: { ...MODEL, permissionDecision: "ask" } })),
  ];
  assertEquals(operators.length, 22);
});

Deno.test("addContext() takes only events that take a note, and onHook() only events that there are", () => {
  const wrong = [
    // @ts-expect-error No note reaches the model from here.
    () => addContext("PreCompact", "Hm"),
    // @ts-expect-error The CLI has it, and races it against the permission request.
    () => onHook("PermissionRequest", () => undefined),
  ];
  assertEquals(wrong.length, 2);
});
