export type * from "./file_controls.ts";
export type * from "./interrupt.ts";
export type * from "./mcp_controls.ts";
export type * from "./report_controls.ts";
export type { RequestOptions, RequestParameters } from "./request_options.ts";
export type * from "./session_controls.ts";
export type * from "./settings_controls.ts";
export type * from "./task_controls.ts";
