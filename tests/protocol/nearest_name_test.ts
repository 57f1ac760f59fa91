import { assertEquals } from "@std/assert";
import { nearestName } from "../../lib/protocol/nearest_name.ts";
import { optionsFromArgs } from "../../lib/cli/options_from_args.ts";
import { checkOptionBag } from "../../lib/protocol/option_bag.ts";
import { parseRule, ruleWarning } from "../../lib/protocol/rules/mod.ts";

const KNOWN = ["model", "maxTurns", "maxBudgetUsd", "permission-mode", "turn_end", "WebFetch", "Web"];

Deno.test("nearestName() finds what was meant, whatever case, dashes and low lines are used", () => {
  const meant: [string, string | undefined][] = [
    ["modle", "model"],
    ["MODEL", "model"],
    ["max_turns", "maxTurns"],
    ["max-turn", "maxTurns"],
    ["permisionMode", "permission-mode"],
    ["turnend", "turn_end"],
    ["WebFech", "WebFetch"],
    // A third of nine letters may be wrong, and not four of them.
    ["maxTurrrs", "maxTurns"],
    ["wyzzTurns", undefined],
    ["mo", undefined],
    ["bash", undefined],
    ["", undefined],
    ["x".repeat(100_000), undefined],
  ];
  for (const [given, name] of meant) assertEquals(nearestName(given, KNOWN), name, given.slice(0, 20));
});

Deno.test("nearestName() takes the nearest, and the first of equals", () => {
  assertEquals(nearestName("web", KNOWN), "Web");
  assertEquals(nearestName("permission", KNOWN), undefined);
  assertEquals(nearestName("ab", ["abc", "abd"]), "abc");
  assertEquals(nearestName("abc", []), undefined);
});

Deno.test("nearestName() is one measure for options, flags and tools", () => {
  const messageOf = (run: () => void) => {
    try {
      run();
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
    return "";
  };
  const bag = (name: string) =>
    messageOf(() => checkOptionBag<object>("x()", { [name]: 1 }, { WebFetch: true } as object));
  const tool = (name: string) => ruleWarning(parseRule(name), "deny") ?? "";
  const flag = (name: string) => messageOf(() => void optionsFromArgs([`--${name}`]));
  for (const [slip, isLike] of [["WebFech", true], ["WebFtchs", true], ["WebF", false], ["WebXXXXX", false]] as const) {
    assertEquals([bag(slip), tool(slip)].map((said) => said.includes('"WebFetch"')), [isLike, isLike], slip);
  }
  for (const [slip, isLike] of [["modle", true], ["mod", true], ["morels", true], ["manual", false]] as const) {
    assertEquals(flag(slip).includes('use "--model"'), isLike, slip);
  }
});
