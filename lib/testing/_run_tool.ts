import { type Actor, Turn } from "./_actor.ts";
import type { ContentBlock } from "../protocol/content.ts";
import { endCall } from "./_batch.ts";
import { abortTurn, finishTurn, killForeground } from "./_turn_ends.ts";
import { callHooks, contextOf } from "./_hooks.ts";
import { closeAnswer, say, tell } from "./_speech.ts";
import { echo } from "./_echo.ts";
import { type Call, judge, type Verdict } from "./_judge.ts";
import type { Machine } from "./_machine.ts";
import type { Given } from "./_mcp_result.ts";
import { Task } from "./_task.ts";
import { textOf } from "./_queue.ts";
import { tellLifecycle } from "./_receive.ts";
import type { ToolOptions, ToolOutcome } from "./scenario_options.ts";

/** One use of a tool, from the model's wish to the result that the model reads. */
export async function runTool(
  machine: Machine,
  actor: Actor,
  wish: { name: string; input: Record<string, unknown> },
  options: ToolOptions,
): Promise<ToolOutcome> {
  const call: Call = { id: options.id ?? machine.ids.short("toolu"), ...wish };
  actor.batch.begin();
  actor.tools++;
  // The newer CLI tells of the progress before what it is about where the agent waits, and behind it elsewhere.
  if (actor instanceof Task && !actor.isBackground) actor.tellProgress(call.name, call.input);
  say(machine, actor, { type: "tool_use", ...call });
  if (actor instanceof Task && actor.isBackground) actor.tellProgress(call.name, call.input);
  actor.openTools.set(call.id, { name: call.name, input: call.input, asking: false });
  // Parallel uses belong to one answer: those that are made in the same tick are in it.
  await Promise.resolve();
  closeAnswer(machine, actor, "tool_use");
  const release = call.name === "Bash" && machine.isNew ? await actor.shell() : undefined;
  try {
    if (actor.isOver) return outcome(call, { behavior: "deny", input: call.input, message: "The turn was ended" });
    if (options.result === undefined && machine.servers.misses(call.name)) return unknownTool(machine, actor, call);
    const verdict = await judge(machine, actor, call, options);
    if (actor.isOver) return outcome(call, { ...verdict, behavior: "deny" });
    if (verdict.behavior === "deny") return refuse(machine, actor, call, verdict);
    return await carryOut(machine, actor, { ...call, input: verdict.input }, { verdict, options });
  } finally {
    release?.();
    await endCall(machine, actor);
  }
}

function refuse(machine: Machine, actor: Actor, call: Call, verdict: Verdict): ToolOutcome {
  const turn = actor instanceof Turn ? actor : machine.isNew ? machine.turn : undefined;
  if (verdict.interrupts === true) {
    machine.wire.cancel({ owner: actor });
    const open = actor.openTools.get(call.id);
    if (open !== undefined) open.asking = true;
    if (actor instanceof Turn) {
      killForeground(machine);
      abortTurn(machine, actor);
    } else machine.tasks.get(actor.agentId ?? "")?.kill();
    return outcome(call, verdict);
  }
  turn?.denials.push({ tool_name: call.name, tool_use_id: call.id, tool_input: call.input });
  if (verdict.ends === "tool_deferred" && actor instanceof Turn) {
    finishTurn(machine, actor, { terminalReason: "tool_deferred", stopReason: "tool_deferred" });
    return outcome(call, verdict);
  }
  const content = verdict.told ?? verdict.message;
  const meta = {
    id: call.id,
    non_execution_kind: "permission-rule",
    permission_decision: { decision: "reject", source: verdict.source, ...reasonType(verdict) },
  };
  settle(machine, actor, call, {
    block: { type: "tool_result", content, is_error: true, tool_use_id: call.id },
    fields: { tool_use_result: `Error: ${content}`, ...(machine.isNew ? { tool_result_meta: [meta] } : {}) },
    ends: verdict.ends,
  });
  return outcome(call, verdict);
}

/** The model wants a tool that there is not: it is told so, and nobody is asked. */
function unknownTool(machine: Machine, actor: Actor, call: Call): ToolOutcome {
  const message = `No such tool available: ${call.name}`;
  const content = `<tool_use_error>Error: ${message}</tool_use_error>`;
  settle(machine, actor, call, {
    block: { type: "tool_result", content, is_error: true, tool_use_id: call.id },
    fields: { tool_use_result: `Error: ${message}` },
    ends: undefined,
  });
  return outcome(call, { behavior: "deny", input: call.input, message });
}

