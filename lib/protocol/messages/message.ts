import type { AssistantMessage } from "./assistant.ts";
import type { HookProgressMessage, HookResponseMessage, HookStartedMessage } from "./hooks.ts";
import type { InitMessage } from "./init.ts";
import type {
  ApiRetryMessage,
  ModelFallbackMessage,
  ModelRefusalFallbackMessage,
  ModelRefusalMessage,
  RateLimitMessage,
} from "./limits.ts";
import type {
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
} from "./notices.ts";
import type { ResultMessage } from "./result.ts";
import type {
  CommandLifecycleMessage,
  CommandsChangedMessage,
  CompactBoundaryMessage,
  ConversationResetMessage,
  SessionStateMessage,
  SessionTitleMessage,
  StatusMessage,
  WorkerShuttingDownMessage,
} from "./state.ts";
import type {
  ActiveGoalMessage,
  AutocompactStateMessage,
  FilesPersistedMessage,
  MemoryRecallMessage,
  MirrorErrorMessage,
  PluginInstallMessage,
  SessionWritesLostMessage,
} from "./storage.ts";
import type { StreamEventMessage, ThinkingTokensMessage } from "./stream_event.ts";
import type {
  BackgroundTasksMessage,
  TaskNotificationMessage,
  TaskProgressMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
} from "./tasks.ts";
import type { UnknownMessage } from "./unknown.ts";
import type { UserMessage } from "./user.ts";

/** A system message of a rarer kind; each has its interface and is told by its `subtype`. */
export type OtherSystemMessage =
  | CommandsChangedMessage
  | CompactBoundaryMessage
  | ControlRequestProgressMessage
  | ElicitationCompleteMessage
  | FilesPersistedMessage
  | HookProgressMessage
  | HookResponseMessage
  | HookStartedMessage
  | InformationalMessage
  | LocalCommandOutputMessage
  | MemoryRecallMessage
  | MirrorErrorMessage
  | ModelFallbackMessage
  | ModelRefusalFallbackMessage
  | ModelRefusalMessage
  | NotificationMessage
  | PermissionDeniedMessage
  | PluginInstallMessage
  | SessionTitleMessage
  | SessionWritesLostMessage
  | ThinkingTokensMessage
  | WorkerShuttingDownMessage;

/** Any system message; `subtype` tells which. */
export type SystemMessage =
  | InitMessage
  | StatusMessage
  | SessionStateMessage
  | TaskStartedMessage
  | TaskProgressMessage
  | TaskUpdatedMessage
  | TaskNotificationMessage
  | BackgroundTasksMessage
  | ApiRetryMessage
  | OtherSystemMessage;

/** A data frame from the CLI: the protocol's own object, unchanged. */
export type Message =
  | SystemMessage
  | AssistantMessage
  | UserMessage
  | ResultMessage
  | StreamEventMessage
  | ToolProgressMessage
  | ToolUseSummaryMessage
  | RateLimitMessage
  | AuthStatusMessage
  | PromptSuggestionMessage
  | CommandLifecycleMessage
  | ConversationResetMessage
  | ActiveGoalMessage
  | AutocompactStateMessage
  | UnknownMessage;
