import type { Machine } from "./_machine.ts";
import { interruptTurn } from "./_turn_ends.ts";
import { tellLifecycle } from "./_receive.ts";

type Fields = Record<string, unknown>;
type Handler = (machine: Machine, request: Fields) => Fields | undefined;

const MODES = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"];

/** A control request that the CLI refuses. */
class Refusal extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const HANDLERS: Record<string, Handler> = {
  initialize,
  set_model: setModel,
  set_max_thinking_tokens: setThinking,
  cancel_async_message: (machine, { message_uuid }) => {
    const cancelled = typeof message_uuid === "string" ? machine.queue.cancel(message_uuid) : [];
    tellLifecycle(machine, cancelled, "cancelled");
    return { cancelled: cancelled.length > 0 };
  },
  stop_task: (machine, { task_id }) => {
    machine.tasks.get(String(task_id))?.kill();
    return {};
  },
  background_tasks: (_machine, { tool_use_id }) => tool_use_id === undefined ? {} : { backgrounded: false },
  mcp_status: () => ({ mcpServers: [] }),
  mcp_set_servers: (_machine, { servers }) => ({ added: Object.keys(servers ?? {}), removed: [], errors: {} }),
  mcp_message: () => undefined,
  mcp_reconnect: (_machine, { serverName }) => unknownServer(serverName),
  mcp_toggle: (_machine, { serverName }) => unknownServer(serverName),
  get_binary_version: (machine) => ({ version: machine.options.version }),
  get_context_usage: () => ({ categories: [], totalTokens: 120, maxTokens: 200_000, percentage: 0.06 }),
  get_settings: (machine) => ({ effective: {}, sources: [], applied: { model: machine.model } }),
  get_session_cost: (machine) => ({ text: `Estimated cost:        $${machine.ledger.totalUsd.toFixed(4)}` }),
  get_usage: (machine) => ({ session: { total_cost_usd: machine.ledger.totalUsd, model_usage: {} } }),
  apply_flag_settings: (_machine, { settings }) => {
    if (typeof settings === "object" && settings !== null) return undefined;
    throw new Refusal(`apply_flag_settings requires \`settings\` to be an object, got ${typeof settings}`);
  },
  rename_session: (machine, { title }) => {
    machine.emit({ type: "system", subtype: "session_title_changed", title });
    return undefined;
  },
};

/** Answers a control request of the script. */
export function answerControl(machine: Machine, request: Fields, id: unknown): void {
  const subtype = String(request.subtype);
  const { answers, unanswered } = machine.options;
  if (unanswered.includes(subtype)) return;
  const own = Object.hasOwn(answers, subtype) ? answers[subtype] : undefined;
  if (own !== undefined) {
    respond(machine, id, () => own(request));
    return;
  }
  if (subtype === "interrupt") return interrupt(machine, request, id);
  if (subtype === "end_session") {
    respond(machine, id, () => undefined);
    return machine.exit(0);
  }
  if (subtype === "set_permission_mode") return setMode(machine, request, id);
  const handler = Object.hasOwn(HANDLERS, subtype) ? HANDLERS[subtype] : undefined;
  respond(machine, id, () => {
    if (handler !== undefined) return handler(machine, request);
    throw new Refusal(`Unsupported control request subtype: ${subtype}`, "unsupported_request");
  });
}

/** Writes the answer; `false` if it was an error, or none because the CLI has gone deaf. */
function respond(machine: Machine, id: unknown, body: () => Fields | undefined): boolean {
  const request_id = id === undefined ? {} : { request_id: id };
  try {
    const payload = body();
    if (machine.isDeaf) return false;
    const response = payload === undefined ? {} : { response: payload };
    machine.wire.emit({ type: "control_response", response: { subtype: "success", ...request_id, ...response } });
    return true;
  } catch (error) {
    const code = error instanceof Refusal && error.code !== undefined && machine.isNew
      ? { error_code: error.code }
      : {};
    const message = error instanceof Error ? error.message : String(error);
    machine.wire.emit({
      type: "control_response",
      response: { subtype: "error", ...request_id, error: message, ...code },
    });
    return false;
  }
}

function initialize(machine: Machine, request: Fields): Fields {
  const late = machine.ledger.results > 0 || machine.turn !== undefined || machine.initialized;
  const again = machine.initialized;
  machine.initialized = true;
  const given = request.hooks !== undefined && request.hooks !== null;
  const wrong = given && (machine.isNew || !late) ? machine.hooks.replace(request.hooks) : undefined;
  if (wrong !== undefined) {
    if (machine.isNew) throw new Refusal(wrong);
    machine.isDeaf = true;
  }
  if (again && machine.isNew) machine.emit({ type: "system", subtype: "background_tasks_changed", tasks: [] });
  const common = {
    commands: [{ name: "compact", description: "Clear the history but keep a summary", argumentHint: "" }],
    agents: [{ name: "general-purpose", description: "For questions of many steps" }],
    output_style: "default",
    available_output_styles: ["default"],
    models: [{ value: "default", resolvedModel: machine.model, displayName: "Default", description: "The default" }],
    account: { tokenSource: "none", apiKeySource: "none", apiProvider: "firstParty" },
    pid: machine.pid,
  };
  if (!machine.isNew) return common;
  return {
    ...common,
    claude_code_version: machine.options.version,
    current_permission_mode: machine.mode,
    ...(given ? { hooks_applied: true } : {}),
    hook_on_failure_supported: true,
    session_state: machine.turn === undefined ? "idle" : "running",
    capabilities: [],
    fast_mode_state: "off",
  };
}

function interrupt(machine: Machine, request: Fields, id: unknown): void {
  const cancelled = request.cancel_queued === true && machine.isNew ? machine.queue.cancel() : [];
  tellLifecycle(machine, cancelled, "cancelled");
  const dropped = cancelled.length > 0 ? { cancelled } : {};
  interruptTurn(machine, () => {
    respond(machine, id, () => machine.isNew ? { still_queued: machine.queue.uuids, ...dropped } : undefined);
  });
}

function setMode(machine: Machine, { mode }: Fields, id: unknown): void {
  const done = respond(machine, id, () => {
    if (typeof mode !== "string" || (machine.isNew && !MODES.includes(mode))) {
      throw new Refusal(`Cannot set permission mode: must be one of ${MODES.join(", ")}`, "invalid_mode");
    }
    if (mode === "bypassPermissions" && !machine.flags.mayBypass) {
      const why = "the session was not launched with --dangerously-skip-permissions";
      throw new Refusal(`Cannot set permission mode to bypassPermissions because ${why}`, "bypass_not_launched");
    }
    return { mode };
  });
  if (done) machine.setMode(String(mode));
}

function setModel(machine: Machine, { model }: Fields): Fields | undefined {
  machine.model = typeof model === "string" ? model : machine.flags.model ?? "claude-opus-5-5";
  return machine.isNew ? { model: machine.model } : undefined;
}

function setThinking(machine: Machine, { max_thinking_tokens: tokens }: Fields): undefined {
  if (!machine.isNew || tokens === null || tokens === undefined || Number.isInteger(tokens)) return;
  throw new Refusal("set_max_thinking_tokens: max_thinking_tokens must be an integer or null");
}

function unknownServer(name: unknown): never {
  throw new Refusal(`Server not found: ${String(name)}`);
}
