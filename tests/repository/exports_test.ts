import { assertEquals } from "@std/assert";
import { readConfig, ROOT } from "./repository.ts";

/** What each export offers: values, which a script calls or constructs, and types. A change here is a change for users. */
const EXPORTS: Record<string, { values: string; types: string }> = {
  ".": {
    values: `
      ControlError LimitError LineTooLongError ProcessError StalledError StartError StructuredOutputError
      TruncatedError TurnError UsageError addContext agentOf allowTools blocksOf budget bySubagent claude connect
      converse decisionLines decisions deltas denyTools editsWithin expectSuccess explain failureKind interruptWhen
      isAssistant isInit isReplay isResult isSubagentMessage isSynthetic isSystem isUser iterate keepGoing lastTurn
      ofType onHook onPermission onPlan onQuestion onSigint onlyTools pacedMap permissions permissionsFrom readOnly
      record remember retryOnLimit sessionUpdates stagger stopAgent stopRepeats structured tasks texts toolUses
      turnTimeout turns untilIdle usage watchdog windowTurns
    `,
    types: `
      AccountInfo ActiveGoal ActiveGoalMessage Agent AgentEvent AllowOptions AllowPredicate AllowRule AlwaysOffer
      Answer ApiFailure ApiRetryMessage AppliedSettings ApplyFlagSettingsFields ApproveOptions AskRule AskedQuestions
      AssistantMessage AuthStatusMessage AutocompactState AutocompactStateMessage BackgroundTask BackgroundTasksAnswer
      BackgroundTasksFields BackgroundTasksMessage Base64Source BlockBuilder BudgetOptions CanUseToolRequest
      CancelAsyncMessageAnswer CancelAsyncMessageFields Citation ClaudeOptions CommandLifecycleMessage
      CommandsChangedMessage CompactBoundaryMessage CompactMetadata ConfigChangeInput ConfigChangeOutput
      ContainerUploadBlock ContentBlock ContentBlockDeltaEvent ContentBlockStartEvent ContentBlockStopEvent
      ContentDelta ContentSource ContextApiUsage ContextCategory ContextCommands ContextFile ContextMcpInstructions
      ContextMcpTool ContextMessages ContextSkill ContextSkills ContextSquare ContextSubagent ContextTool
      ContextToolCalls ContextUsage ContextUsageOptions ControlCancelFrame ControlErrorDetails ControlErrorKind
      ControlExchange ControlRequestAnswer ControlRequestFields ControlRequestFrame ControlRequestName
      ControlRequestProgressMessage ControlRequests ControlResponseFrame ConversationResetMessage ConverseOptions
      CwdChangedInput Decision DecisionCause DecisionFlags DecisionLinesOptions DecisionReasonType DecisionRecord
      DenyBuilder DenyPredicate DenyRule Diagnostic DiagnosticKind DialogAnswer DialogRequest DirectoriesUpdate
      DirectoryAddedInput DocumentBlock Door Effort ElicitationAnswer ElicitationCompleteMessage
      ElicitationControlRequest ElicitationInput ElicitationOutput ElicitationRequest ElicitationResultInput
      EndSessionFields EnvironmentOptions Explanation FailureKind FileChangedInput FileControls FileSource
      FileSuggestion FileSuggestionsAnswer FileSuggestionsFields FilesPersistedMessage FrameRecord
      GenerateSessionTitleAnswer GenerateSessionTitleFields GenerateTitleOptions GetBinaryVersionAnswer
      GetContextUsageAnswer GetContextUsageFields GetHooksListingAnswer GetSessionCostAnswer GetSettingsAnswer
      GetTaskOutputAnswer GetTaskOutputFields GetUsageAnswer GetUsageFields HookBackgroundTask HookBlock HookBuilders
      HookCallbackRequest HookCron HookEffort HookEventName HookEventSummary HookHandler HookInput HookInputBase
      HookInputs HookListing HookMcpServer HookNote HookNoteEvent HookOutput HookOutputBase HookOutputs
      HookPermissionDecision HookProgressMessage HookRegistration HookRequest HookRequestBase HookRequests
      HookResponseMessage HookStartedMessage HookStop HostAuthTokenRefreshRequest ImageBlock InProcessServer
      InformationalMessage InitMessage InitializeAnswer InstructionsLoadedInput InterruptAnswer InterruptFields
      InterruptOptions InterruptReceipt IterateOptions KeepGoingBuilder Launch LaunchOptions Limits
      LineTooLongErrorOptions ListModelsAnswer ListPermissionRulesAnswer LoadProblem LocalCommandOutputMessage
      MatchedAskRule McpCallAnswer McpCallFields McpControls McpMessageControlRequest McpMessageFields
      McpReadResourceAnswer McpReadResourceFields McpResourceContent McpServerFields McpServerInfo McpServerOption
      McpServerOrigin McpServerStatus McpServerSummary McpSetServersAnswer McpSetServersFields McpStatusAnswer
      McpToggleFields McpToolAnnotations McpToolInfo McpToolResultBlock McpToolUseBlock MemoryRecallMessage Message
      MessageBase MessageDeltaEvent MessageDisplayBuilders MessageDisplayInput MessageDisplayOutput MessageOrigin
      MessageStartEvent MessageStopEvent MirrorErrorMessage ModeUpdate ModelErrorEvent ModelFallbackMessage ModelInfo
      ModelMessage ModelRefusalFallbackMessage ModelRefusalMessage ModelStreamEvent ModelSwitchInput ModelUsage
      NextPrompt NoBuilders NoFields NoteBuilder NotificationInput NotificationMessage OauthTokenRefreshRequest
      OnHookOptions OnPermissionOptions Opening OtherControlRequest OtherRule OtherSystemMessage PacedMapOptions
      PassiveHookOutput PermissionAnswer PermissionBehavior PermissionDenial PermissionDeniedBuilders
      PermissionDeniedInput PermissionDeniedMessage PermissionDeniedOutput PermissionHandler PermissionMode
      PermissionRequest PermissionRuleDescription PermissionRuleEntry PermissionRuleValue PermissionRules
      PermissionRulesState PermissionUpdate PermissionUpdateDestination PermissionsFromOptions PingEvent Pipeline
      PlainTextSource PlanHandler PluginInfo PluginInstallMessage PluginSummary PostCompactInput PostModelSwitchInput
      PostModelSwitchOutput PostToolBatchInput PostToolBatchOutput PostToolUseBuilders PostToolUseFailureInput
      PostToolUseFailureOutput PostToolUseInput PostToolUseOutput PreCompactBuilders PreCompactInput PreCompactOutput
      PreModelSwitchInput PreModelSwitchOutput PreSkillShellCommandInput PreSkillShellCommandOutput PreToolUseBuilders
      PreToolUseInput PreToolUseOutput ProcessErrorOptions Prompt PromptLink PromptOptions PromptSuggestionMessage
      Prompts ProposedPlan Purse QuestionAnswer QuestionAnswers QuestionChoice QuestionHandler QuestionOption
      RateLimitInfo RateLimitMessage ReadFileAnswer ReadFileFields ReadFileOptions ReadOnlyOptions RecordFile
      RecordOptions RecordSink RedactedThinkingBlock RegisterRepoRootFields RegisterRepoRootOptions
      ReloadOutputStylesAnswer ReloadPluginsAnswer ReloadPluginsFields ReloadPluginsOptions ReloadSkillsAnswer
      RememberHandler RememberOptions RenameSessionFields ReportControls RequestOptions RequestParameters ResolvedPath
      ResultFit ResultMessage ResultSchema ResultTimings RetryOnLimitOptions RewindFilesAnswer RewindFilesFields
      RewindFilesOptions RuleCall RuleLists RuleText RulesUpdate RunEnd SearchResultBlock SeedReadStateFields
      ServerFactory ServerToolError ServerToolResultBlock ServerToolUseBlock ServerTransport SessionControls
      SessionEndInput SessionStartInput SessionStartOutput SessionStateMessage SessionTitleMessage SessionUsage
      SessionWritesLostMessage SetHasSubscribersFields SetMaxThinkingTokensFields SetModelAnswer SetModelFields
      SetPermissionModeAnswer SetPermissionModeFields SettingsControls SettingsSource SetupInput SetupOutput
      SideQuestionAnswer SideQuestionFields SlashCommand Spending StaggerOptions StallPhase StalledErrorDetails
      StartErrorKind StartErrorOptions StatusMessage StopAgentOutput StopFailureInput StopHookInput StopInput
      StopOutput StopTaskFields StreamEventMessage StructuredOptions SubagentInfo SubagentStartInput
      SubagentStartOutput SubagentStats SubagentStopInput SubagentWork SystemMessage TaskCompletedInput TaskControls
      TaskCreatedInput TaskHookInput TaskHookOutput TaskNotificationMessage TaskPatch TaskProgressMessage
      TaskStartedMessage TaskUpdatedMessage TaskUsage TeammateIdleInput TeammateIdleOutput TextBlock Thinking
      ThinkingBlock ThinkingTokensMessage ToolBatchCall ToolCall ToolCaller ToolHookInput ToolProgressMessage
      ToolReferenceBlock ToolResultBlock ToolResultMeta ToolUse ToolUseBlock ToolUseMeta ToolUseSummaryMessage
      TrackedTask Transport TransportExit TransportFactory TruncatedErrorOptions Turn TurnEnd TurnOutcome
      TurnTimeoutOptions Typed UnknownBlock UnknownMessage UpdateSettingsFields UrlSource Usage UsageOptions
      UsageReport UsageTotal UserDialogControlRequest UserMarks UserMessage UserPromptExpansionInput
      UserPromptExpansionOutput UserPromptSubmitInput UserPromptSubmitOutput UserQuestion WatchdogOptions
      WebSearchResult WebSearchToolResultBlock WorkerShuttingDownMessage WorkspaceDirectory WorktreeCreateBuilders
      WorktreeCreateInput WorktreeCreateOutput WorktreeRemoveInput
    `,
  },
  "./protocol": {
    values: `
      EVERYWHERE EXACT_PROGRAMS HOOK_EVENTS HOOK_NOTE_EVENTS HOOK_SUBJECTS HookNoteEvent PERSON_TOOLS PROGRAMS
      READING_TOOLS TOOLS TOOL_ALIASES UsageError answeredInput blocksOf canonicalName checkHookInput cliDenyRules
      coveringRules describeRule explain isAssistant isInit isReplay isResult isSubagentMessage isSynthetic isSystem
      isUser matchesAllow matchesAsk matchesDeny parseFrame parseMessage parseRule readPlan readQuestions readShell
      ruleWarning serialiseFrame sessionUpdates toolFacts unreadLinks whyNotAllowed
    `,
    types: `
      AccountInfo ActiveGoal ActiveGoalMessage ApiFailure ApiRetryMessage AppliedSettings ApplyFlagSettingsFields
      ArgumentForm AssistantMessage AuthStatusMessage AutocompactState AutocompactStateMessage BackgroundTask
      BackgroundTasksAnswer BackgroundTasksFields BackgroundTasksMessage Base64Source CanUseToolRequest
      CancelAsyncMessageAnswer CancelAsyncMessageFields Citation CommandLifecycleMessage CommandPrefix
      CommandsChangedMessage CompactBoundaryMessage CompactMetadata ConfigChangeInput ConfigChangeOutput
      ContainerUploadBlock ContentBlock ContentBlockDeltaEvent ContentBlockStartEvent ContentBlockStopEvent
      ContentDelta ContentSource ContextApiUsage ContextCategory ContextCommands ContextFile ContextMcpInstructions
      ContextMcpTool ContextMessages ContextSkill ContextSkills ContextSquare ContextSubagent ContextTool
      ContextToolCalls ContextUsage ControlCancelFrame ControlExchange ControlRequestAnswer ControlRequestFields
      ControlRequestFrame ControlRequestName ControlRequestProgressMessage ControlRequests ControlResponseFrame
      ConversationResetMessage CwdChangedInput DecisionReasonType DialogAnswer DirectoriesUpdate DirectoryAddedInput
      DocumentBlock DomainSpecifier ElicitationAnswer ElicitationCompleteMessage ElicitationControlRequest
      ElicitationInput ElicitationOutput ElicitationResultInput EndSessionFields ExactCommand Explanation
      FileChangedInput FileSource FileSuggestion FileSuggestionsAnswer FileSuggestionsFields FilesPersistedMessage
      GenerateSessionTitleAnswer GenerateSessionTitleFields GetBinaryVersionAnswer GetContextUsageAnswer
      GetContextUsageFields GetHooksListingAnswer GetSessionCostAnswer GetSettingsAnswer GetTaskOutputAnswer
      GetTaskOutputFields GetUsageAnswer GetUsageFields GlobSegment HookBackgroundTask HookBlock HookCallbackRequest
      HookCron HookEffort HookEventName HookEventSummary HookInput HookInputBase HookInputs HookListing HookMcpServer
      HookNote HookOutput HookOutputBase HookOutputs HookPermissionDecision HookProgressMessage HookRegistration
      HookResponseMessage HookStartedMessage HookStop HostAuthTokenRefreshRequest ImageBlock InboundFrame
      InformationalMessage InitMessage InitializeAnswer InstructionsLoadedInput InterruptAnswer InterruptFields Join
      ListModelsAnswer ListPermissionRulesAnswer LoadProblem LocalCommandOutputMessage MatchedAskRule McpCallAnswer
      McpCallFields McpMessageControlRequest McpMessageFields McpReadResourceAnswer McpReadResourceFields
      McpResourceContent McpServerFields McpServerInfo McpServerOrigin McpServerStatus McpServerSummary
      McpSetServersAnswer McpSetServersFields McpStatusAnswer McpToggleFields McpToolAnnotations McpToolInfo
      McpToolResultBlock McpToolUseBlock MemoryRecallMessage Message MessageBase MessageDeltaEvent MessageDisplayInput
      MessageDisplayOutput MessageOrigin MessageStartEvent MessageStopEvent MirrorErrorMessage ModeUpdate
      ModelErrorEvent ModelFallbackMessage ModelInfo ModelMessage ModelRefusalFallbackMessage ModelRefusalMessage
      ModelStreamEvent ModelSwitchInput ModelUsage NoFields NotificationInput NotificationMessage
      OauthTokenRefreshRequest OptionFacts OtherControlRequest OtherRule OtherSystemMessage ParseFrameOptions
      ParsedRule PassiveHookOutput PathBase PathGlob PathSpecifier PermissionAnswer PermissionBehavior
      PermissionDenial PermissionDeniedInput PermissionDeniedMessage PermissionDeniedOutput PermissionMode
      PermissionRuleDescription PermissionRuleEntry PermissionRuleValue PermissionRulesState PermissionUpdate
      PermissionUpdateDestination PingEvent PlainTextSource PlanText PluginInfo PluginInstallMessage PluginSummary
      PostCompactInput PostModelSwitchInput PostModelSwitchOutput PostToolBatchInput PostToolBatchOutput
      PostToolUseFailureInput PostToolUseFailureOutput PostToolUseInput PostToolUseOutput PreCompactInput
      PreCompactOutput PreModelSwitchInput PreModelSwitchOutput PreSkillShellCommandInput PreSkillShellCommandOutput
      PreToolUseInput PreToolUseOutput ProgramFacts PromptLink PromptSuggestionMessage ProvedCommand QuestionAnswer
      QuestionAnswers QuestionChoice QuestionOption RateLimitInfo RateLimitMessage ReadFileAnswer ReadFileFields
      RedactedThinkingBlock RegisterRepoRootFields ReloadOutputStylesAnswer ReloadPluginsAnswer ReloadPluginsFields
      ReloadSkillsAnswer RenameSessionFields ResolvedPath ResultMessage ResultTimings RewindFilesAnswer
      RewindFilesFields RuleCall RuleLists RuleText RulesUpdate SearchResultBlock SeedReadStateFields SegmentPart
      ServerToolError ServerToolResultBlock ServerToolUseBlock SessionEndInput SessionStartInput SessionStartOutput
      SessionStateMessage SessionTitleMessage SessionUsage SessionWritesLostMessage SetHasSubscribersFields
      SetMaxThinkingTokensFields SetModelAnswer SetModelFields SetPermissionModeAnswer SetPermissionModeFields
      SettingsSource SetupInput SetupOutput SideQuestionAnswer SideQuestionFields SlashCommand Specifier StatusMessage
      StopFailureInput StopHookInput StopInput StopOutput StopTaskFields StreamEventMessage SubagentInfo
      SubagentStartInput SubagentStartOutput SubagentStats SubagentStopInput SystemMessage TaskCompletedInput
      TaskCreatedInput TaskHookInput TaskHookOutput TaskNotificationMessage TaskPatch TaskProgressMessage
      TaskStartedMessage TaskUpdatedMessage TaskUsage TeammateIdleInput TeammateIdleOutput TextBlock ThinkingBlock
      ThinkingTokensMessage ToolBatchCall ToolCaller ToolFacts ToolHookInput ToolProgressMessage ToolReferenceBlock
      ToolResultBlock ToolResultMeta ToolUseBlock ToolUseMeta ToolUseSummaryMessage Typed UnknownBlock UnknownMessage
      UnprovedCommand UpdateSettingsFields UrlSource Usage UsageReport UserDialogControlRequest UserMarks UserMessage
      UserPromptExpansionInput UserPromptExpansionOutput UserPromptSubmitInput UserPromptSubmitOutput UserQuestion
      ValueSpecifier WebSearchResult WebSearchToolResultBlock WorkerShuttingDownMessage WorkspaceDirectory
      WorktreeCreateInput WorktreeCreateOutput WorktreeRemoveInput
    `,
  },
  "./testing": {
    values: `
      ReplayError expectDecisions expectTurns frames marbleEvents marbles replay scriptTransport simulate turnEnd
    `,
    types: `
      EndOptions Ended ExpectedDecision ExpectedDecisionFields ExpectedPrompt ExpectedTurn ExpectedTurnFields
      FailOptions HookAnswer Launch MarbleEvents MarbleHelpers MarbleSource Misbehaviour RecordedLine Recording Replay
      ReplayErrorDetails ReplayOptions RequestOptions Scenario ScriptTransport SimulateOptions SimulatedCli
      SimulatedPrompt SimulatedSubagent SimulatedTask Simulation TaskOptions TextOptions ToolOptions ToolOutcome
      Transport TransportExit TransportFactory WrittenLine
    `,
  },
  "./testing/stand-in": {
    values: "",
    types: "",
  },
  "./cli": {
    values: "askPerson optionsFromArgs printEvents promptLines",
    types: "ArgsRead AskPersonOptions PrintEventsOptions Terminal",
  },
  "./mcp": {
    values: "image mcpServer onDialog onElicitation tool",
    types: `
      ArgumentFit ArgumentSchema DialogHandler ElicitationHandler InProcessServer McpServerOptions McpTool
      MediaContent ResourceContent ResourceLink ServerTransport TextContent ToolContent ToolContext ToolHandler
      ToolOptions ToolOutput ToolProgress ToolResult ToolServer
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
