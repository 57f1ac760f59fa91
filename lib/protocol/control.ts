export * from "./control/can_use_tool.ts";
export * from "./control/frames.ts";
export * from "./control/host_requests.ts";
export * from "./control/permission_update.ts";
export { sessionUpdates } from "./control/session_updates.ts";
