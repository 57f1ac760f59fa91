export type * from "./control/can_use_tool.ts";
export type * from "./control/frames.ts";
export type * from "./control/host_requests.ts";
export type * from "./control/permission_update.ts";
export { sessionUpdates } from "./control/session_updates.ts";
