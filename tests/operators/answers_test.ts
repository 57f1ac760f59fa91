import { assertEquals } from "@std/assert";
import { addContext } from "../../lib/operators/add_context.ts";
import { keepGoing } from "../../lib/operators/keep_going.ts";
import { stopAgent } from "../../lib/operators/stop_agent.ts";

Deno.test("keepGoing() blocks the stop with its reason", () => {
  assertEquals(keepGoing("Two tests fail"), { decision: "block", reason: "Two tests fail" });
});

Deno.test("addContext() names its event, without which the CLI drops the note", () => {
  assertEquals(addContext("SessionStart", "It is Monday"), {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "It is Monday" },
  });
});

Deno.test("stopAgent() ends the turn with a reason", () => {
  assertEquals(stopAgent("Enough"), { continue: false, stopReason: "Enough" });
});
