import { assertEquals } from "@std/assert";
import { launchArguments, type LaunchOptions } from "../../lib/process/mod.ts";

function settingsOf(options: LaunchOptions, askRules: string[]): string | undefined {
  const flag = launchArguments(options, { askRules }).find((arg) => arg.startsWith("--settings="));
  return flag?.slice("--settings=".length);
}

Deno.test("launchArguments() askRules go into the settings, beside the settings' own", () => {
  const own = { permissions: { ask: ["WebFetch"], deny: ["Read(.env)"] } };
  assertEquals(JSON.parse(settingsOf({ settings: own }, ["Bash(touch *)"])!).permissions, {
    ask: ["WebFetch", "Bash(touch *)"],
    deny: ["Read(.env)"],
  });
  assertEquals(JSON.parse(settingsOf({}, ["Bash(echo (x))"])!).permissions, { ask: ["Bash(echo (x))"] });
  assertEquals(JSON.parse(settingsOf({}, [])!).permissions, undefined);
});

Deno.test("launchArguments() askRules are left out where the settings are a file", () => {
  assertEquals(settingsOf({ settings: "/srv/settings.json" }, ["Bash(touch *)"]), "/srv/settings.json");
});
