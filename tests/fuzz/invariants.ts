import type { FrameRecord } from "../../lib/agent/events.ts";
import type { ToolOutcome } from "../../lib/testing/scenario_options.ts";
import type { Plan } from "./plan.ts";
import type { Said } from "./script.ts";

/** What was seen of a run, from both sides. */
export interface Witness {
  readonly plan: Plan;
  readonly said: Said;
  /** What became of the calls, on the agent's side. */
  readonly outcomes: readonly ToolOutcome[];
  /** The texts that the agent said. */
  readonly told: readonly string[];
  /** The texts that the script heard. */
  readonly heard: string[];
  /** What crossed the pipe. */
  readonly frames: FrameRecord[];
  error: unknown;
  isDone: boolean;
}

// deno-lint-ignore no-explicit-any -- frames are looked at field by field
type Frame = any;

/** Which of the invariants do not hold, in words. */
export function broken(witness: Witness): string[] {
  return [...ending(witness), ...order(witness), ...calls(witness), ...answers(witness)];
}

/** A run ends, by itself or because its script left it. */
function ending({ plan, error, isDone }: Witness): string[] {
  if (error === "The run did not end") return [error];
  if (!isDone && error === undefined && plan.leavesAfter === undefined) return ["Neither an end nor an error came"];
  return [];
}

/** No frame is lost or repeated, and data keeps its order. */
function order({ plan, told, heard, isDone }: Witness): string[] {
  const isWhole = isDone && plan.leavesAfter === undefined && plan.misbehave.silentAfter === undefined;
  const expected = isWhole ? told : told.slice(0, heard.length);
  const same = JSON.stringify(expected) === JSON.stringify(heard);
  return same ? [] : [`Heard ${JSON.stringify(heard)}, and told was ${JSON.stringify(told)}`];
}

/** What a gate refuses does not run, and nothing runs because nobody objected. */
function calls({ outcomes, said }: Witness): string[] {
  return outcomes.filter(({ behavior }) => behavior === "allow").flatMap(({ input, toolUseId }) => [
    ...(String(input.command).includes("forbidden") ? [`Refused by a gate, and ran: ${input.command}`] : []),
    ...(said.allowed.has(toolUseId) ? [] : [`Allowed by nobody, and ran: ${input.command}`]),
  ]);
}

/** Each delivery of a request has one response at most, and one where nothing came between; all have the right shape. */
function answers({ frames, said, isDone, plan }: Witness): string[] {
  const wrong: string[] = [];
  const requests = new Map<string, number>();
  const responses = new Map<string, number>();
  const cancelled = new Set<string>();
  for (const { direction, frame } of frames as { direction: string; frame: Frame }[]) {
    const id: string | undefined = frame?.request_id;
    if (direction === "in" && frame?.type === "control_request" && id !== undefined) add(requests, id);
    if (direction === "in" && frame?.type === "control_cancel_request" && id !== undefined) cancelled.add(id);
    if (direction !== "out" || frame.type !== "control_response") continue;
    const { response } = frame;
    add(responses, response.request_id);
    if (cancelled.has(response.request_id)) wrong.push("A request was answered after it had been taken back");
    if (response.subtype === "success") wrong.push(...shape(response.response));
  }
  for (const [id, count] of responses) {
    if (count > (requests.get(id) ?? 0)) {
      wrong.push(`${count} answers to ${requests.get(id) ?? 0} deliveries of a request`);
    }
  }
  for (const [id, count] of requests) {
    if (isDone && !cancelled.has(id) && (responses.get(id) ?? 0) < count && plan.leavesAfter === undefined) {
      wrong.push("A request was left without an answer");
    }
  }
  for (const [id, count] of said.asked) if (count > 1) wrong.push(`${count} decisions about the request ${id}`);
  return wrong;
}

function shape(answer: Frame): string[] {
  if (answer?.behavior === "allow" && (typeof answer.updatedInput !== "object" || answer.updatedInput === null)) {
    return ["An allow without the input that runs"];
  }
  if (answer?.behavior === "deny" && typeof answer.message !== "string") return ["A deny without a message"];
  return answer?.behavior === "maybe" ? ["A wrong answer went out as it was"] : [];
}

function add(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}
