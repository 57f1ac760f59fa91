import type { MonoTypeOperatorFunction } from "rxjs";
import { leaveNote } from "../agent/answer/permission_event.ts";
import { isAdded } from "../agent/brand.ts";
import type { AgentEvent } from "../agent/events.ts";
import { UsageError } from "../protocol/errors.ts";
import { isRecord } from "../protocol/is_record.ts";
import {
  type AllowRule,
  askJudge,
  type AskRule,
  denyJudge,
  type DenyRule,
  readRuleList,
  rulesForCli,
  warningsOf,
} from "./_rules.ts";
import { allowToolsRead } from "./allow_tools.ts";
import { responder } from "./responder.ts";

/** A whole policy as data, in the shape of `permissions` in the CLI's settings. */
export interface PermissionRules {
  /** What may run: as in `allowTools`. @default nothing */
  readonly allow?: readonly AllowRule[];
  /** What a person is asked about, in every mode. @default nothing */
  readonly ask?: readonly AskRule[];
  /** What must not run: as in `denyTools`. @default nothing */
  readonly deny?: readonly DenyRule[];
}

const KEYS: readonly string[] = ["allow", "ask", "deny"];

/**
 * A whole policy as data: what may run, what a person is asked about, what must not run.
 *
 * As in the CLI, *deny* goes before *ask*, and *ask* before *allow*, wherever the rules stand.
 *
 * - `deny` is a gate like `denyTools`: it holds in every mode, and at the CLI's own door too.
 * - `ask` makes calls ask in every mode, also those that the CLI would just run, and then only a responder for people
 *   answers them (`onPermission`, with `askPerson()` at the terminal); `allow` and other rules do not, nor does the
 *   allow of a hook. Where nobody is there to ask, the call is denied. A rule reaches as far as a deny rule does: one part of a
 *   compound command is enough, and so is one that cannot be read. Calls are judged in their final form. Rules
 *   (not functions) are also given to the CLI at launch, which asks by itself where a command hook of the project's
 *   settings has changed the call after that; not where the option `settings` is a file.
 * - `allow` is `allowTools`: what the CLI asks about is allowed where a rule is proved to cover it.
 *
 * @example Deny, ask, allow
 * ```ts
 * import { claude, onPermission, permissions } from "@turnstream/turnstream";
 * import { simulate } from "@turnstream/turnstream/testing";
 * import { assertEquals } from "@std/assert";
 * import { lastValueFrom } from "rxjs";
 *
 * const seen: string[] = [];
 * const asked: unknown[] = [];
 * const transport = simulate(async (cli) => {
 *   await cli.prompt();
 *   for (const command of ["git log", "git log && git commit -m x", "git push"]) {
 *     seen.push((await cli.tool("Bash", { command })).behavior);
 *   }
 *   await cli.end();
 * });
 * await lastValueFrom(
 *   claude("go", { transport, settingSources: [] }).pipe(
 *     permissions({ allow: ["Bash(git *)"], ask: ["Bash(git commit *)"], deny: ["Bash(git push *)"] }),
 *     onPermission((request) => {
 *       asked.push(request.input.command);
 *       return request.allow();
 *     }),
 *   ),
 * );
 * assertEquals(seen, ["allow", "allow", "deny"]);
 * assertEquals(asked, ["git log && git commit -m x"]);
 * ```
 *
 * @param rules The three lists; each may be left out. Rules are texts in the CLI's own syntax, or functions: one of
 * `ask` gives `true` for what it asks about, and one that throws, is asynchronous or gives anything else asks.
 * @returns An operator that passes every event on.
 * @throws {UsageError} If a rule is malformed, naming the list and its place in it; if a key is not known.
 */
export function permissions(rules: PermissionRules): MonoTypeOperatorFunction<AgentEvent> {
  checkKeys(rules);
  const deny = readRuleList("deny", rules.deny ?? []);
  const ask = readRuleList("ask", rules.ask ?? []);
  const allow = readRuleList("allow", rules.allow ?? []);
  if (deny.length + ask.length + allow.length === 0) {
    throw new UsageError("Cannot use permissions() without a rule: give at least one of allow, ask and deny");
  }
  const name = "permissions()";
  const operators: MonoTypeOperatorFunction<AgentEvent>[] = [];
  if (deny.length > 0) {
    const warnings = warningsOf(deny, "deny");
    const judge = denyJudge(deny);
    operators.push(responder({ kind: "gate", name, asks: false, cliRules: rulesForCli(deny), warnings, judge }));
  }
  if (ask.length > 0) operators.push(askGate(name, ask));
  if (allow.length > 0) operators.push(allowToolsRead("permissions", allow));
  return (source) => operators.reduce((piped, operator) => operator(piped), source);
}

function askGate(name: string, rules: ReturnType<typeof readRuleList<AskRule>>): MonoTypeOperatorFunction<AgentEvent> {
  const asksPerson = askJudge(rules);
  const warnings = warningsOf(rules, "ask");
  const cliAskRules = rulesForCli(rules);
  const judge = () => undefined;
  const gate = { kind: "gate", name, asks: false, cliRules: [], cliAskRules, warnings, judge, asksPerson } as const;
  return responder(gate, (event) => {
    if (isAdded("permission", event)) leaveNote(event, () => asksPerson(event));
  });
}

function checkKeys(rules: unknown): void {
  if (!isRecord(rules)) {
    throw new UsageError('Give permissions() an object such as { allow: ["Read"], ask: [], deny: ["WebFetch"] }');
  }
  for (const [key, value] of Object.entries(rules)) {
    if (key === "permissions") {
      throw new UsageError(
        'Remove the key "permissions" around the lists of permissions(), or use permissionsFrom(), which takes settings whole',
      );
    }
    if (!KEYS.includes(key)) {
      throw new UsageError(`Remove the key "${key}" from permissions(): the keys are allow, ask and deny`);
    }
    if (value === undefined || Array.isArray(value)) continue;
    throw new UsageError(`Give "${key}" of permissions() a list of rules, such as ["Bash(git diff *)"]`);
  }
}
