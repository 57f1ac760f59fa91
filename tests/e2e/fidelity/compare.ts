import type { Frame } from "../../support/mod.ts";
import { type Excuse, EXCUSES, ORDER_EXCUSES } from "./excuses.ts";
import { normalised } from "./normalise.ts";

/** What one side has and the other has not. */
export interface Deviation {
  /** Where: `user:message.content[0].content`. */
  readonly path: string;
  readonly real: unknown;
  readonly simulated: unknown;
}

/** What came of a comparison. */
export interface Comparison {
  /** What is different, and nothing excuses it. */
  readonly deviations: Deviation[];
  /** Why other differences are excused, each reason once. */
  readonly excused: string[];
}

/** One session's frames, and how its process ended. */
export interface Sequence {
  frames: readonly Frame[];
  code: number | null;
}

/** Compares the frames of the real session with those of the simulated one. */
export function compare(real: Sequence, simulated: Sequence, about: { scenario: string; version: string }): Comparison {
  const [left, right] = [real, simulated].map(({ frames }) => normalised(frames)) as [unknown[], unknown[]];
  const order = ORDER_EXCUSES.find((one) => one.scenario === about.scenario && one.versions.includes(about.version));
  const found = order === undefined ? inOrder(left, right) : inAnyOrder(left, right);
  if (real.code !== simulated.code) found.push({ path: "exit code", real: real.code, simulated: simulated.code });
  const reasons = new Set<string>();
  if (order !== undefined) reasons.add(order.reason);
  const deviations = found.filter((deviation) => {
    const excuse = EXCUSES.find((one) => excuses(one, deviation, about));
    if (excuse !== undefined) reasons.add(excuse.reason);
    return excuse === undefined;
  });
  return { deviations, excused: [...reasons] };
}

function excuses(excuse: Excuse, deviation: Deviation, { scenario, version }: { scenario: string; version: string }) {
  const isPlace = excuse.path.test(deviation.path.replaceAll(/\[\d+\]/g, "[]"));
  const isHere = excuse.scenarios?.test(scenario) !== false && excuse.versions?.includes(version) !== false;
  const isWords = excuse.anything === true ||
    [deviation.real, deviation.simulated].every((one) => typeof one === "string");
  return isPlace && isHere && isWords;
}

function inOrder(left: unknown[], right: unknown[]): Deviation[] {
  const kinds = [left, right].map((frames) => frames.map(kindOf).join(" "));
  if (kinds[0] !== kinds[1]) return [{ path: "the sequence of frames", real: kinds[0], simulated: kinds[1] }];
  return left.flatMap((frame, index) => deviationsIn(frame, right[index], `${kindOf(frame)}:`));
}

/** Without the order, the numbers of ids tell nothing, and how often the state changes depends on it. */
function inAnyOrder(left: unknown[], right: unknown[]): Deviation[] {
  const [sorted, others] = [left, right].map((frames) =>
    frames.filter((frame) => kindOf(frame) !== "system/session_state_changed")
      .map((frame) => JSON.parse(JSON.stringify(frame).replaceAll(/"#\d+"/g, '"#"')))
      .sort((a, b) => sortKey(a) < sortKey(b) ? -1 : 1)
  ) as [unknown[], unknown[]];
  return inOrder(sorted, others);
}

function sortKey(frame: unknown): string {
  return `${kindOf(frame)} ${JSON.stringify(frame)}`;
}

function kindOf(frame: unknown): string {
  const { type, subtype, request } = frame as Frame;
  return [type, subtype ?? request?.subtype].filter((part) => part !== undefined).join("/");
}

function deviationsIn(real: unknown, simulated: unknown, path: string): Deviation[] {
  if (Array.isArray(real) && Array.isArray(simulated) && real.length === simulated.length) {
    return real.flatMap((each, index) => deviationsIn(each, simulated[index], `${path}[${index}]`));
  }
  if (isObject(real) && isObject(simulated)) {
    const keys = [...new Set([...Object.keys(real), ...Object.keys(simulated)])];
    return keys.flatMap((key) =>
      deviationsIn(real[key], simulated[key], path.endsWith(":") ? path + key : `${path}.${key}`)
    );
  }
  return Object.is(real, simulated) ? [] : [{ path, real, simulated }];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
