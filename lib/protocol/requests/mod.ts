export type * from "./context_usage.ts";
export type * from "./control_requests.ts";
export type * from "./files.ts";
export type * from "./initialize.ts";
export type * from "./mcp.ts";
export type * from "./reports.ts";
export type * from "./session.ts";
export type * from "./settings.ts";
