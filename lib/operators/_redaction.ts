import { isRecord } from "../protocol/is_record.ts";
import { maskSecrets, secretMask, secretValues } from "../process/mod.ts";

const MASK = "***";
const HOME = "/home/user";
const SLUG = "-home-user";
const SECRET_KEY =
  /(?:(?:api|access|private|secret|auth)[_-]?key|token|secret|password|passwd|passphrase|credential|authorization)$/i;
/** A secret by its name, in JSON that is a text in JSON. */
const SECRET_FIELD = /((?:key|token|secret|password|passwd|credential)\\+"\s*:\s*\\+")[^"\\\n]+/gi;
/** Somebody's home directory, wherever it stands in a text: under Linux, macOS and Windows. */
const SOMEBODYS_HOME = /(\/home\/|\/Users\/|\b[A-Za-z]:(?:\\+|\/)[Uu]sers(?:\\+|\/))[^\s/\\"'<>|:*?]+/g;
/** How much of a text that comes in pieces is kept, in characters: a key that is longer is not found. */
const KEPT = 4096;

/** What must not be in a recording. */
export interface RedactionOptions {
  /** The agent's environment: the values of keys and tokens in it are masked. */
  env: Readonly<Record<string, string>>;
  /** The agent's home directory. */
  home: string | undefined;
  /** What else must not be seen. */
  hide: readonly (string | RegExp)[];
}

/**
 * Masks what must not be in a recording: in each text of a value, and in the names of its fields. Keys and what the
 * caller hides become `***`, a home directory `/home/user`.
 */
export class Redaction {
  readonly #secrets: readonly string[];
  readonly #hidden: readonly RegExp[];
  readonly #homes: readonly string[];
  readonly #atEnd: (text: string) => string;
  readonly #pieces = new Map<string, string>();

  /** @param options What must not be seen. */
  constructor({ env, home, hide }: RedactionOptions) {
    const texts = hide.filter((each) => typeof each === "string" && each !== "") as string[];
    this.#secrets = [...new Set([...secretValues(env), ...texts].flatMap(spellings))]
      .sort((a, b) => b.length - a.length);
    this.#hidden = [
      ...hide.filter((each) => each instanceof RegExp).map(global),
      // What somebody hides by name is hidden within words, too, however short it is.
      ...texts.map((each) => new RegExp(RegExp.escape(each), "g")),
    ];
    const homes = [home, env.HOME, env.USERPROFILE].map((path) => path?.replace(/[/\\]+$/, "") ?? "");
    this.#homes = [...new Set(homes)].filter((path) => path.length > 1).sort((a, b) => b.length - a.length);
    const secretEnv = Object.fromEntries(this.#secrets.map((value, index) => [`SECRET_${index}`, value]));
    this.#atEnd = secretMask(secretEnv);
  }

  /** A frame without what must not be seen. A key that comes in pieces is masked from the piece on that betrays it. */
  frame(frame: unknown): unknown {
    return this.#value(this.#withoutPieces(frame));
  }

  /** A text without what must not be seen. */
  text(text: string): string {
    let masked = maskSecrets(text, this.#secrets);
    for (const shape of this.#hidden) masked = masked.replaceAll(shape, MASK);
    masked = masked.replaceAll(SECRET_FIELD, `$1${MASK}`);
    for (const home of this.#homes) masked = replacePath(masked, home);
    return masked.replaceAll(SOMEBODYS_HOME, (_whole, before) => `${before}user`);
  }

  #value(value: unknown): unknown {
    if (typeof value === "string") return this.text(value);
    if (Array.isArray(value)) return value.map((each) => this.#value(each));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const isSecret = typeof part === "string" && part !== "" && SECRET_KEY.test(key);
        return [this.text(key), isSecret ? MASK : this.#value(part)];
      }),
    );
  }

  #withoutPieces(frame: unknown): unknown {
    if (!isRecord(frame) || frame.type !== "stream_event" || !isRecord(frame.event)) return frame;
    const { event } = frame;
    const block = `${frame.parent_tool_use_id} ${event.index}`;
    if (event.type === "content_block_stop" || event.type === "content_block_start") this.#pieces.delete(block);
    if (event.type !== "content_block_delta" || !isRecord(event.delta)) return frame;
    const found = Object.entries(event.delta).find(([key, part]) => key !== "type" && typeof part === "string");
    if (found === undefined) return frame;
    const [key, piece] = found as [string, string];
    const before = this.#pieces.get(block) ?? "";
    const all = before + piece;
    this.#pieces.set(block, all.slice(-KEPT));
    const apart = this.text(before) + this.text(piece);
    const isSafe = this.text(all) === apart && this.#atEnd(this.text(all)) === apart;
    return isSafe ? frame : { ...frame, event: { ...event, delta: { ...event.delta, [key]: MASK } } };
  }
}

/** The same pattern, for all places. */
function global(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, [...new Set(`${pattern.flags.replace("y", "")}g`)].join(""));
}

/** A secret as it stands in a text, in JSON that is a text, and in an address. */
function spellings(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
}

/** Replaces a path where it stands as one, and not where a longer name begins with it. */
function replacePath(text: string, path: string): string {
  // The CLI names the folders of its sessions so: /home/ann/.claude/projects/-home-ann-work.
  const slug = path.replaceAll(/[^A-Za-z0-9]/g, "-");
  if (text.includes(slug)) text = text.replaceAll(new RegExp(`(?<=[/\\\\])${slug}(?![A-Za-z0-9])`, "g"), SLUG);
  if (!text.includes(path)) return text;
  return text.replaceAll(new RegExp(`(?<![\\w.-])${RegExp.escape(path)}(?![\\w.-])`, "g"), HOME);
}
