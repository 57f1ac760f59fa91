import type { ControlRequestFields, ControlRequestName } from "../../../lib/protocol/mod.ts";
import type { Sandbox } from "../../support/mod.ts";

/** One control request as the conformance test sends it. */
export interface Probe {
  /** Its kind. */
  readonly subtype: ControlRequestName;
  /** Its fields. */
  readonly fields: object;
  /** When it is sent. */
  readonly when: "before" | "idle" | "turn";
  /** The CLI must refuse it, for this reason, because nothing here could be granted. */
  readonly refusal?: RegExp;
}

/** What the requests speak of. */
export interface Setting {
  box: Sandbox;
  /** The uuid of the first prompt. */
  first: string;
  /** The uuid of a prompt that waits in the queue while the second turn runs. */
  queued: string;
  /** The shell in the background. */
  taskId: string;
}

/** Every control request once. Those that must come last stand last. */
export function probes({ box, first, queued, taskId }: Setting): Probe[] {
  return [
    before("get_binary_version", {}),
    before("get_context_usage", { detail: "full" }),
    before("get_settings", {}),
    before("get_usage", {}),
    before("get_session_cost", {}),
    before("list_models", {}),
    before("list_permission_rules", {}),
    before("get_hooks_listing", {}),
    before("mcp_status", {}),
    before("reload_output_styles", {}),
    before("reload_skills", {}),
    before("reload_plugins", {}),
    before("set_has_subscribers", { has_subscribers: true }),
    before("set_model", { model: "sonnet" }),
    before("set_max_thinking_tokens", { max_thinking_tokens: 2000 }),
    before("set_permission_mode", { mode: "default" }),
    before("apply_flag_settings", { settings: { spinnerTipsEnabled: false } }),
    refused("update_settings", /keys not allowed/, {
      source: "localSettings",
      settings: { spinnerTipsEnabled: false },
    }),
    before("read_file", { path: box.file("a.txt") }),
    before("seed_read_state", { path: box.file("a.txt"), mtime: 5 }),
    refused("register_repo_root", /register_repo_root/, { directory: box.project }),
    idle("file_suggestions", { query: "a" }),
    idle("rename_session", { title: "Birds" }),
    idle("generate_session_title", { description: "about birds" }),
    idle("side_question", { question: "why?" }),
    idle("rewind_files", { user_message_id: first, dry_run: true }),
    idle("mcp_call", { tool: "mcp__kit__echo", arguments: { text: "hi" } }),
    idle("mcp_read_resource", { serverName: "kit", uri: "ui://kit/page" }),
    idle("mcp_message", {
      server_name: "kit",
      message: { jsonrpc: "2.0", method: "notifications/tools/list_changed" },
    }),
    idle("mcp_reconnect", { serverName: "kit" }),
    idle("mcp_toggle", { serverName: "kit", enabled: false }),
    idle("mcp_set_servers", { servers: {} }),
    turn("cancel_async_message", { message_uuid: queued }),
    turn("get_task_output", { task_id: taskId }),
    turn("background_tasks", { tool_use_id: "toolu_unknown" }),
    turn("stop_task", { task_id: taskId }),
    turn("interrupt", {}),
    turn("end_session", { reason: "done" }),
  ];
}

function before<Name extends ControlRequestName>(subtype: Name, fields: ControlRequestFields<Name>): Probe {
  return { subtype, fields, when: "before" };
}

function idle<Name extends ControlRequestName>(subtype: Name, fields: ControlRequestFields<Name>): Probe {
  return { subtype, fields, when: "idle" };
}

function turn<Name extends ControlRequestName>(subtype: Name, fields: ControlRequestFields<Name>): Probe {
  return { subtype, fields, when: "turn" };
}

function refused<Name extends ControlRequestName>(
  ...[subtype, refusal, fields]: [Name, RegExp, ControlRequestFields<Name>]
): Probe {
  return { subtype, fields, when: "before", refusal };
}
