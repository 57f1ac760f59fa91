import { cliDenyRules, coveringRules, matchesDeny, type ParsedRule, parseRule } from "../protocol/rules/mod.ts";
import { UsageError } from "../protocol/errors.ts";
import { messageOf } from "../agent/answer/message_of.ts";
import type { ToolCall } from "../agent/events.ts";

/** A rule of `denyTools` as a function: the reason why the call must not run, or `undefined`. */
export type DenyPredicate = (call: ToolCall) => string | undefined;

/** A rule of `allowTools` and `onlyTools` as a function: `true` if it covers the call. */
export type AllowPredicate = (call: ToolCall) => true | undefined;

/** A rule that refuses: in the CLI's own syntax, such as `Bash(git push *)`, or a function. */
export type DenyRule = string | DenyPredicate;

/** A rule that allows: in the CLI's own syntax, such as `Edit(src/**)`, or a function. */
export type AllowRule = string | AllowPredicate;

type Read<Predicate> = { rule: ParsedRule } | { predicate: Predicate };

/** Reads the rules that an operator was given. */
export function readRules<Predicate>(operator: string, rules: readonly (string | Predicate)[]): Read<Predicate>[] {
  if (rules.length === 0) {
    throw new UsageError(`Cannot use ${operator}() without a rule: name the tools, such as ${operator}("Read")`);
  }
  return rules.map((rule) => {
    if (typeof rule === "string") return { rule: parseRule(rule) };
    if (typeof rule === "function") return { predicate: rule };
    throw new UsageError(`Cannot use ${JSON.stringify(rule)} as a rule of ${operator}(): give a string or a function`);
  });
}

/** The rules that hold at the CLI's own door: there names and paths cover less than here. */
export function rulesForCli(rules: readonly Read<DenyPredicate>[]): string[] {
  return rules.flatMap((each) => "rule" in each ? cliDenyRules(each.rule) : []);
}

/** Judges calls by rules that refuse. Never throws: what fails refuses. */
export function denyJudge(rules: readonly Read<DenyPredicate>[]): (call: ToolCall) => string | undefined {
  return (call) => {
    for (const each of rules) {
      const reason = "rule" in each ? matchesDeny(each.rule, call) : refusal(each.predicate, call);
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

function refusal(predicate: DenyPredicate, call: ToolCall): string | undefined {
  let answer: unknown;
  try {
    answer = predicate(call);
  } catch (error) {
    return `A rule that judges ${call.toolName} failed, so the call was refused (${messageOf(error)})`;
  }
  if (answer === undefined) return undefined;
  if (typeof answer === "string") return answer === "" ? `A rule of the script refuses ${call.toolName}` : answer;
  ignoreRejection(answer);
  return `A rule that judges ${call.toolName} gave neither a reason nor undefined, so the call was refused`;
}

/** What a set of allowing rules says about a call. */
export interface Coverage {
  /** Whether a rule covers the call. */
  covered: boolean;
  /** Why a rule could not be used: the call is then not covered by any. */
  failure?: string;
}

/** Judges calls by rules that allow. Never throws: what fails does not allow. */
export function coverageOf(rules: readonly Read<AllowPredicate>[]): (call: ToolCall) => Coverage {
  // Together they may cover a compound command of which each covers a part.
  const written = rules.flatMap((each) => "rule" in each ? [each.rule] : []);
  const predicates = rules.flatMap((each) => "predicate" in each ? [each.predicate] : []);
  return (call) => {
    if (coveringRules(written, call) !== undefined) return { covered: true };
    for (const predicate of predicates) {
      let answer: unknown;
      try {
        answer = predicate(call);
      } catch (error) {
        return { covered: false, failure: `a rule failed (${messageOf(error)})` };
      }
      if (answer === true) return { covered: true };
      if (answer === undefined || answer === false) continue;
      ignoreRejection(answer);
      return { covered: false, failure: "a rule gave neither true nor undefined" };
    }
    return { covered: false };
  };
}

/** An asynchronous predicate is refused; that it may also reject must not end the script. */
function ignoreRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(() => {});
}
