export type { HookNoteEvent } from "./hook_events.ts";
export * from "./hooks/base.ts";
export * from "./hooks/hook_map.ts";
export * from "./hooks/notice_hooks.ts";
export * from "./hooks/place_hooks.ts";
export * from "./hooks/prompt_hooks.ts";
export * from "./hooks/session_hooks.ts";
export * from "./hooks/stop_hooks.ts";
export * from "./hooks/tool_hooks.ts";
