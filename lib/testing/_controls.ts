import { isRecord } from "../protocol/is_record.ts";
import type { Machine } from "./_machine.ts";
import { greeting, NEWER, REPORTS } from "./_reports.ts";
import { interruptTurn } from "./_turn_ends.ts";
import { echo } from "./_echo.ts";
import { tellLifecycle } from "./_receive.ts";
import { defaultModel, greetingSurroundings } from "./_surroundings.ts";

type Fields = Record<string, unknown>;
type Handler = (machine: Machine, request: Fields) => object | undefined;

const MODES = ["acceptEdits", "auto", "bypassPermissions", "default", "dontAsk", "plan"];

/** What tells the answer to `initialize`, and what that tells beside its body: the older CLI, from the second on. */
const GREETED = "account";
const NOTHING_PENDING = { pending_permission_requests: [], pending_user_dialog_requests: [] };

/** A control request that the CLI refuses. */
class Refusal extends Error {
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const HANDLERS: Record<string, Handler> = {
  ...REPORTS,
  initialize,
  set_model: setModel,
  set_max_thinking_tokens: setThinking,
  set_has_subscribers: () => undefined,
  cancel_async_message: (machine, { message_uuid }) => {
    const cancelled = typeof message_uuid === "string" ? machine.queue.cancel(message_uuid) : [];
    tellLifecycle(machine, cancelled, "cancelled");
    const isCancelled = cancelled.length > 0;
    return { cancelled: isCancelled, ...(machine.isNew && isCancelled ? { message_uuid } : {}) };
  },
  stop_task: (machine, { task_id }) => {
    machine.tasks.get(String(task_id))?.kill();
    return {};
  },
  background_tasks: (_machine, { tool_use_id }) => tool_use_id === undefined ? {} : { backgrounded: false },
  get_task_output: () => refuse("get_task_output: no shell or Monitor task with that task_id in this session"),
  mcp_status: ({ servers }) => ({ mcpServers: servers.status }),
  mcp_set_servers: (machine, { servers }) => machine.servers.replace(isRecord(servers) ? servers : {}),
  mcp_message: (machine, { server_name, message }) => void machine.servers.take(server_name, message),
  mcp_reconnect: (machine, { serverName }) => refuse(machine.servers.whyNotReconnect(serverName)),
  mcp_toggle: (machine, { serverName, enabled }) => {
    const why = machine.servers.toggle(serverName, enabled === true);
    return why === undefined ? undefined : refuse(why);
  },
  mcp_call: ({ servers }, { tool }) => {
    const name = servers.find(String(tool))?.server.name;
    if (name === undefined) refuse(`MCP server not connected: ${String(tool).split("__")[1] ?? ""}`);
    const why = "mcp_call does not support SDK MCP servers. SDK servers are caller-provided";
    return refuse(`${why} — invoke ${name} directly.`);
  },
  mcp_read_resource: (_machine, { serverName }) => refuse(`MCP server not connected: ${String(serverName)}`),
  apply_flag_settings: (machine, { settings }) => {
    if (!isRecord(settings)) {
      refuse(`apply_flag_settings requires \`settings\` to be an object, got ${typeof settings}`);
    }
    machine.flagSettings = merged(machine.flagSettings, settings);
    return undefined;
  },
  update_settings: (_machine, { settings }) =>
    refuse(`update_settings keys not allowed: ${Object.keys(settings ?? {}).join(", ")}`),
  rename_session: (machine, { title }) => {
    machine.emit({ type: "system", subtype: "session_title_changed", title });
    return undefined;
  },
  generate_session_title: () => ({ title: null }),
  side_question: () => ({ response: "I cannot say.", synthetic: false }),
  rewind_files: rewindFiles,
  file_suggestions: (machine) => ({
    suggestions: [],
    ...(machine.isNew ? { cwd: machine.launch.cwd ?? "/srv/demo" } : {}),
  }),
  // A simulation has no files.
  read_file: (_machine, { path }) => refuse(`read denied: ${String(path)}`),
  seed_read_state: () => undefined,
  register_repo_root: (_machine, { directory }) =>
    refuse(`register_repo_root: ${String(directory)} is not a git repository`),
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
  const known = Object.hasOwn(HANDLERS, subtype) && (machine.isNew || !NEWER.has(subtype));
  const handler = known ? HANDLERS[subtype] : undefined;
  const done = respond(machine, id, () => {
    if (handler !== undefined) return handler(machine, request);
    return refuse(`Unsupported control request subtype: ${subtype}`, "unsupported_request");
  });
  if (subtype === "initialize" && done && machine.initialized > 1 && machine.isNew) {
    machine.emit({ type: "system", subtype: "background_tasks_changed", tasks: [] });
  }
}

/** Writes the answer; `false` if it was an error, or none because the CLI has gone deaf. */
function respond(machine: Machine, id: unknown, body: () => object | undefined): boolean {
  const request_id = id === undefined ? {} : { request_id: id };
  try {
    const payload = body();
    if (machine.isDeaf) return false;
    const response = payload === undefined ? {} : { response: payload };
    const isGreeting = payload !== undefined && GREETED in payload;
    const more = isGreeting && (machine.isNew || machine.initialized > 1) ? NOTHING_PENDING : {};
    machine.wire.emit({
      type: "control_response",
      response: { subtype: "success", ...request_id, ...response, ...more },
    });
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
  const late = machine.ledger.results > 0 || machine.turn !== undefined || machine.initialized > 0;
  const again = machine.initialized++ > 0;
  machine.hasSchema = request.jsonSchema !== undefined;
  if (!again) machine.servers.open(request.sdkMcpServers);
  const given = request.hooks !== undefined && request.hooks !== null;
  const wrong = given && (machine.isNew || !late) ? machine.hooks.replace(request.hooks) : undefined;
  if (wrong !== undefined) {
    if (machine.isNew) throw new Refusal(wrong);
    machine.isDeaf = true;
  }
  const common = { ...greeting(machine), agents: knownAgents(machine, request) };
  if (!machine.isNew) return common;
  return {
    ...common,
    ...greetingSurroundings(machine),
    claude_code_version: machine.options.version,
    current_permission_mode: machine.mode,
    ...(given ? { hooks_applied: true } : {}),
    hook_on_failure_supported: true,
    session_state: machine.turn === undefined ? "idle" : "running",
    capabilities: [],
    fast_mode_state: "off",
  };
}

/** What there is of agents: a built-in one, those of the host, and that of the command line, as if it were on disk. */
function knownAgents(machine: Machine, { agents }: Fields): { name: string; description: string }[] {
  const given = Object.entries((agents ?? {}) as Record<string, { description?: unknown }>);
  const known = new Map([["general-purpose", "For questions of many steps"]]);
  if (machine.flags.agent !== undefined) known.set(machine.flags.agent, "From the settings folders");
  for (const [name, agent] of given) known.set(name, String(agent.description ?? ""));
  return [...known].map(([name, description]) => ({ name, description }));
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
  machine.model = typeof model === "string" ? model : machine.flags.model ?? defaultModel(machine.options.version);
  // Seen on 2.1.197: it tells the model, as if a person had typed a command.
  if (!machine.isNew) echoCommand(machine, `Set model to ${machine.model}`);
  return machine.isNew ? { model: machine.model } : undefined;
}

function echoCommand(machine: Machine, said: string): void {
  const content = `<local-command-stdout>${said}</local-command-stdout>`;
  echo(machine, { content, uuid: undefined, priority: "next" });
}

function setThinking(machine: Machine, { max_thinking_tokens: tokens }: Fields): undefined {
  if (!machine.isNew || tokens === null || tokens === undefined || Number.isInteger(tokens)) return;
  throw new Refusal("set_max_thinking_tokens: max_thinking_tokens must be an integer or null");
}

/** There is a checkpoint for each prompt that was given an id; a simulation has no files that would change. */
function rewindFiles(machine: Machine, { user_message_id: id, dry_run }: Fields): Fields {
  const isEnabled = machine.launch.env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING === "1";
  const isKnown = typeof id === "string" && machine.ledger.prompts.has(id);
  if (isEnabled && isKnown) {
    return dry_run === true ? { canRewind: true, filesChanged: [], insertions: 0, deletions: 0 } : { canRewind: true };
  }
  const error = isEnabled ? "No file checkpoint found for this message." : "File rewinding is not enabled.";
  return dry_run === true ? { canRewind: false, error } : refuse(error);
}

function refuse(message: string, code?: string): never {
  throw new Refusal(message, code);
}

/** Settings on top of others: objects are merged, lists are put together, `null` takes back. */
function merged(base: Fields, added: Fields): Fields {
  const result = { ...base };
  for (const [name, value] of Object.entries(added)) {
    const before = result[name];
    if (value === null) delete result[name];
    else if (isRecord(value)) result[name] = merged(isRecord(before) ? before : {}, value);
    else if (Array.isArray(value) && Array.isArray(before)) result[name] = [...new Set([...before, ...value])];
    else result[name] = value;
  }
  return result;
}
