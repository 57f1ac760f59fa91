import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { FrameReader } from "../../lib/framing/mod.ts";
import { parseFrame, parseMessage } from "../../lib/protocol/mod.ts";
import { CHANGE, changed } from "../support/strange.ts";
import { recorded, recordedMessages } from "../support/transcripts.ts";

/** The same cases in every run, so that a failure can be looked at again. */
const RUNS = { seed: 20260131, numRuns: 400 };

const MESSAGE = fc.constantFrom(...recordedMessages().map(({ frame }) => frame));
const CHANGES = fc.array(CHANGE, { maxLength: 5 });

Deno.test("parseFrame() loses no message and throws at none, whatever fields and kinds a newer CLI brings", () => {
  fc.assert(
    fc.property(MESSAGE, CHANGES, fc.constantFrom("control" as const, "all" as const), (known, changes, validate) => {
      const { frame, isStrange } = changed(known, changes);
      const before = JSON.stringify(frame);
      const parsed = parseFrame(frame, { validate });
      assert(parsed.kind === "message");
      const { message } = parsed;
      if (isStrange) {
        assert(message.type === "unknown");
        assertStrictEquals(message.raw, frame);
      } else {
        // A field that is unknown is no reason to doubt the ones that are known.
        assertStrictEquals(message as unknown, frame, message.type === "unknown" ? String(message.issues) : "");
      }
      assertEquals(JSON.stringify(frame), before);
    }),
    RUNS,
  );
});

Deno.test("parseMessage() throws at no JSON value, and keeps it", () => {
  const kind = fc.constantFrom(...new Set(recordedMessages().map(({ frame }) => String(frame.type))), "brand_new");
  const subtype = fc.constantFrom(...new Set(recordedMessages().map(({ frame }) => frame.subtype)));
  fc.assert(
    fc.property(kind, subtype, fc.dictionary(fc.string(), fc.jsonValue()), (type, subtype, fields) => {
      const frame = { ...fields, type, subtype };
      const message = parseMessage(frame);
      assertStrictEquals(message.type === "unknown" ? message.raw : message as unknown, frame);
    }),
    RUNS,
  );
});

Deno.test("parseFrame() throws at no value in a frame's place, whatever a known frame has for its fields", () => {
  const values = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSparseArray: true });
  fc.assert(
    fc.property(MESSAGE, fc.nat(30), values, (known, index, value) => {
      const keys = Object.keys(known);
      const frame = { ...known, [keys[index % keys.length]!]: value };
      for (const validate of ["control", "all"] as const) assert(parseFrame(frame, { validate }).kind.length > 0);
      parseFrame(value, { validate: "all" });
    }),
    RUNS,
  );
});

Deno.test("FrameReader and parseFrame() give every frame of a session in its order, however the bytes are cut", () => {
  const session = fc.array(fc.tuple(fc.constantFrom(...recorded().map(({ frame }) => frame)), CHANGES), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(session, fc.infiniteStream(fc.integer({ min: 1, max: 400 })), (frames, sizes) => {
      const expected = frames.map(([frame, changes]) => changed(frame, changes).frame);
      const bytes = new TextEncoder().encode(expected.map((frame) => `${JSON.stringify(frame)}\n`).join(""));
      const read = readInPieces(bytes, sizes);
      assertEquals(read.map((value) => JSON.stringify(value)), expected.map((frame) => JSON.stringify(frame)));
      for (const [index, value] of read.entries()) {
        const parsed = parseFrame(value, { validate: "all" });
        assertEquals(parsed.kind, parseFrame(expected[index]).kind);
        if (parsed.kind !== "message") continue;
        assertStrictEquals(parsed.message.type === "unknown" ? parsed.message.raw : parsed.message as unknown, value);
      }
    }),
    { ...RUNS, numRuns: 150 },
  );
});

function readInPieces(bytes: Uint8Array, sizes: Iterator<number>): unknown[] {
  const reader = new FrameReader();
  const items = [];
  for (let from = 0; from < bytes.length;) {
    const to = from + sizes.next().value!;
    items.push(...reader.push(bytes.slice(from, to)));
    from = to;
  }
  items.push(...reader.finish());
  return items.map((item) => item.kind === "frame" ? item.value : item);
}
