import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { parseFrame } from "../../lib/protocol/parse.ts";
import { isPiece } from "../../lib/protocol/parse_message.ts";
import { mutated, MUTATION } from "../support/mutations.ts";
import { sampleFrame, SAMPLES } from "./_samples.ts";

/** The same by the way of all messages. */
function isReadAsPiece(value: unknown): boolean {
  const frame = parseFrame(value);
  return frame.kind === "message" && frame.message.type === "stream_event";
}

Deno.test("isPiece() tells the pieces of a message, and nothing else", () => {
  for (const [kind, { frame }] of Object.entries(SAMPLES)) {
    assertEquals(isPiece(sampleFrame(kind, frame)), kind === "stream_event", kind);
  }
  const event = { type: "message_stop" };
  assertEquals(isPiece({ type: "stream_event", event }), true);
  for (
    const odd of [undefined, null, "stream_event", [], ["stream_event"], { event }, { type: "Stream_event", event }]
  ) {
    assertEquals(isPiece(odd), false);
  }
  for (const odd of [undefined, null, 1, "message_stop", [], [event], {}, { type: 1 }, { type: null }]) {
    assertEquals(isPiece({ type: "stream_event", event: odd }), false);
  }
});

Deno.test("isPiece() agrees with parseFrame(), whatever stands in a frame's fields", () => {
  const kinds = Object.keys(SAMPLES);
  const property = fc.property(
    fc.oneof(fc.constant("stream_event"), fc.constantFrom(...kinds)),
    fc.array(MUTATION, { maxLength: 3 }),
    (kind, mutations) => {
      const value = mutated(sampleFrame(kind, SAMPLES[kind]!.frame), mutations);
      assertEquals(isPiece(value), isReadAsPiece(value));
    },
  );
  fc.assert(property, { seed: 20261130, numRuns: 2000 });
});
