const PLAIN = "and then the next few words of an answer come, ";
const RICH = 'so \\"it\\" said:\\n\\n- café — 漢字, a few more words of it; ';

const DELTA_HEAD =
  '{"type":"stream_event","event":{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"';
const DELTA_TAIL = '"}},"session_id":"11111111-2222-4333-8444-555555555555","parent_tool_use_id":null,' +
  '"uuid":"00000000-0000-4000-8000-000000000000"}\n';
const TEXT_HEAD = '{"type":"assistant","message":{"id":"msg_01","type":"message","role":"assistant","model":"m",' +
  '"content":[{"type":"text","text":"';
const TEXT_TAIL = '"}],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}},"parent_tool_use_id":null,' +
  '"session_id":"11111111-2222-4333-8444-555555555555","uuid":"00000000-0000-4000-8000-000000000000"}\n';

const STEP = 1009;
const ORDINAL = 16;
const LETTERS = 8;

/** What the lines look like. */
export interface LineOptions {
  /** Where the generator begins that makes the texts differ. */
  seed: number;
  /** The length of a line, with its line end. */
  bytes: number;
  /** Whether the text has neither escapes nor characters beyond ASCII. */
  plain: boolean;
  /** Whether the line is an assistant message and no stream event. */
  whole: boolean;
}

/** The line of an event, made once; `next` makes the next event of it, and counts it. */
export class EventLine {
  /** The line, as the last `next` left it. */
  readonly bytes: Uint8Array;
  events = 0;
  characters = 0;
  checksum = 0;
  readonly #textAt: number;
  readonly #textEnd: number;
  /** The text as a reader sees it. */
  readonly #text: Uint16Array;
  #state: number;

  constructor({ seed, bytes, plain, whole }: LineOptions) {
    this.#state = seed >>> 0;
    const encoder = new TextEncoder();
    const head = encoder.encode(whole ? TEXT_HEAD : DELTA_HEAD);
    const tail = encoder.encode(whole ? TEXT_TAIL : DELTA_TAIL);
    const pattern = encoder.encode(plain ? PLAIN : RICH);
    this.bytes = new Uint8Array(Math.max(bytes, head.length + tail.length + ORDINAL + LETTERS));
    this.#textAt = head.length;
    this.#textEnd = this.bytes.length - tail.length;
    this.bytes.set(head);
    this.bytes.set(tail, this.#textEnd);
    this.bytes.fill(0x30, this.#textAt, this.#textAt + ORDINAL);
    let at = this.#textAt + ORDINAL;
    for (; at + pattern.length + LETTERS <= this.#textEnd; at += pattern.length) this.bytes.set(pattern, at);
    this.bytes.fill(0x2e, at, this.#textEnd);
    const text: string = JSON.parse(new TextDecoder().decode(quoted(this.bytes.subarray(this.#textAt, this.#textEnd))));
    this.#text = Uint16Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  }

  /** Each event is another: its ordinal stands at the text's beginning, and eight letters of a generator at its end. */
  next(): void {
    const { bytes } = this;
    const text = this.#text;
    const digits = String(this.events).padStart(ORDINAL, "0");
    for (let index = 0; index < ORDINAL; index++) {
      bytes[this.#textAt + index] = text[index] = digits.charCodeAt(index);
    }
    for (let index = 0; index < LETTERS; index++) {
      this.#state = Math.imul(this.#state, 1664525) + 1013904223 >>> 0;
      const letter = 0x61 + (this.#state >>> 24) % 26;
      bytes[this.#textEnd - LETTERS + index] = text[text.length - LETTERS + index] = letter;
    }
    let hash = Math.imul(this.checksum, 31) + text.length;
    for (let index = 0; index < text.length; index += STEP) hash = Math.imul(hash, 31) + text[index]!;
    hash = Math.imul(hash, 31) + text[12]! + text[13]! + text[14]! * 3 + text[15]! * 7 + text[text.length - 1]!;
    this.checksum = hash >>> 0;
    this.events++;
    this.characters += text.length;
  }
}

function quoted(bytes: Uint8Array): Uint8Array {
  const quote = 0x22;
  const all = new Uint8Array(bytes.length + 2);
  all.set([quote]);
  all.set(bytes, 1);
  all.set([quote], bytes.length + 1);
  return all;
}
