/** Asks questions, about a plan and about a rule at its real terminal, and says what was decided. */
import { askPerson } from "../../../lib/cli/mod.ts";
import type { AlwaysOffer } from "../../../lib/operators/remember.ts";
import { request } from "../request.ts";

const ask = askPerson({ quietMs: 0 });
const { signal } = new AbortController();
const options = [{ label: "Red", description: "Warm" }, { label: "Blue", description: "Cold" }];
const questions = [
  { question: "Which colour?", header: "Colour", options, multiSelect: false },
  { question: "Which ones?", header: "Several", options, multiSelect: true },
  { question: "What else?", header: "Else", options, multiSelect: false },
];
const offer: AlwaysOffer = {
  rules: ["Bash(make test)", "Bash(make *)"],
  always: (rule) => ({ behavior: "deny", message: `always ${rule}` }),
};

for (
  const decision of [
    () => ask(request({ toolName: "AskUserQuestion", input: { questions } }), signal),
    () => ask(request({ toolName: "ExitPlanMode", input: { plan: "# Tidy up" } }), signal),
    () => ask(request(), signal, offer),
  ]
) console.log(`decision ${JSON.stringify(await decision())}`);
console.log("script over");
