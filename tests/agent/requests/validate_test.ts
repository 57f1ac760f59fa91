import { assert, assertEquals } from "@std/assert";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../../lib/agent/options.ts";
import { assistantText, init, result } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const ALL: ClaudeOptions = { validate: "all" };

/** The events that came from the wire, by type; what is unknown with its issues. */
function told(events: readonly AgentEvent[]): unknown[] {
  return events.flatMap((event): unknown[] => {
    if (event.type === "unknown") return [{ of: event.of, issues: event.issues }];
    return ["system", "assistant", "user", "result", "turn_end", "run_end"].includes(event.type) ? [event.type] : [];
  });
}

Deno.test(
  "validate messages are checked whole only where that is wanted",
  guarded(async ({ open }) => {
    const odd = { type: "rate_limit_event", rate_limit_info: { status: 5 } };
    const issues = ["rate_limit_info.status: Invalid input: expected string, received number"];
    for (const options of [ALL, {}, { validate: "control" } as const]) {
      const session = await open({ options });
      [init(), odd, assistantText("hi")].forEach((frame) => session.push(frame));
      await session.finish({ result: "hi" });
      const found = session.events.find(({ type }) => type === "rate_limit_event" || type === "unknown");
      const wrapped = { type: "unknown", of: "rate_limit_event", raw: odd, issues };
      assertEquals(found as unknown, options === ALL ? wrapped : odd);
      assertEquals(session.end, "completed");
      assertEquals(session.diagnostics(), []);
    }
  }),
);

Deno.test(
  "validate an init that does not fit is shown wrapped, and its session and mode are known all the same",
  guarded(async ({ open }) => {
    const session = await open({ options: ALL });
    session.push({ ...init({ permissionMode: "plan" }), session_id: "s-odd", tools: "all" });
    await session.barrier();
    assertEquals([session.agent.sessionId, session.agent.mode], ["s-odd", "plan"]);
    await session.finish();
    const issues = ["tools: Invalid input: expected array, received string"];
    assertEquals(told(session.events), [{ of: "system/init", issues }, "result", "turn_end", "run_end"]);
  }),
);

Deno.test(
  "validate a result that does not fit is shown wrapped, and ends its turn all the same",
  guarded(async ({ open }) => {
    const session = await open({ options: ALL });
    session.push(init());
    session.push(assistantText("hi"));
    await session.finish({ result: "hi", num_turns: "one", total_cost_usd: 0.5 });
    const issues = ["num_turns: Invalid input: expected number, received string"];
    assertEquals(told(session.events), [
      "system",
      "assistant",
      { of: "result/success", issues },
      "turn_end",
      "run_end",
    ]);
    const [turn] = session.turns();
    assertEquals([turn?.outcome, turn?.text, turn?.costUsd], ["success", "hi", 0.5]);
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "validate a result of a new kind, or of no kind at all, ends its turn as an error, whatever is checked",
  guarded(async ({ open }) => {
    for (const options of [ALL, {}]) {
      for (const subtype of ["error_of_2027", 5, undefined]) {
        const session = await open({ options });
        session.push(init());
        const frame = { ...result({ is_error: true }), subtype };
        session.push(frame);
        await session.transport.ended;
        session.transport.exit(1);
        await session.over;
        assertEquals(session.end, "completed");
        assertEquals(session.turns().map(({ outcome }) => outcome), ["error"]);
        const event = session.events.find(({ type }) => type === "result" || type === "unknown");
        assert(event !== undefined);
        const seen = event.type === "unknown" ? event.raw : event;
        assertEquals(JSON.stringify(seen), JSON.stringify(frame));
        const passes = options !== ALL && typeof subtype === "string";
        assertEquals(event.type, passes ? "result" : "unknown");
      }
    }
  }),
);
