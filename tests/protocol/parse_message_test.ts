import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { type Message, parseMessage, type UnknownMessage } from "../../lib/protocol/mod.ts";
import { MESSAGE_SCHEMAS } from "../../lib/protocol/schemas/message_schemas.ts";
import { looseObject, strictObject } from "../../lib/protocol/schemas/object_factory.ts";
import { recordedMessages } from "../support/transcripts.ts";
import { sampleFrame, SAMPLES } from "./_samples.ts";
import { mutated, MUTATION } from "../support/mutations.ts";

function unknown(message: Message): UnknownMessage {
  assert(message.type === "unknown", `Expected an unknown message, but got ${message.type}`);
  return message;
}

Deno.test("parseMessage() knows a sample of every kind, and every kind has a sample", () => {
  assertEquals([...MESSAGE_SCHEMAS.keys()].sort(), Object.keys(SAMPLES).sort());
  for (const [kind, { frame }] of Object.entries(SAMPLES)) {
    const raw = sampleFrame(kind, frame);
    assertStrictEquals(parseMessage(raw) as unknown, raw, kind);
    assertEquals(MESSAGE_SCHEMAS.get(kind)?.(strictObject).safeParse(raw).success, true, kind);
  }
});

Deno.test("parseMessage() wraps a known kind whose fields do not fit, and names the field", () => {
  for (const [kind, { frame, wrong, complaint }] of Object.entries(SAMPLES)) {
    const raw = sampleFrame(kind, { ...frame, ...wrong });
    const { of, raw: kept, issues } = unknown(parseMessage(raw));
    assertStrictEquals(kept, raw);
    assertEquals(of, typeof raw.subtype === "string" ? `${raw.type}/${raw.subtype}` : kind);
    assert(issues?.some((issue) => issue.startsWith(`${complaint}: `)), `${kind}: ${issues}`);
  }
});

Deno.test("parseMessage() says what the schema of the kind says, however a frame is changed", () => {
  const schemas = new Map([...MESSAGE_SCHEMAS].map(([kind, build]) => [kind, build(looseObject)]));
  const frames = [
    ...Object.entries(SAMPLES).map(([kind, { frame }]) => sampleFrame(kind, frame)),
    ...recordedMessages().map(({ frame }) => frame),
  ];
  fc.assert(
    fc.property(fc.constantFrom(...frames), fc.array(MUTATION, { maxLength: 2 }), (frame, mutations) => {
      const raw = mutated(frame, mutations) as Record<string, unknown>;
      // Some changes make a kind of something that is no text: there is no schema to compare with.
      if (typeof raw.type !== "string" || raw.type === "system" && typeof raw.subtype !== "string") return;
      const schema = schemas.get(raw.type === "system" ? `system/${raw.subtype}` : raw.type);
      const complaints = schema?.safeParse(raw).error?.issues.map(({ path, message }) =>
        `${path.join(".") || "value"}: ${message}`
      );
      const message = parseMessage(raw);
      if (schema !== undefined && complaints === undefined) {
        assert(message as unknown === raw);
      } else {
        assert(unknown(message).raw === raw);
        assertEquals(unknown(message).issues?.slice(0, 20), complaints?.slice(0, 20));
      }
    }),
    { seed: 20260214, numRuns: 1000 },
  );
});

Deno.test("parseMessage() lets unknown fields, blocks, events and deltas pass at every depth", () => {
  const assistant = sampleFrame("assistant", {
    message: {
      role: "assistant",
      content: [{ type: "text", text: "a", shade: "blue" }, { type: "hologram", rays: [1] }],
      mood: {},
    },
    colour: 1,
  });
  const events = [
    { type: "brand_new_event", a: 1 },
    { type: "content_block_delta", index: 0, delta: { type: "smell_delta", smell: "x" } },
    { type: "content_block_start", index: 0, content_block: { type: "hologram" } },
  ];
  const frames = [assistant, ...events.map((event) => sampleFrame("stream_event", { event }))];
  for (const frame of frames) assertStrictEquals(parseMessage(frame) as unknown, frame);
});

