/** What the model server received in one request for a message. */
export interface ModelRequest {
  /** The request's body, as the CLI sent it. */
  body: ModelRequestBody;
  /** The request's headers. */
  headers: Headers;
}

/** The fields of a request body that tests look at; the others are there as well. */
export interface ModelRequestBody {
  /** The model that is asked. */
  model: string;
  /** The conversation so far. */
  messages: { role: string; content: string | ModelBlock[] }[];
  /** The system prompt, in blocks. */
  system?: string | ModelBlock[];
  /** The tools that the model is offered. */
  tools?: { name: string; [field: string]: unknown }[];
  /** Whether the answer is wanted as a stream. */
  stream?: boolean;
  /** Every other field. */
  [field: string]: unknown;
}

/** A content block of a conversation. */
export interface ModelBlock {
  /** The block's kind. */
  type: string;
  /** The text of a text block. */
  text?: string;
  /** The content of a tool result. */
  content?: string | ModelBlock[];
  /** Every other field. */
  [field: string]: unknown;
}

/** A tool call that the model makes. */
export interface ToolStep {
  /** The tool's name. */
  name: string;
  /** The tool's input. */
  input: Record<string, unknown>;
}

/** What the model does in one request. Blocks come in the order thinking, text, tools. */
export interface Reply {
  /** A thinking block. */
  thinking?: string;
  /** A text block. */
  text?: string;
  /** Tool calls. */
  tools?: ToolStep[];
  /** How long to wait between two pieces of the text, in milliseconds. @default 0 */
  pieceMs?: number;
  /** How long to wait before anything is sent, in milliseconds. @default 0 */
  delayMs?: number;
  /** What must happen before anything is sent. @default nothing */
  startWhen?: PromiseLike<unknown>;
  /** What must happen before the last block is closed. @default nothing */
  finishWhen?: PromiseLike<unknown>;
  /** Whether the answer stops after its blocks began, and never ends. @default false */
  hang?: boolean;
  /** An error in place of an answer; the first `times` requests get it, all where `times` is absent. */
  error?: { status: number; type?: string; message?: string; times?: number };
  /** The stop reason. @default "tool_use" or "end_turn", whichever fits */
  stopReason?: string;
  /** Token counts over the usual ones. */
  usage?: Record<string, number>;
  /** Content blocks of any kind, sent whole, before the text and the tool calls. @default none */
  blocks?: ModelBlock[];
  /** Headers of the response over the usual ones. @default none */
  headers?: Record<string, string>;
  /** Why the model stopped, in detail, as a refusal tells it. @default none */
  stopDetails?: Record<string, unknown>;
}

/** One step of a script: a text, a reply, or a function that looks at the request first. */
export type Step = string | Reply | ((request: ModelRequest) => string | Reply);

/**
 * Which user text a script is for. A string must be the text, or stand in it on lines of its own (the CLI wraps
 * what it sends in the middle of a turn). A function sees the whole body, goes before all texts, and each request
 * for which it holds takes its script's next step.
 */
export type Match = string | RegExp | ((body: ModelRequestBody) => boolean);

/** A script, and the place in it that a request has reached. */
export interface Place {
  /** The script. */
  script: Script;
  /** The number of the step, from 0. */
  index: number;
}

/** A registered script. */
export interface Script {
  /** Which conversations it is for. */
  match: Match;
  /** Its steps. */
  steps: readonly Step[];
  /** How many requests a script with a function has taken. */
  taken: number;
  /** How many errors each step has sent. */
  errors: Map<number, number>;
}

/** A step in which the model calls one tool. */
export function tool(name: string, input: Record<string, unknown>): Reply {
  return { tools: [{ name, input }] };
}

/** How the text begins that the CLI puts behind what was interrupted. */
const INTERRUPTED = "[Request interrupted by user";

/**
 * Finds the script for a conversation: a function that holds, or else the newest user text that a script matches. What
 * was interrupted is over: whether the model had begun to answer by then is a matter of luck, and the scripts of what
 * comes later must not hang on it.
 */
export function findPlace(body: ModelRequestBody, scripts: readonly Script[]): Place | undefined {
  const newestFirst = scripts.toReversed();
  const byBody = newestFirst.find(({ match }) => typeof match === "function" && match(body));
  if (byBody) return { script: byBody, index: byBody.taken++ };
  for (let at = body.messages.length - 1; at >= 0; at--) {
    const message = body.messages[at];
    if (message === undefined || message.role === "assistant") continue;
    for (const text of textsOf(message.content).toReversed()) {
      if (text.startsWith(INTERRUPTED)) return undefined;
      const script = newestFirst.find(({ match }) => typeof match !== "function" && matches(text, match));
      if (!script) continue;
      const index = body.messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
      return { script, index };
    }
  }
  return undefined;
}

/** The texts of a message's content; tool results are not among them. */
export function textsOf(content: string | ModelBlock[] | undefined): string[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [content];
  return content.flatMap((block) => block.type === "text" && block.text !== undefined ? [block.text] : []);
}

/** Every tool result in a request, oldest first, as text: what the model is told that its calls have done. */
export function toolResults(body: ModelRequestBody): { id: string; text: string; isError: boolean }[] {
  return body.messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter((block) => block.type === "tool_result").map((block) => ({
      id: String(block.tool_use_id),
      text: textsOf(block.content).join("\n"),
      isError: block.is_error === true,
    }))
  );
}

function matches(text: string, match: string | RegExp): boolean {
  if (typeof match !== "string") return text.search(match) >= 0;
  return `\n${text.trim()}\n`.includes(`\n${match.trim()}\n`);
}
