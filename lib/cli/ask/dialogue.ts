import type { TypedLines } from "../lines/typed_lines.ts";
import type { Palette } from "../show/palette.ts";
import { REWRITE_LINE, type Terminal } from "../terminal.ts";
import { KeyReader } from "./keys.ts";
import type { Form, News } from "./form.ts";

/** An answer that every question can get. */
interface Interrupt {
  readonly kind: "interrupt";
}

/** How a question ended: an answer, or why there is none. */
export type Outcome<Answer> = Answer | Interrupt | { readonly kind: "withdrawn" | "expired" | "gone" };

/** What a dialogue is held with. */
export interface DialogueOptions<Answer> {
  readonly terminal: Terminal;
  readonly form: Form<Answer | Interrupt>;
  readonly signal: AbortSignal;
  readonly palette: Palette;
  /** How long the keyboard must be quiet before the question is shown, and again before a key counts. */
  readonly quietMs: number;
  /** How long the person has, once the question is shown. */
  readonly timeoutMs: number | undefined;
  /** Where keys go that come before the question is shown; they are dropped where absent. */
  readonly typedAhead?: TypedLines | undefined;
}

/** Asks one question, and gives the keyboard back however that ends. */
export function holdDialogue<Answer extends { readonly kind: string }>(
  options: DialogueOptions<Answer>,
): Promise<Outcome<Answer>> {
  return new Dialogue(options).outcome;
}

/**
 * One question at the terminal.
 *
 * Keys that were typed before a person can have read the question never answer it: it is shown when
 * the keyboard has been quiet for a while, and takes keys after another such while. Keys that came
 * before it was shown are kept for whoever reads lines at the terminal.
 */
class Dialogue<Answer extends { readonly kind: string }> {
  readonly outcome: Promise<Outcome<Answer>>;
  readonly #options: DialogueOptions<Answer>;
  readonly #keys = new KeyReader();
  readonly #resolve: (outcome: Outcome<Answer>) => void;
  readonly #reject: (error: unknown) => void;
  #form: Form<Answer | Interrupt>;
  #phase: "unshown" | "shown" | "listening" | "over" = "unshown";
  #cancelQuiet: (() => void) | undefined;
  #cancelTimeout: (() => void) | undefined;

  constructor(options: DialogueOptions<Answer>) {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome<Answer>>();
    this.outcome = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#options = options;
    this.#form = options.form;
    options.signal.addEventListener("abort", this.#withdraw, { once: true });
    this.#guard(() => {
      options.terminal.open((bytes) => this.#guard(() => this.#take(bytes)));
      this.#awaitQuiet();
    });
  }

  #awaitQuiet(): void {
    this.#cancelQuiet?.();
    const { terminal, quietMs } = this.#options;
    if (quietMs === 0) this.#advance();
    else this.#cancelQuiet = terminal.after(quietMs, () => this.#guard(() => this.#advance()));
  }

  #advance(): void {
    if (this.#phase === "unshown") {
      this.#phase = "shown";
      this.#show(this.#options.typedAhead?.open ? REWRITE_LINE : "");
      this.#startTimeout();
      this.#awaitQuiet();
    } else if (this.#phase === "shown") {
      this.#phase = "listening";
    }
  }

  #take(bytes: Uint8Array | null): void {
    if (this.#phase === "over") return;
    if (bytes === null) return this.#finish({ kind: "gone" });
    const keys = this.#keys.read(bytes);
    if (this.#phase !== "listening") {
      if (keys.some((key) => key.kind === "interrupt")) this.#finish({ kind: "interrupt" });
      else this.#awaitQuiet();
      if (this.#phase === "unshown") this.#options.typedAhead?.type(bytes);
      return;
    }
    const before = this.#form;
    this.#form = before.take(keys);
    const { answer, news } = this.#form;
    if (answer !== undefined) this.#finish(answer);
    else if (this.#form === before) return;
    else if (news === undefined) this.#write(REWRITE_LINE + this.#form.prompt(this.#columns()));
    else this.#add(news);
  }

  #add(news: News): void {
    this.#show(news.closing === undefined ? "\n" : `${REWRITE_LINE}${news.closing}\n`, news);
    if (!news.isNew) return;
    this.#phase = "shown";
    this.#awaitQuiet();
  }

  #show(before = "", shown: Pick<News, "render"> = this.#form): void {
    const [title, ...lines] = shown.render(this.#columns()).split("\n");
    this.#write([before + this.#options.palette.bold(title!), ...lines].join("\n"));
  }

  #startTimeout(): void {
    const { terminal, timeoutMs } = this.#options;
    if (timeoutMs === undefined) return;
    this.#cancelTimeout = terminal.after(timeoutMs, () => this.#guard(() => this.#finish({ kind: "expired" })));
  }

  readonly #withdraw = (): void => this.#guard(() => this.#finish({ kind: "withdrawn" }));

  #finish(outcome: Outcome<Answer>): void {
    if (this.#phase === "over") return;
    const shown = this.#phase !== "unshown" && outcome.kind !== "gone";
    this.#release();
    if (shown) this.#write(`${REWRITE_LINE}${this.#closing(outcome)}\n`);
    this.#resolve(outcome);
  }

  #release(): void {
    this.#phase = "over";
    this.#cancelQuiet?.();
    this.#cancelTimeout?.();
    this.#options.signal.removeEventListener("abort", this.#withdraw);
    this.#options.terminal.close();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      if (this.#phase !== "over") this.#release();
      this.#reject(error);
    }
  }

  #closing(outcome: Outcome<Answer>): string {
    switch (outcome.kind) {
      case "withdrawn":
        return "  → withdrawn: nothing to answer any more";
      case "expired":
        return "  → no: the time is up";
      case "gone":
        return "";
      default:
        return this.#form.closing(outcome as Answer | Interrupt);
    }
  }

  #columns(): number {
    return this.#options.terminal.columns();
  }

  #write(text: string): void {
    this.#options.terminal.write(text);
  }
}
