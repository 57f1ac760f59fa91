import {
  cliDenyRules,
  coveringRules,
  matchesAsk,
  matchesDeny,
  type ParsedRule,
  parseRule,
  ruleWarning,
  whyNotAllowed,
} from "../protocol/rules/mod.ts";
import { followOnce } from "../protocol/rules/links.ts";
import { parseRuleAt } from "../protocol/rules/parse_rule.ts";
import { RuleTable } from "../protocol/rules/rule_table.ts";
import { UsageError } from "../protocol/errors.ts";
import { messageOf } from "../agent/answer/message_of.ts";
import type { ToolCall } from "../agent/events.ts";
import type { RuleNote } from "../agent/answer/verdict.ts";
import type { Gate, ReportFailure, Warning } from "../agent/opening.ts";

/** A rule of `denyTools` as a function: the reason why the call must not run; `undefined` or `false` for none. */
export type DenyPredicate = (call: ToolCall) => string | false | undefined;

/** A rule of `allowTools` and `onlyTools` as a function: `true` if it covers the call, `false` or `undefined` if not. */
export type AllowPredicate = (call: ToolCall) => boolean | undefined;

/** A rule that makes a call ask a person: in the CLI's own syntax, or a function that gives `true`. */
export type AskRule = string | AllowPredicate;

/** A rule that refuses: in the CLI's own syntax, such as `Bash(git push *)`, or a function. */
export type DenyRule = string | DenyPredicate;

/** A rule that allows: in the CLI's own syntax, such as `Edit(src/**)`, or a function. */
export type AllowRule = string | AllowPredicate;

/** A rule that was read, or a function. */
export type Read<Predicate> = { rule: ParsedRule } | { predicate: Predicate };

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

/** Reads a list of rules that has a name; it may be empty. */
export function readRuleList<Rule extends AllowRule | DenyRule>(
  list: string,
  rules: readonly Rule[],
): Read<Exclude<Rule, string>>[] {
  return rules.map((rule, index) => {
    if (typeof rule === "function") return { predicate: rule as Exclude<Rule, string> };
    return { rule: parseRuleAt(rule as string, `${list}[${index}]`) };
  });
}

/** The rules that hold at the CLI's own door: there names and paths cover less than here. */
export function rulesForCli(rules: readonly Read<unknown>[]): string[] {
  return rules.flatMap((each) => "rule" in each ? cliDenyRules(each.rule) : []);
}

/** What is odd about the rules. */
export function warningsOf(rules: readonly Read<unknown>[], use: "allow" | "ask" | "deny"): Warning[] {
  return written(rules).flatMap((rule) =>
    ruleWarning(rule, use === "ask" ? "deny" : use) ?? (use === "allow" ? homeless(rule) : undefined) ?? []
  );
}

// Where nobody knows the home directory, nothing is proved to lie in it.
function homeless({ text, specifier }: ParsedRule): Warning | undefined {
  if (specifier?.kind !== "path" || specifier.glob.base !== "home") return undefined;
  const withoutHome =
    `The rule ${JSON.stringify(text)} covers no file, because it is not known here where the home directory is; give ` +
    "the script --allow-env=HOME, or write the path from the root, with two slashes, such as " +
    '"Read(//home/me/notes/**)"';
  return { withoutHome };
}

function written(rules: readonly Read<unknown>[]): ParsedRule[] {
  return rules.flatMap((each) => "rule" in each ? [each.rule] : []);
}

/** What is asked about a call, one after another: some rules, or a function. */
type Step<Predicate> = { rules: RuleTable } | { predicate: Predicate };

// Each run of rules is looked up when its turn comes: a function in front of it may have changed the call in place.
function stepsOf<Predicate>(rules: readonly Read<Predicate>[]): Step<Predicate>[] {
  const steps: Step<Predicate>[] = [];
  let run: ParsedRule[] = [];
  const endRun = () => {
    if (run.length > 0) steps.push({ rules: new RuleTable(run, "deny") });
    run = [];
  };
  for (const each of rules) {
    if ("rule" in each) {
      run.push(each.rule);
      continue;
    }
    endRun();
    steps.push(each);
  }
  endRun();
  return steps;
}

/** Judges calls by rules that refuse. Never throws: what fails refuses. */
export function denyJudge(rules: readonly Read<DenyPredicate>[]): Gate["judge"] {
  const steps = stepsOf(rules);
  return (call, failed, decided) => {
    for (const step of steps) {
      const found = "rules" in step ? step.rules.first(followOnce(call), matchesDeny) : undefined;
      const reason = "rules" in step ? found?.reason : refusal(step.predicate, { call, failed });
      if (reason === undefined) continue;
      decided?.(noteOn(found?.rule, reason));
      return reason;
    }
    return undefined;
  };
}

