import type { AgentEvent, RunEnd } from "../../agent/events.ts";
import type { Turn } from "../../agent/turn.ts";
import { errorsOf, reasonOf } from "../../agent/turn_outcome.ts";
import type { ContentBlock, ToolResultBlock } from "../../protocol/content.ts";
import type { AssistantMessage, SystemMessage, UserMessage } from "../../protocol/messages.ts";
import { counted, cut, grouped, wrapWords } from "../show/fit.ts";
import type { Palette } from "../show/palette.ts";
import { essenceOf } from "../show/tool_input.ts";
import { visible, visibleLine } from "../show/visible.ts";

/** How many lines a reason may have: what to do about it stands at its end. */
const REASON_LINES = 6;
const STOP_FEEDBACK = "Stop hook feedback:";

/** Turns the events of agents into lines to print. Keeps what it has to know about earlier ones. */
export class Describer {
  readonly #palette: Palette;
  readonly #width: number;
  #introduction = "";
  #lastText = "";
  /** What turns failed with, in the words in which the end of the run repeats it. */
  readonly #told = new Set<string>();

  constructor(palette: Palette, width: number) {
    this.#palette = palette;
    this.#width = width;
  }

  /** The lines for one event; most events have none, nor has a message of unexpected shape. */
  describe(event: AgentEvent): string[] {
    try {
      return this.#describe(event);
    } catch {
      return [];
    }
  }

