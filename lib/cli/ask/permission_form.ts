import type { Form, News } from "./form.ts";
import type { Key } from "./keys.ts";
import { askKeys, type AskState, askState, type PersonsAnswer, type Question } from "./reducer.ts";
import { renderAnswer, renderPrompt, renderQuestion, renderRules } from "./render.ts";

/** Whether a call may run, or a plan be carried out. */
export class PermissionForm implements Form<PersonsAnswer> {
  readonly news: News | undefined;
  readonly #state: AskState;

  constructor(question: Question | AskState, news?: News) {
    this.#state = "step" in question ? question : askState(question);
    this.news = news;
  }

  get answer(): PersonsAnswer | undefined {
    return this.#state.answer;
  }

  take(keys: readonly Key[]): PermissionForm {
    const before = this.#state;
    const state = askKeys(before, keys);
    return state === before ? this : new PermissionForm(state, newsOf(before, state));
  }

  render(width: number): string {
    return renderQuestion(this.#state, width);
  }

  prompt(width: number): string {
    return renderPrompt(this.#state, width);
  }

  closing(answer: PersonsAnswer): string {
    return renderAnswer({ ...this.#state, answer });
  }
}

function newsOf(before: AskState, state: AskState): News | undefined {
  if (state.full && !before.full) return { isNew: false, render: (width) => renderQuestion(state, width) };
  if (state.step !== "rule" || before.step === "rule") return undefined;
  return { isNew: true, render: (width) => renderRules(state, width) };
}