/** Judges calls by rules that want a person to be asked. Never throws: what fails asks. */
export function askJudge(
  rules: readonly Read<AllowPredicate>[],
): (call: ToolCall, failed?: ReportFailure) => string | undefined {
  const steps = stepsOf(rules);
  return (call, failed) => {
    for (const step of steps) {
      const reason = "rules" in step
        ? step.rules.first(followOnce(call), matchesAsk)?.reason
        : wish(step.predicate, { call, failed });
      if (reason !== undefined) return reason;
    }
    return undefined;
  };
}

function wish(
  predicate: AllowPredicate,
  { call, failed }: { call: ToolCall; failed: ReportFailure | undefined },
): string | undefined {
  const { answer, failure } = ask(predicate, call);
  if (failure === undefined && (answer === undefined || answer === false)) return undefined;
  if (answer === true) return `A rule of the script wants a person to be asked about ${call.toolName}`;
  const { what, cause } = failure ?? misfit(answer, "true, false or undefined");
  const message = `A rule that judges ${call.toolName} ${what}, so a person has to be asked`;
  failed?.(message, cause);
  return message;
}

// The reason of a rule that could not be excluded says which part of the call could not be read.
const UNPROVED = /: it (?:cannot be excluded|may run)\b/;

function noteOn(rule: ParsedRule | undefined, reason: string): RuleNote {
  if (rule === undefined) return { rule: "function" };
  return { rule: rule.text, ...(UNPROVED.test(reason) ? { unproved: reason } : {}) };
}

function refusal(
  predicate: DenyPredicate,
  { call, failed }: { call: ToolCall; failed: ReportFailure | undefined },
): string | undefined {
  const { answer, failure } = ask(predicate, call);
  if (failure === undefined && (answer === undefined || answer === false)) return undefined;
  if (typeof answer === "string") return answer === "" ? `A rule of the script refuses ${call.toolName}` : answer;
  const { what, cause } = failure ?? misfit(answer, "a reason, false or undefined");
  const message = `A rule that judges ${call.toolName} ${what}, so the call was refused`;
  failed?.(message, cause);
  return message;
}

/** Why a function is of no use as a rule. */
export interface RuleFailure {
  /** What it did, to follow its name in a message. */
  what: string;
  /** What it threw, or an error about what it gave. */
  cause: unknown;
}

/** What a set of allowing rules says about a call. */
export interface Coverage {
  /** Whether a rule covers the call. */
  covered: boolean;
  /** The rules that cover it, for the record. */
  rule?: string;
  /** Why a rule could not be used: the call is then not covered by any. */
  failure?: RuleFailure;
}

/** Judges calls by rules that allow. Never throws: what fails does not allow. */
export function coverageOf(rules: readonly Read<AllowPredicate>[]): (call: ToolCall) => Coverage {
  // Together they may cover a compound command of which each covers a part.
  const table = new RuleTable(written(rules), "allow");
  const predicates = rules.flatMap((each) => "predicate" in each ? [each.predicate] : []);
  return (call) => {
    const covering = coveringRules(table.about(call), call);
    if (covering !== undefined) {
      return { covered: true, rule: [...new Set(covering.map(({ text }) => text))].join(", ") };
    }
    for (const predicate of predicates) {
      const { answer, failure } = ask(predicate, call);
      if (failure !== undefined) return { covered: false, failure };
      if (answer === true) return { covered: true, rule: "function" };
      if (answer !== undefined && answer !== false) {
        return { covered: false, failure: misfit(answer, "true, false or undefined") };
      }
    }
    return { covered: false };
  };
}

/** Says why the written rules do not cover a call, where one of them nearly does. */
export function nearMiss(rules: readonly Read<AllowPredicate>[]): (call: ToolCall) => string | undefined {
  const texts = written(rules);
  return (call) => whyNotAllowed(texts, call);
}

function ask(predicate: (call: ToolCall) => unknown, call: ToolCall): { answer?: unknown; failure?: RuleFailure } {
  try {
    return { answer: predicate(call) };
  } catch (cause) {
    return { failure: { what: `failed (${messageOf(cause)})`, cause } };
  }
}

function misfit(answer: unknown, wanted: string): RuleFailure {
  const promise = answer instanceof Promise;
  // It is not waited for; that it may also reject must not end the script.
  if (promise) answer.catch(() => {});
  const what = `gave ${promise ? "a promise" : answer === null ? "null" : `a value of type ${typeof answer}`}`;
  return { what, cause: new TypeError(`A function as a rule ${what}: give ${wanted}, and at once`) };
}