  #describe(event: AgentEvent): string[] {
    const { yellow } = this.#palette;
    switch (event.type) {
      case "system":
        return this.#system(event);
      case "assistant":
        return this.#assistant(event);
      case "user":
        return this.#user(event);
      case "permission":
        return this.#reason(yellow, "  ? ", `${event.toolName} asks for permission${because(event.reason)}`);
      case "elicitation":
        return [this.#line(yellow, "  ? ", `${event.serverName} asks: ${event.message}`)];
      case "dialog":
        return [this.#line(yellow, "  ? ", `the agent shows the dialog ${event.kind}`)];
      case "rate_limit_event": {
        const { status } = event.rate_limit_info;
        return status === "allowed" ? [] : [this.#line(yellow, "! ", `rate limit: ${status}`)];
      }
      case "turn_end":
        return this.#turnEnd(event.turn);
      case "diagnostic":
        return this.#reason(yellow, "! ", `${event.kind}: ${event.message}`);
      case "run_end":
        return this.#runEnd(event);
      default:
        return [];
    }
  }

  #system(message: SystemMessage): string[] {
    const { dim, yellow } = this.#palette;
    switch (message.subtype) {
      case "init": {
        const introduction = [message.model, message.permissionMode && `mode ${message.permissionMode}`];
        return this.#introduce(introduction.filter((part) => part !== undefined).join(" · "));
      }
      case "task_started":
        if (message.task_type !== "local_agent") return [];
        return [this.#line(dim, "  ⇢ ", `subagent ${named(message.subagent_type, message.description)}`)];
      case "task_notification":
        return [this.#line(dim, "  ⇠ ", `task ${named(message.status, message.summary)}`)];
      case "api_retry":
        return [
          this.#line(yellow, "! ", `try ${message.attempt} of ${message.max_retries}${because(message.error)}`),
        ];
      case "compact_boundary":
        return [this.#line(dim, "  ", "the conversation was compacted")];
      default:
        return [];
    }
  }

  /** What the agent is, at its start and when it changes: the CLI repeats it every turn. */
  #introduce(introduction: string): string[] {
    if (introduction === "" || introduction === this.#introduction) return [];
    this.#introduction = introduction;
    return [this.#line(this.#palette.dim, "▶ ", introduction)];
  }

  #assistant({ message, parent_tool_use_id }: AssistantMessage): string[] {
    const { bold } = this.#palette;
    const inset = parent_tool_use_id ? "    " : "";
    return blocksOf(message.content).flatMap((block) => {
      if (block.type === "text") {
        this.#lastText = block.text;
        return textLines(block.text).map((line) => inset + line);
      }
      if (block.type !== "tool_use") return [];
      const essence = essenceOf(block.name, isRecord(block.input) ? block.input : {});
      return [`${inset}  → ${bold(this.#fit(block.name, 40))} ${this.#fit(essence, this.#width - 20)}`.trimEnd()];
    });
  }

  #user(event: UserMessage): string[] {
    const { cyan, yellow } = this.#palette;
    const { message, parent_tool_use_id, isReplay } = event;
    const inset = parent_tool_use_id ? "    " : "";
    return blocksOf(message.content).flatMap((block) => {
      if (block.type === "tool_result") {
        return this.#toolResult(block, wasDenied(event, block.tool_use_id)).map((line) => inset + line);
      }
      if (block.type !== "text") return [];
      if (isReplay) return [this.#line(cyan, "› ", block.text)];
      if (!block.text.startsWith(STOP_FEEDBACK)) return [];
      return this.#reason(yellow, "↻ ", `sent back to work: ${block.text.slice(STOP_FEEDBACK.length).trim()}`);
    });
  }

  #toolResult(block: ToolResultBlock, denied: boolean): string[] {
    const { dim, green, red } = this.#palette;
    const lines = resultText(block.content).replace(/\n+$/, "").split("\n");
    const more = lines.length > 1 ? ` (${counted(lines.length, "line")})` : "";
    // The newer CLI puts its own words before the reason of a hook.
    const first = block.is_error === true ? lines[0]!.replace(/^PreToolUse:\S+ hook error: /, "") : lines[0]!;
    if (!block.is_error) return [`${green("  ✓")} ${dim(this.#fit(first, this.#width - 20) + more)}`.trimEnd()];
    const mark = denied ? "  ✗ denied:" : "  ✗";
    const [told = "", ...rest] = this.#wrapped(first + more, this.#width - mark.length - 1);
    return [`${red(mark)} ${told}`, ...rest.map((line) => `    ${line}`)];
  }

  #turnEnd(turn: Turn): string[] {
    const { bold, green, red } = this.#palette;
    const parts = [
      `turn ${turn.index + 1}`,
      (turn.outcome === "success" ? green : red)(turn.outcome),
      counted(turn.toolUses.length, "tool"),
      ...turn.denials.length > 0 ? [`${grouped(turn.denials.length)} denied`] : [],
      dollars(turn.costUsd),
      ...turn.unsolicited ? ["started by the CLI itself"] : [],
    ];
    const lines = [`${bold("■")} ${parts.join(" · ")}`];
    return [...lines, ...this.#problems(turn).flatMap((problem) => this.#reason(red, "  ", problem))];
  }

  /** Why a turn failed, without what stands on the lines above already. */
  #problems(turn: Turn): string[] {
    if (!turn.failed) return [];
    this.#told.add(reasonOf(turn));
    const errors = errorsOf(turn.result);
    const otherwise = turn.outcome === "limit" ? reasonOf(turn) : turn.result?.result ?? "";
    const problems = errors.length > 0 ? errors : [otherwise];
    return [...new Set(problems)].filter((problem) => problem !== "" && problem !== this.#lastText);
  }

  #runEnd(event: RunEnd): string[] {
    const { bold, red, yellow } = this.#palette;
    const exit = event.signal !== null ? [`ended by ${event.signal}`] : event.code ? [`exit code ${event.code}`] : [];
    const lines = [`${bold("■")} ${["run ended", ...exit, `${dollars(event.costUsd)} in all`].join(" · ")}`];
    const { length } = event.unsettled;
    if (length > 0) lines.push(yellow(`  ${counted(length, "task")} had not ended`));
    const { lastError = "" } = event;
    const isOld = lastError === "" || lastError === this.#lastText || this.#told.has(lastError);
    return isOld ? lines : [...lines, ...this.#reason(red, "  ", lastError)];
  }

  #line(paint: (text: string) => string, mark: string, text: string): string {
    return paint(mark + this.#fit(text, this.#width - mark.length));
  }

  /** A reason, a warning, an error: in as many lines as it needs, up to a bound. */
  #reason(paint: (text: string) => string, mark: string, text: string): string[] {
    const lines = this.#wrapped(text, this.#width - mark.length);
    return lines.map((line, index) => paint((index === 0 ? mark : " ".repeat(mark.length)) + line));
  }

  #wrapped(text: string, width: number): string[] {
    const lines = wrapWords(visibleLine(text.slice(0, width * REASON_LINES * 2)), width).map((line) => line.trim());
    if (lines.length <= REASON_LINES) return lines;
    const last = `${lines[REASON_LINES - 1]}…`;
    return [...lines.slice(0, REASON_LINES - 1), cut(last, width)];
  }

  /** An agent's text on one line of the given width. */
  #fit(text: string, width: number): string {
    return cut(visibleLine(text.slice(0, width * 4)), width);
  }
}

/** Whether a result is a refusal, where the CLI says so: newer ones tell how each call was decided. */
function wasDenied(message: UserMessage, toolUseId: string): boolean {
  const { tool_result_meta: meta } = message as { tool_result_meta?: unknown };
  if (!Array.isArray(meta)) return false;
  return meta.some((entry) => entry?.id === toolUseId && entry.permission_decision?.decision === "reject");
}

/** The blocks of a message that are any: data messages are not checked before they come here. */
function blocksOf(content: string | ContentBlock[]): ContentBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return content.filter(isRecord);
}

function textLines(text: string): string[] {
  return visible(text).replace(/\n+$/, "").split("\n");
}

function because(reason: string | undefined): string {
  return reason ? `: ${reason}` : "";
}

function named(name: string | undefined, description: string | undefined): string {
  return [name, description].filter((part) => part).join(": ");
}

function resultText(content: string | ContentBlock[] | undefined): string {
  if (content === undefined) return "";
  if (typeof content === "string") return content;
  return content.map((block) => block.type === "text" ? block.text : `[${block.type}]`).join("\n");
}

function dollars(amount: number): string {
  return amount > 0 && amount < 0.00005 ? "under $0.0001" : `$${amount.toFixed(4)}`;
}

function isRecord<Value>(value: Value): value is Value & Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
