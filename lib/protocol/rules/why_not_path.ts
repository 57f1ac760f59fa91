import { coversForm, startOf, staysBelow } from "./allow_path.ts";
import { byNearness } from "./nearness.ts";
import { fitsSegment } from "./path_segment.ts";
import { absoluteForms, isPlainPath, type Places, placesOf, resolvePath } from "./paths.ts";
import { quote } from "./quote.ts";
import type { ParsedRule, PathSpecifier, RuleCall } from "./rule.ts";
import type { ToolFacts } from "./tools.ts";

type PathRule = ParsedRule & { readonly specifier: PathSpecifier };

const MOST_RULES = 3;

/** Why rules about files do not cover a call. */
export function whyNotPath(near: readonly ParsedRule[], call: RuleCall, facts: ToolFacts): string | undefined {
  const key = facts.paths?.[0];
  if (key === undefined) return undefined;
  const given = call.input[key];
  const places = placesOf(call);
  const path = given === undefined && facts.searches ? places.cwd ?? "." : given;
  const names = isPlainPath(path) ? resolvePath(path, places).segments : [];
  const rules = byNearness(near.filter(isPathRule), call.toolName, (rule) => [namesAlike(rule, names, places)]);
  if (rules.length === 0) return undefined;
  if (typeof path !== "string") return `${named(rules)} not cover a call whose "${key}" is no text`;
  const miss = `${named(rules)} not cover ${quote(path)}`;
  if (!isPlainPath(path)) return `${miss}, which is not a plain path`;
  const leaving = (facts.globs ?? []).find((name) => !staysBelow(call.input[name]));
  if (leaving !== undefined) {
    return `${miss} with the ${leaving} ${quote(String(call.input[leaving]))}, which can lead out of it`;
  }
  const start = rules.every(({ specifier }) => specifier.glob.base === "home") ? places.home : places.cwd;
  if (start === undefined && rules.every(({ specifier }) => specifier.glob.base !== "root")) {
    return `${miss}: it is not known from which directory the rule starts; write it from the root, with two slashes`;
  }
  const form = absoluteForms(path, places)?.[0];
  if (form !== undefined && rules.some(({ specifier }) => coversForm(specifier.glob, form, call, facts))) {
    return miss + whatElse(rules, path, call, facts);
  }
  return `${miss}, which ${facts.searches ? "reaches beyond" : "lies outside of"} what is covered`;
}

// What is missing where a path is covered as it is written.
function whatElse(rules: readonly PathRule[], path: string, call: RuleCall, facts: ToolFacts): string {
  const written = absoluteForms(path, placesOf(call)) ?? [];
  const leads = ", which leads through a symbolic link to";
  const resolved = written.map((form) => call.resolvePath?.(form));
  if (resolved.some((each) => each !== undefined && "failed" in each)) return `${leads} nothing`;
  const places = resolved.flatMap((each) => each !== undefined && "path" in each ? [each.path] : []);
  const open = places.find((place) => {
    return !rules.some(({ specifier }) => coversForm(specifier.glob, place, call, facts));
  });
  if (open !== undefined) return `${leads} ${quote(open)}`;
  return facts.searches ? ": where a search starts that names no path from the root on depends on the shell" : "";
}

// How many names, from the root on, are as the rule has them; what a `**` stands for does not count.
function namesAlike({ specifier: { glob } }: PathRule, names: readonly string[], places: Places): number {
  const pattern = [...startOf(glob, places)?.segments ?? [], ...glob.segments];
  const differs = pattern.findIndex((part, index) => {
    const name = names[index];
    return name === undefined || (typeof part === "string" ? part !== name : !fitsSegment(part, name));
  });
  return differs < 0 ? pattern.length : differs;
}

function isPathRule(rule: ParsedRule): rule is PathRule {
  return rule.specifier?.kind === "path";
}

function named(rules: readonly PathRule[]): string {
  const texts = rules.slice(0, MOST_RULES).map((rule) => quote(rule.text));
  if (rules.length > MOST_RULES) texts.push(`${rules.length - MOST_RULES} more`);
  return `${texts.join(" and ")} ${rules.length === 1 ? "does" : "do"}`;
}
