import { assertEquals } from "@std/assert";
import fc from "fast-check";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { CHANGE, changed } from "../../support/strange.ts";
import { recordedMessages } from "../../support/transcripts.ts";
import { guarded } from "./_guarded.ts";

/** A result ends the run, and a task holds its end back: those have tests of their own. */
const MESSAGES = recordedMessages().map(({ frame }) => frame).filter(({ type, subtype }) =>
  type !== "result" && !/task/.test(String(subtype))
);

/** What was added to the stream, and is no frame. */
const ADDED = new Set(["opening", "diagnostic", "turn_end", "run_end"]);

function fromWire(events: readonly AgentEvent[]): unknown[] {
  return events.flatMap((event): unknown[] =>
    ADDED.has(event.type) ? [] : [event.type === "unknown" ? event.raw : event]
  );
}

Deno.test(
  "claude() passes every message on, in its order, whatever fields and kinds a newer CLI brings",
  guarded(async ({ open }) => {
    const said = fc.array(fc.tuple(fc.constantFrom(...MESSAGES), fc.array(CHANGE, { maxLength: 3 })), {
      minLength: 1,
      maxLength: 15,
    });
    const property = fc.asyncProperty(
      said,
      fc.constantFrom("control" as const, "all" as const),
      async (said, validate) => {
        const session = await open({ options: { validate, replayUserMessages: true } });
        const frames = said.map(([frame, changes]) => changed(frame, changes).frame);
        for (const frame of frames) session.push(frame);
        await session.finish({ result: "done" });
        const seen = fromWire(session.events).map((frame) => JSON.stringify(frame));
        assertEquals(seen.slice(0, -1), frames.map((frame) => JSON.stringify(frame)));
        assertEquals(session.events.slice(-3).map(({ type }) => type), ["result", "turn_end", "run_end"]);
        assertEquals(session.end, "completed");
        assertEquals(session.diagnostics(), []);
      },
    );
    await fc.assert(property, { seed: 20260131, numRuns: 60 });
  }),
);
