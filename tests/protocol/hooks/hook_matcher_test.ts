import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import type { HookEventName } from "../../../lib/protocol/hooks.ts";
import { hookMatcher } from "../../../lib/protocol/matcher.ts";

/** Event, matcher, what it matches, what it does not. */
const rows: [HookEventName, string | undefined, string[], string[]][] = [
  ["PreToolUse", undefined, ["Bash", "mcp__s__t", ""], []],
  ["PreToolUse", "", ["Bash"], []],
  ["PreToolUse", "*", ["Bash"], []],
  ["PreToolUse", "Bash", ["Bash"], ["bash", "Ba", "BashOutput"]],
  ["PreToolUse", "Edit|Write", ["Edit", "Write"], ["NotebookEdit", "Edit|Write"]],
  ["PreToolUse", "Edit, Write", ["Edit", "Write"], ["MultiEdit"]],
  ["PreToolUse", "Edit|", ["Edit"], ["", "Write"]],
  // A hyphen makes no pattern: the CLI holds this for an exact name, and so for no tool of the server.
  ["PreToolUse", "mcp__my-server", ["mcp__my-server"], ["mcp__my-server__ask"]],
  ["PreToolUse", "mcp__my-server__.*", ["mcp__my-server__ask"], ["mcp__my_server__ask"]],
  ["PreToolUse", "B.*", ["Bash", "aB"], ["Read"]],
  ["PreToolUse", "^(Edit|Write)$", ["Edit"], ["MultiEdit"]],
  ["PreToolUse", "Task", ["Agent", "Task"], ["TaskStop"]],
  ["PostToolUse", "Task|Bash", ["Agent", "Bash"], ["Read"]],
  ["SubagentStop", "Task", ["Task"], ["Agent"]],
  ["SessionStart", "clear|compact", ["clear", "compact"], ["resume"]],
  ["FileChanged", "notes.txt", ["notes.txt"], ["notes"]],
];
for (const [event, matcher, hits, misses] of rows) {
  Deno.test(`hookMatcher() of ${event} reads ${JSON.stringify(matcher)} as the CLI does`, () => {
    const matches = hookMatcher(event, { matcher, owner: "a test" });
    assertEquals(hits.filter((each) => !matches(each)), []);
    assertEquals(misses.filter(matches), []);
  });
}

/** Event, matcher, a part of the message. */
const useless: [HookEventName, string, string][] = [
  ["PreToolUse", "Bash(echo:*)", "a matcher names tools and knows no rules"],
  ["PostToolUse", "Edit(src/**)", "a matcher names tools and knows no rules"],
  ["PreToolUse", "Ba[sh", "it is no regular expression"],
  ["PreToolUse", "*Bash", "it is no regular expression"],
  ["SessionStart", "(", "it is no regular expression"],
  ["PreToolUse", "|", "it names nothing"],
  ["PreToolUse", " , ", "it names nothing"],
  ["Stop", "Bash", "the CLI calls every Stop hook"],
  ["UserPromptSubmit", "deploy", "the CLI calls every UserPromptSubmit hook"],
  ["PostToolBatch", "Bash", "the CLI calls every PostToolBatch hook"],
  ["MessageDisplay", ".+", "the CLI calls every MessageDisplay hook"],
];
for (const [event, matcher, part] of useless) {
  Deno.test(`onHook("${event}") refuses the matcher ${JSON.stringify(matcher)} when it is made`, () => {
    const error = assertThrows(() => onHook(event, () => undefined, { matcher }), UsageError);
    assertStringIncludes(error.message, `Cannot use the matcher ${JSON.stringify(matcher)} of onHook("${event}")`);
    assertStringIncludes(error.message, part);
  });
}

for (const event of ["Stop", "UserPromptSubmit", "MessageDisplay"] as const) {
  Deno.test(`onHook("${event}") takes the matcher for all`, () => {
    for (const matcher of ["", "*"]) assert(typeof onHook(event, () => undefined, { matcher }) === "function");
  });
}
