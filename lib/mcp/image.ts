import { UsageError } from "../protocol/errors.ts";
import type { MediaContent } from "./tool_content.ts";

/**
 * Makes a picture that a tool gives back.
 *
 * @example A tool that draws
 * ```ts
 * import { image } from "@turnstream/turnstream/mcp";
 * import { assertEquals } from "@std/assert";
 *
 * const dot = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
 * assertEquals(image(dot, "image/svg+xml").mimeType, "image/svg+xml");
 * ```
 *
 * @param data The bytes, or their base64.
 * @param mimeType Their kind. @default "image/png"
 * @returns The content.
 * @throws {UsageError} If the data is neither.
 */
export function image(data: Uint8Array | string, mimeType: string = "image/png"): MediaContent {
  if (typeof data !== "string" && !(data instanceof Uint8Array)) {
    throw new UsageError("Cannot make an image of this: give its bytes as a Uint8Array, or their base64");
  }
  return { type: "image", data: typeof data === "string" ? data : base64(data), mimeType };
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
