const MASK = "***";

// Each is linear in the text, which comes from the program: no run of characters is looked at from each of its places.
const SHAPES: readonly [RegExp, string][] = [
  [/sk-[A-Za-z0-9_-]{8,}/g, MASK],
  [/\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]+){0,2}/g, MASK],
  [/\b(gh[pousr]_|github_pat_|xox[abprs]-|AKIA|AIza)[A-Za-z0-9_-]{8,}/g, MASK],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, MASK],
  [/\b(Bearer|Basic)(\s+)[^\s"',;]+/gi, `$1$2${MASK}`],
  [/(:\/\/[^\s/:@"']*:)[^\s/@"']+(?=@)/g, `$1${MASK}`],
  // x-api-key: …   "apiKey": "…"   ANTHROPIC_AUTH_TOKEN=…   --api-key=…
  [
    /((?:key|token|secret|password|passwd|credential)["']?\s*[:=]\s*)("[^"\n]*"|'[^'\n]*'|[^\s"',;}]+)/gi,
    `$1${MASK}`,
  ],
];

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL/i;

/**
 * The values in an environment that must not be seen: those whose variable's name speaks of a key, a token, a secret or
 * a password.
 *
 * @param env The environment.
 * @returns The values, the longest first.
 */
export function secretValues(env: Readonly<Record<string, string>>): string[] {
  const values = Object.entries(env)
    .filter(([name, value]) => SECRET_NAME.test(name) && value !== "" && !isCount(name, value))
    .map(([, value]) => value);
  // The longest first: one secret may be the beginning of another.
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

/** `CLAUDE_CODE_MAX_OUTPUT_TOKENS=8000` is no secret. */
function isCount(name: string, value: string): boolean {
  return /TOKENS/i.test(name) && /^\d+$/.test(value);
}

/**
 * Replaces by `***` what looks like a key or a token, and the values that are known to be secret.
 *
 * @example A key in an error text
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(maskSecrets("bad key sk-ant-api03-abcdefgh", []), "bad key ***");
 * assertEquals(maskSecrets("user is hunter2", ["hunter2"]), "user is ***");
 * ```
 *
 * @param text The text.
 * @param secrets Values that are secret, such as `secretValues` gives.
 * @returns The text without them.
 */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const secret of secrets) {
    // A value of a few letters is masked where it stands alone, or every "k" of the text would go.
    masked = secret.length < 5
      ? masked.replaceAll(new RegExp(`(?<!\\w)${RegExp.escape(secret)}(?!\\w)`, "g"), MASK)
      : masked.replaceAll(secret, MASK);
  }
  for (const [shape, replacement] of SHAPES) masked = masked.replaceAll(shape, replacement);
  return masked;
}

/**
 * Masks secrets in a text that comes from the program and may have been cut off: a value that an environment holds is
 * masked where its beginning ends the text, too.
 *
 * @param env The environment that the program was given.
 * @returns A function that gives a text without its secrets.
 */
export function secretMask(env: Readonly<Record<string, string>>): (text: string) => string {
  const secrets = secretValues(env);
  return (text) => {
    const masked = maskSecrets(text, secrets);
    const half = Math.max(0, ...secrets.map((secret) => beginningAtEnd(masked, secret)));
    return half === 0 ? masked : masked.slice(0, -half) + MASK;
  };
}

/** How much of a secret's beginning stands at the end of a text; less than four characters tell nothing. */
function beginningAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length, text.length); length >= 4; length--) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}

/**
 * A command line without its secrets: whole configurations (which hold headers and variables) are cut out.
 *
 * @param argv The command line.
 * @param secrets Values that are secret.
 * @returns The words that may be shown.
 */
export function safeArguments(argv: readonly string[], secrets: readonly string[]): string[] {
  return argv.map((word, index) => {
    const config = /^(--(?:mcp-config|settings|agents)=)\s*[{[]/.exec(word);
    if (config !== null) return `${config[1]}{…}`;
    const before = index > 0 ? argv[index - 1] ?? "" : "";
    if (/^--(mcp-config|settings|agents)$/.test(before) && /^\s*[{[]/.test(word)) return "{…}";
    if (/^--?[\w-]*(key|token|secret|password)$/i.test(before)) return MASK;
    return maskSecrets(word, secrets);
  });
}
