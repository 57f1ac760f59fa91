/** How many characters of a line stand in an error: enough to tell what it was. */
export const HEAD_LENGTH = 200;

/** How many bytes hold more characters than that, whatever they are. */
export const HEAD_BYTES = 4 * HEAD_LENGTH;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Cuts a text without cutting a surrogate pair in two.
 *
 * The result shares no memory with the text: a slice would keep alive the block that it was cut from.
 */
export function cut(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const end = text.length > length && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
  return decoder.decode(encoder.encode(text.slice(0, end)));
}

/** Quotes a text for an error message, in a form that moves no terminal's cursor and turns no text around. */
export function quote(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A number of bytes in words. */
export function byteCount(bytes: number): string {
  return bytes === 1 ? "1 byte" : `${bytes} bytes`;
}
