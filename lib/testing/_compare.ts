import { isRecord } from "../protocol/is_record.ts";

/** A place at which a frame differs from the recorded one. */
export interface Difference {
  /** Where: `request.payload.mode`. */
  path: string;
  /** What was recorded; `undefined` where there was nothing. */
  expected: unknown;
  /** What came; `undefined` where there is nothing. */
  actual: unknown;
}

/**
 * Compares what was written with what was recorded: by content, with patience for what was masked (`***`, `/home/user`) or cut (`…`) when it was recorded.
 */
export function differences(expected: unknown, actual: unknown, path = ""): Difference[] {
  if (typeof expected === "string" && typeof actual === "string") {
    return sameText(expected, actual) ? [] : [{ path, expected, actual }];
  }
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifferences(expected, actual, path);
  if (isRecord(expected) && isRecord(actual)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
    return keys.flatMap((key) =>
      differences(own(expected, key), own(actual, key), path === "" ? key : `${path}.${key}`)
    );
  }
  if (isMasked(expected) && actual !== undefined) return [];
  return Object.is(expected, actual) ? [] : [{ path, expected, actual }];
}

/** A difference for people: what was recorded with a minus, what came with a plus. */
export function describeDifferences(found: readonly Difference[]): string {
  const shown = found.slice(0, 10).flatMap(({ path, expected, actual }) => [
    ...(path === "" ? [] : [`  ${path}`]),
    ...(expected === undefined ? [] : [`  - ${short(expected)}`]),
    ...(actual === undefined ? [] : [`  + ${short(actual)}`]),
  ]);
  return [...shown, ...(found.length > 10 ? [`  … ${found.length - 10} more`] : [])].join("\n");
}

function own(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function listDifferences(expected: unknown[], actual: unknown[], path: string): Difference[] {
  const last = expected.at(-1);
  const isCut = typeof last === "string" && /^…\d+ more$/.test(last);
  const kept = isCut ? expected.slice(0, -1) : expected;
  const length = isCut ? kept.length : Math.max(expected.length, actual.length);
  return Array.from({ length }, (_, index) => index)
    .flatMap((index) => differences(kept[index], actual[index], `${path}[${index}]`));
}

function isMasked(value: unknown): boolean {
  return value === "***";
}

/** What stands for something that was masked: a secret, or somebody's home directory. */
const MASKS = /\*\*\*|(?:\/home|\/Users|[A-Za-z]:[\\/]+Users)[\\/]+user(?![\w.-])|(?<=[\\/])-home-user(?![A-Za-z0-9])/;

function sameText(expected: string, actual: string): boolean {
  if (expected === actual) return true;
  const isCut = expected.endsWith("…");
  const [first = "", ...rest] = (isCut ? expected.slice(0, -1) : expected).split(MASKS);
  if (!actual.startsWith(first) || (rest.length === 0 && !isCut)) return false;
  const last = isCut ? undefined : rest.pop();
  // Each piece is looked for from where the one before ends: the first place is as good as any later one.
  let at = first.length;
  for (const piece of rest) {
    const found = actual.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return last === undefined || (actual.length - at >= last.length && actual.endsWith(last));
}

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text;
}
