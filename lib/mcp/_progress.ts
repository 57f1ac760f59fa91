import { isRecord } from "../protocol/is_record.ts";
import type { ToolProgress } from "./tool_context.ts";

/** Makes progress of any value: each is further than the one before. */
export function progressMaker(): (value: unknown) => ToolProgress {
  let last = 0;
  return (value) => {
    const made = readable(value, last + 1);
    last = Math.max(last, made.progress);
    return made;
  };
}

/** A value whose properties cannot be read must fail neither the call nor, by way of an observable, the script. */
function readable(value: unknown, next: number): ToolProgress {
  try {
    return read(value, next);
  } catch {
    return { progress: next };
  }
}

function read(value: unknown, next: number): ToolProgress {
  if (typeof value === "number" && Number.isFinite(value)) return { progress: value };
  if (typeof value === "string") return { progress: next, message: value };
  if (isRecord(value) && Number.isFinite(value.progress)) {
    const { progress, total, message } = value;
    return {
      progress: progress as number,
      ...(Number.isFinite(total) ? { total: total as number } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
  }
  return { progress: next };
}
