export type { ApiFailure, AssistantMessage, ModelMessage, ToolUseMeta } from "./messages/assistant.ts";
export type { MessageBase, MessageOrigin, PermissionMode, PromptLink } from "./messages/base.ts";
export type { HookProgressMessage, HookResponseMessage, HookStartedMessage } from "./messages/hooks.ts";
export type { InitMessage, LoadProblem, McpServerSummary, PluginSummary } from "./messages/init.ts";
export type {
  ApiRetryMessage,
  ModelFallbackMessage,
  ModelRefusalFallbackMessage,
  ModelRefusalMessage,
  RateLimitInfo,
  RateLimitMessage,
} from "./messages/limits.ts";
export type { Message, OtherSystemMessage, SystemMessage } from "./messages/message.ts";
export type {
  AuthStatusMessage,
  ControlRequestProgressMessage,
  ElicitationCompleteMessage,
  InformationalMessage,
  LocalCommandOutputMessage,
  NotificationMessage,
  PermissionDeniedMessage,
  PromptSuggestionMessage,
  ToolProgressMessage,
  ToolUseSummaryMessage,
} from "./messages/notices.ts";
export type { ContextUsage, UsageReport } from "./messages/reports.ts";
export type { PermissionDenial, ResultMessage } from "./messages/result.ts";
export type { ResultTimings } from "./messages/result_timings.ts";
export type {
  CommandLifecycleMessage,
  CommandsChangedMessage,
  CompactBoundaryMessage,
  CompactMetadata,
  ConversationResetMessage,
  SessionStateMessage,
  SessionTitleMessage,
  StatusMessage,
  WorkerShuttingDownMessage,
} from "./messages/state.ts";
export type {
  ActiveGoal,
  ActiveGoalMessage,
  AutocompactState,
  AutocompactStateMessage,
  FilesPersistedMessage,
  MemoryRecallMessage,
  MirrorErrorMessage,
  PluginInstallMessage,
  SessionWritesLostMessage,
} from "./messages/storage.ts";
export type {
  ContentBlockDeltaEvent,
  ContentBlockStartEvent,
  ContentBlockStopEvent,
  ContentDelta,
  MessageDeltaEvent,
  MessageStartEvent,
  MessageStopEvent,
  ModelErrorEvent,
  ModelStreamEvent,
  PingEvent,
  StreamEventMessage,
  ThinkingTokensMessage,
} from "./messages/stream_event.ts";
export type {
  BackgroundTask,
  BackgroundTasksMessage,
  TaskNotificationMessage,
  TaskPatch,
  TaskProgressMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
  TaskUsage,
} from "./messages/tasks.ts";
export type { UnknownMessage } from "./messages/unknown.ts";
export type { ModelUsage, SubagentStats, Usage } from "./messages/usage.ts";
export type { ToolResultMeta, UserMarks, UserMessage } from "./messages/user.ts";
