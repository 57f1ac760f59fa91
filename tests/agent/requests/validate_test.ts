import { assert, assertEquals } from "@std/assert";
import type { AgentEvent, Diagnostic } from "../../../lib/agent/events.ts";
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
      const told = 'The agent printed a message "rate_limit_event" that does not fit, so it is passed on as unknown: ' +
        issues[0];
      assertEquals(
        session.diagnostics().map(({ kind, message }) => [kind, message]),
        options === ALL ? [["warning", told]] : [],
      );
      // Told before the event comes, and with the very message.
      const [note] = session.diagnostics();
      if (note !== undefined) {
        assertEquals([note.cause === found, session.events.indexOf(note)], [true, session.events.indexOf(found!) - 1]);
      }
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

Deno.test(
  "validate a flood of messages that do not fit is told three times for each kind, whatever subtype they bring",
  guarded(async ({ open }) => {
    const notes: Diagnostic[] = [];
    const session = await open({ options: { ...ALL, onDiagnostic: (note) => notes.push(note) } });
    session.push(init());
    for (let i = 0; i < 1_000; i++) {
      session.push({ type: "stream_event", subtype: `x${i}`, event: { type: "content_block_delta", index: "none" } });
      session.push({ ...init(), tools: "all" });
      session.push({ type: "brand_new_2027", x: i });
      session.push({ type: "system", subtype: `of_2027_${i}` });
    }
    await session.finish({ result: "hi" });
    assertEquals(session.events.filter(({ type }) => type === "unknown").length, 4_000);
    const short = notes.map(({ message }) =>
      /^The agent printed a message "([^"]+)".*?(; further ones.*)?$/.exec(message)
    );
    const last = "; further ones of this kind are not told";
    assertEquals(short.map((found) => [found?.[1], found?.[2]]), [
      ["stream_event", undefined],
      ["system/init", undefined],
      ["stream_event", undefined],
      ["system/init", undefined],
      ["stream_event", last],
      ["system/init", last],
    ]);
    assertEquals(session.diagnostics(), notes);
  }),
);

Deno.test(
  "validate what is told of a message that does not fit is short, and holds no key",
  guarded(async ({ open }) => {
    const key = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz";
    const session = await open({ options: ALL });
    session.push(init());
    const usage = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${key}-${"m".repeat(500)}-${i}`, 5]));
    await session.finish({ result: "hi", modelUsage: usage });
    const [note, ...more] = session.diagnostics();
    assertEquals(more, []);
    assert(note !== undefined && note.message.length < 450, note?.message);
    assert(note.message.includes("modelUsage.") && !note.message.includes(key), note.message);
  }),
);

Deno.test(
  "validate the few fields that are always checked are told of in either way, and only known kinds",
  guarded(async ({ open }) => {
    for (const options of [ALL, {}]) {
      const session = await open({ options });
      session.push(init());
      session.push({ type: "assistant", message: { content: "no list" } });
      session.push({ type: "brand_new_2027" });
      await session.finish({ result: "hi" });
      assertEquals(session.diagnostics().map(({ kind, message }) => [kind, message.includes("message.content: ")]), [
        [options === ALL ? "warning" : "noise", true],
      ]);
    }
  }),
);