Deno.test("parseMessage() wraps a kind that it does not know, without issues", () => {
  const kinds = ["brand_new_2027", "system/brand_new", "system/__proto__", "__proto__", "constructor", "toString", ""];
  for (const kind of kinds) {
    const raw = sampleFrame(kind, { x: [1] });
    assertEquals(parseMessage(raw) as unknown, { type: "unknown", of: kind, raw });
    assertStrictEquals(unknown(parseMessage(raw)).raw, raw);
  }
  // A type that reads like the kind of a system message is none.
  const slash = {
    ...sampleFrame("system/init", SAMPLES["system/init"]!.frame),
    type: "system/init",
    subtype: undefined,
  };
  assertEquals(parseMessage(slash) as unknown, { type: "unknown", of: "system/init", raw: slash });
  const named = { type: "unknown", of: "x", raw: {} };
  assertEquals(parseMessage(named) as unknown, { type: "unknown", of: "unknown", raw: named });
});

Deno.test("parseMessage() changes nothing in a frame, not even where it is frozen", () => {
  for (const [kind, { frame, wrong }] of Object.entries(SAMPLES)) {
    for (const raw of [sampleFrame(kind, frame), sampleFrame(kind, { ...frame, ...wrong })]) {
      const before = JSON.stringify(raw);
      parseMessage(frozen(raw));
      assertEquals(JSON.stringify(raw), before);
    }
  }
});

Deno.test("parseMessage() never throws, whatever the value", () => {
  const own = JSON.parse(
    '{"type":"result","subtype":"success","is_error":false,"__proto__":{"is_error":true},"usage":{"__proto__":1}}',
  );
  assertStrictEquals(parseMessage(own) as unknown, own);
  const cyclic: Record<string, unknown> = { type: "result", subtype: "success", is_error: true };
  cyclic.structured_output = cyclic;
  assertStrictEquals(parseMessage(cyclic) as unknown, cyclic);
  const values: unknown[] = [
    null,
    undefined,
    5,
    "x",
    [1],
    () => {},
    Symbol("x"),
    {},
    { type: 5 },
    { type: null },
    { type: "system" },
    { type: "system", subtype: 7 },
    { type: "system", subtype: Symbol("x") },
    { type: { toString: () => "result" } },
    Object.create(null),
    new Proxy({}, { get: () => "result" }),
  ];
  for (const value of values) assertEquals(parseMessage(value as Record<string, unknown>).type, "unknown");
});

Deno.test("parseMessage() survives getters and proxies that throw", () => {
  const inside = {
    type: "result",
    subtype: "success",
    is_error: false,
    get usage(): never {
      throw new Error("no");
    },
  };
  const outside = {
    get type(): never {
      throw new Error("no");
    },
  };
  const proxy = new Proxy({ type: "user" }, {
    get: () => {
      throw "no";
    },
  });
  assertEquals(unknown(parseMessage(inside)).of, "result/success");
  for (const raw of [outside, proxy]) assertEquals(unknown(parseMessage(raw)).of, "unreadable");
  for (const raw of [inside, outside, proxy] as Record<string, unknown>[]) {
    const { raw: kept, issues } = unknown(parseMessage(raw));
    assert(kept === raw);
    assertEquals(issues, ["value: cannot be read to its end"]);
  }
});

Deno.test("parseMessage() survives lists in lists, and keeps its complaints short", () => {
  let block: unknown = { type: "text", text: "at the bottom" };
  for (let depth = 0; depth < 100_000; depth++) block = { type: "tool_result", tool_use_id: "t", content: [block] };
  const deep = sampleFrame("user", { message: { role: "user", content: [block] } });
  const message = parseMessage(deep);
  assert((message.type === "unknown" ? message.raw : message) as unknown === deep);
  const wide = sampleFrame("system/init", { tools: Array(100_000).fill(1) });
  const { issues = [] } = unknown(parseMessage(wide));
  assertEquals(issues.length, 21);
  assertEquals(issues[0], "tools.0: Invalid input: expected string, received number");
  assertEquals(issues.at(-1), "and 99980 more");
});

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const each of Object.values(value)) frozen(each);
    Object.freeze(value);
  }
  return value;
}
