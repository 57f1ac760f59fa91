import { isRecord } from "../protocol/is_record.ts";
import type { ToolProgress } from "./tool_context.ts";

/** Makes progress of any value: each is further than the one before. */
export function progressMaker(): (value: unknown) => ToolProgress {
  let last = 0;
  return (value) => {
    const made = read(value, last + 1);
    last = Math.max(last, made.progress);
    return made;
  };
}

function read(value: unknown, next: number): ToolProgress {
  if (typeof value === "number" && Number.isFinite(value)) return { progress: value };
  if (typeof value === "string") return { progress: next, message: value };
  if (isRecord(value) && typeof value.progress === "number") {
    const { progress, total, message } = value;
    return {
      progress,
      ...(typeof total === "number" ? { total } : {}),
      ...(typeof message === "string" ? { message } : {}),
    };
  }
  return { progress: next };
}
