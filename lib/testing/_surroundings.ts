import type { Machine } from "./_machine.ts";

type Fields = Record<string, unknown>;

/** What is fixed in frames of the newer CLI that tells what it can do. Seen on 2.1.332. */
const CAPABILITIES = ["interrupt_receipt_v1", "interrupt_cancel_queued_v1", "msg_lifecycle_v1"];

/** What `init` tells of the machine and of the program, beside what it tells of the session. */
export function initSurroundings(machine: Machine): Fields {
  const { env, cwd = "/srv/demo" } = machine.launch;
  const common = {
    apiKeySource: apiKeySource(machine),
    skills: [],
    plugins: [],
    ...privacy(machine),
    memory_paths: { auto: `${env.HOME ?? "/home/user"}/.claude/projects/demo/memory/` },
    fast_mode_state: "off",
  };
  if (!machine.isNew) return common;
  return {
    ...common,
    terminal_slash_commands: [],
    capabilities: CAPABILITIES,
    served_by_anthropic: false,
    sandbox_enabled: false,
    original_cwd: cwd,
    additional_directories: [],
    messaging_socket_path: `/tmp/cc-socks/${machine.pid}.sock`,
    fast_mode_disabled_reason: "sdk_opt_in_required",
    per_turn_effort_active: true,
    ultrathink_available: false,
    ultrathink_typed_raises: false,
    view_mode: "default",
  };
}

/** What the newer CLI's answer to `initialize` tells of the machine and of the program. */
export function greetingSurroundings(machine: Machine): Fields {
  return {
    user_output_styles_dir: `${machine.launch.env.HOME ?? "/home/user"}/.claude/output-styles`,
    hooks_when_unanswered_kept: 0,
    other_hook_ask_outranks_host: true,
    feedback_mode: { kind: "disabled" },
    analytics_disabled: privacy(machine).analytics_disabled,
    sandbox_enabled: false,
    remote_control_auto_enable: false,
    remote_control_auto_connect_default: false,
    remote_control_available: false,
    remote_control_auto_on_by_default: false,
    ide_rc_auto_enable_gate: false,
    fast_mode_disabled_reason: "sdk_opt_in_required",
  };
}

/** Where the key comes from. */
export function apiKeySource({ launch }: Machine): string {
  return launch.env.ANTHROPIC_API_KEY === undefined ? "none" : "ANTHROPIC_API_KEY";
}

/** The model that is used where none is named. */
export function defaultModel(version: string): string {
  return version === "2.1.332" ? "claude-opus-5-5" : "claude-opus-4-8[1m]";
}

function privacy({ launch: { env } }: Machine): { analytics_disabled: boolean; product_feedback_disabled: boolean } {
  const isQuiet = env.CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC === "1" || env.DISABLE_TELEMETRY === "1";
  return { analytics_disabled: isQuiet, product_feedback_disabled: isQuiet };
}
