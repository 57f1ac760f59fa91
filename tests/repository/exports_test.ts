import { assertEquals } from "@std/assert";
import { readConfig, ROOT } from "./repository.ts";

/** What each export offers: values, which a script calls or constructs, and types. A change here is a change for users. */
const EXPORTS: Record<string, { values: string; types: string }> = {
  ".": {
    values: `
      ControlError LimitError ProcessError StalledError StartError TruncatedError UsageError
      addContext agentOf allowTools claude connect converse deltas denyTools expectSuccess interruptWhen keepGoing
      lastTurn ofType onHook onPermission onlyTools readOnly record stopAgent texts toolUses turns windowTurns
    `,
    types: `Agent ClaudeOptions`,
  },
  "./cli": {
    values: "askPerson optionsFromArgs printEvents",
    types: "ArgsRead AskPersonOptions PrintEventsOptions Terminal",
  },
  "./protocol": {
    values: "HOOK_EVENTS UsageError parseFrame parseMessage serialiseFrame",
    types: `
      ApiRetryMessage AssistantMessage BackgroundTasksMessage CanUseToolRequest CommandLifecycleMessage
      ContentBlock ControlCancelFrame ControlRequestFrame ControlResponseFrame ConversationResetMessage
      DocumentBlock HookCallbackRequest HookEventName HookInput HookInputBase HookOutput HookOutputBase
      HookPermissionDecision HookRegistration ImageBlock InboundFrame InitMessage Message MessageBase
      OtherControlRequest OtherHookInput OtherHookOutput OtherSystemMessage PermissionAnswer PermissionDenial
      PermissionMode PreToolUseOutput PromptHookInput RateLimitMessage RedactedThinkingBlock ResultMessage
      SessionStateMessage StatusMessage StopHookInput StreamEventMessage SystemMessage TaskNotificationMessage
      TaskProgressMessage TaskStartedMessage TaskUpdatedMessage TextBlock ThinkingBlock ToolHookInput
      ToolProgressMessage ToolResultBlock ToolUseBlock UnknownMessage Usage UserMessage
    `,
  },
  "./testing": { values: "simulate", types: "" },
};

const { exports } = readConfig();

Deno.test("exports: each entry of the package is pinned", () => {
  assertEquals(Object.keys(exports).sort(), Object.keys(EXPORTS).sort());
});

for (const [name, { values, types }] of Object.entries(EXPORTS)) {
  Deno.test(`exports: "${name}" offers these names and no others`, async () => {
    const offered = await namesOf(exports[name]!);
    assertEquals(offered.values, words(values), "values");
    assertEquals(offered.types, words(types), "types");
  });
}

interface Documentation {
  nodes: Record<string, { symbols: { name: string; declarations: { kind: string }[] }[] }>;
}

async function namesOf(entry: string): Promise<{ values: string[]; types: string[] }> {
  const command = new Deno.Command(Deno.execPath(), { args: ["doc", "--json", entry], cwd: ROOT, stdin: "null" });
  const { stdout } = await command.output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as Documentation;
  const symbols = Object.values(nodes).flatMap((node) => node.symbols);
  const isType = (declaration: { kind: string }) => ["interface", "typeAlias"].includes(declaration.kind);
  return {
    values: symbols.filter(({ declarations }) => !declarations.every(isType)).map(({ name }) => name).sort(),
    types: symbols.filter(({ declarations }) => declarations.every(isType)).map(({ name }) => name).sort(),
  };
}

function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "").sort();
}
