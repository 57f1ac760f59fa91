import { assertEquals } from "@std/assert";
import { readConfig, ROOT } from "./repository.ts";

/** What each export offers: values, which a script calls or constructs, and types. A change here is a change for users. */
const EXPORTS: Record<string, { values: string; types: string }> = {
  ".": {
    values: `
      ControlError LimitError LineTooLongError ProcessError StartError TruncatedError TurnError UsageError
      addContext agentOf allowTools claude connect converse deltas denyTools expectSuccess interruptWhen keepGoing
      lastTurn ofType onHook onPermission onlyTools readOnly stopAgent texts toolUses turns windowTurns
    `,
    types: `
      Agent AgentEvent AllowPredicate AllowRule Answer ApiRetryMessage AssistantMessage BackgroundTasksMessage
      CanUseToolRequest ClaudeOptions CommandLifecycleMessage ContentBlock ControlCancelFrame ControlErrorDetails
      ControlErrorKind ControlRequestFrame ControlResponseFrame ConversationResetMessage ConverseOptions Decision
      DenyPredicate DenyRule Diagnostic DiagnosticKind DocumentBlock Door FrameRecord HookCallbackRequest
      HookEventName HookHandler HookInput HookInputBase HookOutput HookOutputBase HookPermissionDecision
      HookRegistration HookRequest HookRequests ImageBlock InitMessage InterruptReceipt Launch Limits LineTooLongErrorOptions
      Message MessageBase NextPrompt OnHookOptions Opening OtherControlRequest OtherHookInput OtherHookOutput
      OtherSystemMessage PermissionAnswer PermissionDenial PermissionHandler PermissionMode PermissionRequest
      Pipeline PreToolUseOutput ProcessErrorOptions Prompt PromptHookInput PromptOptions Prompts RateLimitMessage
      ReadOnlyOptions RedactedThinkingBlock ResultMessage RunEnd SessionStateMessage StartErrorKind
      StartErrorOptions StatusMessage StopHookInput StreamEventMessage SystemMessage TaskNotificationMessage
      TaskProgressMessage TaskStartedMessage TaskUpdatedMessage TextBlock ThinkingBlock ToolCall ToolHookInput
      ToolProgressMessage ToolResultBlock ToolUse ToolUseBlock Transport TransportExit TransportFactory
      TruncatedErrorOptions Turn TurnEnd TurnOutcome UnknownMessage Usage UserMessage
    `,
  },
  "./cli": {
    values: "askPerson optionsFromArgs printEvents promptLines",
    types: "ArgsRead AskPersonOptions PrintEventsOptions Terminal",
  },
  "./protocol": {
    values: `
      EVERYWHERE EXACT_PROGRAMS HOOK_EVENTS PROGRAMS READING_TOOLS TOOLS TOOL_ALIASES UsageError canonicalName
      cliDenyRules coveringRules describeRule matchesAllow matchesDeny parseFrame parseMessage parseRule readShell
      ruleWarning serialiseFrame toolFacts whyNotAllowed
    `,
    types: `
      ApiRetryMessage ArgumentForm AssistantMessage BackgroundTasksMessage CanUseToolRequest CommandLifecycleMessage
      CommandPrefix ContentBlock ControlCancelFrame ControlRequestFrame ControlResponseFrame
      ConversationResetMessage DocumentBlock DomainSpecifier ExactCommand GlobSegment HookCallbackRequest
      HookEventName HookInput HookInputBase HookOutput HookOutputBase HookPermissionDecision HookRegistration
      ImageBlock InboundFrame InitMessage Join Message MessageBase OptionFacts OtherControlRequest OtherHookInput
      OtherHookOutput OtherSystemMessage ParsedRule PathBase PathGlob PathSpecifier PermissionAnswer
      PermissionDenial PermissionMode PreToolUseOutput ProgramFacts PromptHookInput ProvedCommand RateLimitMessage
      RedactedThinkingBlock ResultMessage RuleCall RuleText SegmentPart SessionStateMessage Specifier StatusMessage
      StopHookInput StreamEventMessage SystemMessage TaskNotificationMessage TaskProgressMessage TaskStartedMessage
      TaskUpdatedMessage TextBlock ThinkingBlock ToolFacts ToolHookInput ToolProgressMessage ToolResultBlock
      ToolUseBlock UnknownMessage UnprovedCommand Usage UserMessage ValueSpecifier
    `,
  },
  "./testing": {
    values: "frames scriptTransport simulate",
    types: `
      EndOptions Ended ExpectedPrompt FailOptions HookAnswer Launch RequestOptions Scenario ScriptTransport
      SimulateOptions SimulatedCli SimulatedPrompt SimulatedSubagent SimulatedTask Simulation TaskOptions
      TextOptions ToolOptions ToolOutcome Transport TransportExit TransportFactory WrittenLine
    `,
  },
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