async function carryOut(
  machine: Machine,
  actor: Actor,
  call: Call,
  { verdict, options }: { verdict: Verdict; options: ToolOptions },
): Promise<ToolOutcome> {
  const given = await run(machine, actor, call, options);
  if (actor.isOver) return outcome(call, { ...verdict, message: "The turn was ended" });
  if (call.name === "ExitPlanMode" && machine.mode === "plan") machine.setMode(machine.modeBefore);
  const { id: tool_use_id, name: tool_name, input: tool_input } = call;
  const replies = await callHooks(machine, actor, {
    event: given.fails ? "PostToolUseFailure" : "PostToolUse",
    input: {
      tool_name,
      tool_input,
      ...(given.fails
        ? { error: textOf(given.content), is_interrupt: false }
        : { tool_response: toolResponse(tool_name, given.content) }),
      tool_use_id,
      duration_ms: 20,
    },
    subject: tool_name,
    toolUseId: tool_use_id,
  });
  if (actor.isOver) return outcome(call, { ...verdict, message: "The turn was ended" });
  const told = { ...verdict, context: [...verdict.context ?? [], ...contextOf(replies)] };
  for (const { output } of replies) {
    const own = output?.hookSpecificOutput as Record<string, unknown> | undefined;
    if (!given.fails) given.content = replacedContent(tool_name, own) ?? given.content;
    if (output?.continue === false) verdict.ends = "hook_stopped";
  }
  const { content, fails } = given;
  const meta = {
    id: tool_use_id,
    permission_decision: { decision: "accept", source: verdict.source, ...reasonType(verdict) },
  };
  const data = given.structured === undefined ? content : { content, structuredContent: given.structured };
  const own = given.fromScript === true ? data : { content };
  const result = fails ? `Error: ${textOf(content)}` : tool_name === "Bash" ? bashResult(textOf(content)) : own;
  const read = readBy(tool_name, content);
  settle(machine, actor, call, {
    // Seen on both versions: only some tools say that they have not failed.
    block: {
      tool_use_id,
      type: "tool_result",
      content: read,
      ...(fails || tool_name === "Bash" ? { is_error: fails } : {}),
    },
    fields: {
      ...(actor instanceof Turn ? { tool_use_result: result } : {}),
      ...(machine.isNew ? { tool_result_meta: [meta] } : {}),
    },
    ends: verdict.ends,
  });
  return { ...outcome(call, told), result: textOf(content) };
}

function reasonType({ reasonType }: Verdict): { reason_type?: string } {
  return reasonType === undefined ? {} : { reason_type: reasonType };
}

/** What the model reads of what a tool gave back. */
function readBy(name: string, content: string | ContentBlock[]): string | ContentBlock[] {
  if (name === "Agent" && typeof content === "string") return [{ type: "text", text: content }];
  return name === "Bash" && textOf(content) === "" ? "(Bash completed with no output)" : content;
}

function bashResult(stdout: string): Record<string, unknown> {
  return { stdout, stderr: "", interrupted: false, isImage: false, noOutputExpected: stdout === "" };
}

/** A tool's output as hooks see it: Bash has an object of its own. */
function toolResponse(name: string, content: string | ContentBlock[]): unknown {
  if (name !== "Bash") return content;
  const { noOutputExpected, ...rest } = bashResult(textOf(content));
  return { ...rest, noOutputExpected };
}

/** What a hook put in an output's place; nothing where it has not the tool's shape, as with the real CLI. */
function replacedContent(
  name: string,
  own: Record<string, unknown> | undefined,
): string | ContentBlock[] | undefined {
  const isMcp = name.startsWith("mcp__");
  const output = own?.updatedToolOutput ?? (isMcp ? own?.updatedMCPToolOutput : undefined);
  if (name === "Bash") {
    const { stdout, stderr, interrupted } = (output ?? {}) as Record<string, unknown>;
    const fits = typeof stdout === "string" && typeof stderr === "string" && typeof interrupted === "boolean";
    return fits ? [stdout, stderr].filter((text) => text !== "").join("\n") : undefined;
  }
  return typeof output === "string" || Array.isArray(output) ? output : undefined;
}

/**
 * "Runs" the tool: takes the canned result, or the function's, unless the turn ends before. A tool of the script's own is
 * really called where neither is given.
 */
async function run(
  ...[machine, actor, call, options]: [machine: Machine, actor: Actor, call: Call, options: ToolOptions]
): Promise<Given> {
  const own = options.result === undefined ? machine.servers.find(call.name) : undefined;
  if (own !== undefined) return await machine.servers.call(actor, call, own);
  const { result = "ok", fails = false } = options;
  if (typeof result !== "function") return { content: result, fails };
  try {
    const content = await Promise.race([result(call.input), actor.over.then(() => "")]);
    return { content, fails };
  } catch (error) {
    return { content: error instanceof Error ? error.message : String(error), fails: true };
  }
}

/** Tells the result, takes the prompts that came meanwhile into the turn, and ends it where a hook said so. */
function settle(
  machine: Machine,
  actor: Actor,
  call: Call,
  told: { block: ContentBlock; fields: object; ends: Verdict["ends"] },
): void {
  actor.openTools.delete(call.id);
  tell(machine, actor, [told.block], told.fields);
  const { content: tool_response } = told.block as { content?: unknown };
  actor.batch.note({ tool_name: call.name, tool_input: call.input, tool_use_id: call.id, tool_response });
  if (!(actor instanceof Turn)) return;
  if (told.ends !== undefined) {
    return finishTurn(machine, actor, { result: "", terminalReason: told.ends, stopReason: "tool_use" });
  }
  const folded = machine.queue.takeFolded();
  actor.prompts.push(...folded);
  // No answer is told to be for them.
  actor.unheard();
  for (const prompt of folded) {
    if (machine.isNew && prompt.uuid !== undefined) actor.folded.push(prompt.uuid);
    echo(machine, prompt);
    tellLifecycle(machine, prompt.uuid === undefined ? [] : [prompt.uuid], "started");
  }
}

function outcome(
  call: Call,
  { behavior, input, message, context = [] }: Pick<Verdict, "behavior" | "input" | "message" | "context">,
): ToolOutcome {
  return { behavior, input, ...(behavior === "deny" ? { message } : {}), context, toolUseId: call.id };
}
