import type { Frame, ModelServer } from "../../support/mod.ts";
import type { SimulatedCli } from "../../../lib/testing/scenario.ts";
import type { Session } from "./session.ts";

/** One scenario, told three times: to the model server, to the simulation, and to the host that drives either. */
export interface FidelityScenario {
  /** What it is about. */
  readonly name: string;
  /** What the model says, when the real one asks it. */
  readonly model: (server: ModelServer, opened: Promise<void>) => void;
  /** What the simulation does. */
  readonly simulation: (cli: SimulatedCli, opened: Promise<void>) => Promise<void> | void;
  /** What the host does; the end of its input comes by itself. */
  readonly host: (session: Session, open: () => void) => Promise<void>;
  /** Further flags. @default none */
  readonly args?: string[];
  /** Variables. @default none */
  readonly env?: Record<string, string>;
}

/** The fake model's text that a prompt is answered with. */
export const GO = "go";

export function isResult({ type }: Frame): boolean {
  return type === "result";
}

export function isIdle({ subtype, state }: Frame): boolean {
  return subtype === "session_state_changed" && state === "idle";
}

export function isAsk({ request }: Frame): boolean {
  return request?.subtype === "can_use_tool";
}

export function isHook({ request }: Frame): boolean {
  return request?.subtype === "hook_callback";
}

/** Starts, with the hooks that are to be called. */
export async function start(session: Session, hooks?: Record<string, unknown>): Promise<void> {
  await session.request({ subtype: "initialize", ...(hooks === undefined ? {} : { hooks }) });
}

/** Says something and waits until its turn is over and the agent idle. */
export async function turn(session: Session, text = GO): Promise<void> {
  const from = session.frames.length;
  await session.prompt(text);
  await settled(session, from);
}

/** Waits until a turn is over and the agent idle. */
export async function settled(session: Session, from = 0): Promise<void> {
  await session.frame(isResult, from);
  await session.frame(isIdle, session.frames.findLastIndex(isResult));
}

/** Answers each request of a kind in the order in which they come. */
export async function answer(
  session: Session,
  wanted: (frame: Frame) => boolean,
  answers: readonly (Frame | ((request: Frame) => Frame))[],
): Promise<void> {
  let from = 0;
  for (const each of answers) {
    const frame = await session.frame(wanted, from);
    from = session.frames.indexOf(frame) + 1;
    await session.respond(frame, typeof each === "function" ? each(frame) : each);
  }
}

export function allow({ request }: Frame): Frame {
  return { behavior: "allow", updatedInput: request.input };
}
