import type { CanUseToolRequest } from "../../protocol/control.ts";
import { PERSON_TOOLS } from "../../protocol/rules/mod.ts";
import { mayHideAskRule } from "./hidden_ask.ts";

/**
 * Whether a permission request is a question for a person, which no tool rule may answer. The older
 * CLI does not mark AskUserQuestion and ExitPlanMode; both say "rule" where an ask rule matched, and "safetyCheck" where
 * a call would write to what the CLI or another program takes its orders from (`.claude`, `.mcp.json`, `.git`): who may
 * write there may run anything. In a compound command an ask rule can be told only by what the CLI does not say.
 *
 * @param request The request.
 * @param version The CLI's version, where it is known.
 */
export function isForPerson(request: CanUseToolRequest, version: string | undefined): boolean {
  return PERSON_TOOLS.includes(request.tool_name) || request.requires_user_interaction === true ||
    request.decision_reason_type === "rule" || request.decision_reason_type === "safetyCheck" ||
    (request.matched_ask_rule ?? undefined) !== undefined || mayHideAskRule(request, version);
}
