import { serialiseFrame } from "../../protocol/serialise.ts";

/**
 * Copies an answer as it would be written, so that what is checked and judged is what goes out,
 * whatever becomes of the object afterwards.
 *
 * @param value The answer; a script may have put anything into it.
 * @returns The copy: plain data, with what JSON leaves out left out.
 * @throws What the value's getters throw, or a `TypeError` if JSON cannot hold it.
 */
export function snapshot<T>(value: T): T {
  return (JSON.parse(serialiseFrame({ value })) as { value: T }).value;
}
