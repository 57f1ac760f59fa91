import { maskSecrets, secretValues } from "./secrets.ts";

const SECRET_KEY = /(?:api_?key|token|secret|password|passwd|credential|authorization)$/i;

/**
 * Makes a function that writes values as JSON with their secrets masked: each text by itself, and whole those whose
 * name says that they are secret. What comes out is JSON again.
 *
 * @example A key in an input
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const write = maskedJson({ DB_PASSWORD: "hunter2" });
 * assertEquals(write({ apiKey: "x", text: 'say "hunter2"' }), '{"apiKey":"***","text":"say \\"***\\""}');
 * ```
 *
 * @param env Variables whose values are masked if their names speak of a secret.
 * @returns The function; it gives `undefined` for what is nested too deeply to be written.
 */
export function maskedJson(env: Readonly<Record<string, string>>): (value: object) => string | undefined {
  const secrets = secretValues(env);
  const mask = (key: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return SECRET_KEY.test(key) && value !== "" ? "***" : maskSecrets(value.toWellFormed(), secrets);
  };
  return (value) => {
    try {
      return JSON.stringify(value, mask);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  };
}
