import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { z } from "zod";
import { isReadable, looksReadable } from "../../../lib/agent/answer/request_schemas.ts";
import { hostRequestSchemas } from "../../../lib/protocol/control/request_schemas.ts";
import { knownUpdates } from "../../../lib/protocol/control/known_updates.ts";
import { permissionUpdateSchema } from "../../../lib/protocol/control/update_schema.ts";
import { parseFrame } from "../../../lib/protocol/parse.ts";
import { mutated, mutationTo } from "../../support/mutations.ts";

// The schemas once more, as they judged before anything was looked at in front of them.
const text = z.string();
const record = z.record(text, z.unknown());
const FRAMES: Record<string, z.ZodType> = {
  control_request: z.looseObject({ request_id: text, request: z.looseObject({ subtype: text }) }),
  control_response: z.looseObject({
    response: z.discriminatedUnion("subtype", [
      z.looseObject({ subtype: z.literal("success"), request_id: text, response: record.nullish() }),
      z.looseObject({ subtype: z.literal("error"), request_id: text, error: text }),
    ]),
  }),
  control_cancel_request: z.looseObject({ request_id: text }),
};
const READABLE = {
  can_use_tool: z.looseObject({
    tool_name: text.min(1),
    input: record,
    tool_use_id: text,
    agent_id: text.optional(),
    permission_suggestions: z.array(record).optional(),
  }),
  hook_callback: z.looseObject({ callback_id: text, input: z.looseObject({ hook_event_name: text }) }),
};

const RULE = { toolName: "Bash", ruleContent: "ls *" };
const SESSION = { behavior: "allow", destination: "session" };
const UPDATES = [
  { type: "addRules", rules: [RULE, { toolName: "Read" }], ...SESSION },
  { type: "removeRules", rules: [RULE], behavior: "deny", destination: "cliArg" },
  { type: "setMode", mode: "plan", destination: "session" },
  { type: "addDirectories", directories: ["/srv"], destination: "localSettings" },
];
const REQUESTS = [
  { subtype: "can_use_tool", tool_name: "Bash", input: { command: "ls" }, tool_use_id: "t", agent_id: "a" },
  { subtype: "can_use_tool", tool_name: "Bash", input: {}, tool_use_id: "t", permission_suggestions: UPDATES },
  { subtype: "hook_callback", callback_id: "hook_0", input: { hook_event_name: "PreToolUse", tool_input: {} } },
];
const SAMPLES: Record<string, unknown>[] = [
  ...REQUESTS.map((request) => ({ type: "control_request", request_id: "r", request })),
  { type: "control_response", response: { subtype: "success", request_id: "r", response: { a: [1] } } },
  { type: "control_response", response: { subtype: "success", request_id: "r" } },
  { type: "control_response", response: { subtype: "error", request_id: "r", error: "no" } },
  { type: "control_cancel_request", request_id: "r" },
];

/** A piece of JSON that stands where something else belongs. */
const ODD = fc.constantFrom(
  ...["null", "5", "true", '""', '"x"', '"success"', '"error"', "[]", "[{}]", '["a"]', "{}", '{"a":1}'],
  ...['{"constructor":1}', '{"__proto__":{"a":1}}', '{"toJSON":1,"hasOwnProperty":null}'],
).map((json): unknown => JSON.parse(json));

/** A sample in which up to three places hold something else, or nothing, as JSON gives it. */
function changed(samples: readonly object[]): fc.Arbitrary<object> {
  return fc.tuple(fc.constantFrom(...samples), fc.array(mutationTo(ODD), { maxLength: 3 })).map(([sample, mutations]) =>
    JSON.parse(JSON.stringify(mutated(sample, mutations)))
  );
}

const settings = { numRuns: 2_000, seed: 20260801 };

Deno.test("parseFrame() takes those control frames that the schemas take, and no others", () => {
  let sound = 0;
  fc.assert(
    fc.property(changed(SAMPLES), (value) => {
      const { type } = value as { type?: unknown };
      const schema = typeof type === "string" ? FRAMES[type] : undefined;
      if (schema === undefined) return;
      const fits = schema.safeParse(value).success;
      if (fits) sound++;
      const parsed = parseFrame(value);
      assertEquals(parsed.kind, fits ? type : "noise");
      if (parsed.kind === "control_request") assert(parsed.frame === value);
    }),
    settings,
  );
  assert(sound > 200, `only ${sound} were sound`);
});

Deno.test("parseFrame() asks the schema about what no parser of JSON makes", () => {
  const response = (payload: unknown) => ({
    type: "control_response",
    response: { subtype: "success", request_id: "r", response: payload },
  });
  for (const payload of [new Map(), Object.create({ a: 1 }), { [Symbol("x")]: 1 }, new (class Own {})(), () => {}]) {
    const fits = FRAMES.control_response!.safeParse(response(payload)).success;
    assertEquals(parseFrame(response(payload)).kind, fits ? "control_response" : "noise");
  }
});

Deno.test("isReadable() takes those requests that the schemas take, and at first sight none that they do not", () => {
  let seen = 0;
  fc.assert(
    fc.property(
      changed(REQUESTS),
      fc.constantFrom("can_use_tool" as const, "hook_callback" as const),
      (value, kind) => {
        const fits = READABLE[kind].safeParse(value).success;
        if (looksReadable(kind, value)) {
          seen++;
          assert(fits);
        }
        assertEquals(isReadable(kind, value), fits);
      },
    ),
    settings,
  );
  assert(seen > 200, `only ${seen} were readable at first sight`);
});

Deno.test("looksReadable() leaves every other kind to its schema", () => {
  for (const kind of Object.keys(hostRequestSchemas((shape) => z.looseObject(shape)))) {
    if (kind in READABLE) continue;
    assertEquals(looksReadable(kind as "elicitation", { subtype: kind, message: {}, server_name: "x" }), false);
  }
});

Deno.test("knownUpdates() keeps those suggestions that the schema takes", () => {
  const schema = permissionUpdateSchema((shape) => z.looseObject(shape));
  let kept = 0;
  fc.assert(
    fc.property(changed(UPDATES), (value) => {
      const fits = schema.safeParse(value).success;
      if (fits) kept++;
      assertEquals(knownUpdates([value]), fits ? [value] : []);
    }),
    settings,
  );
  assert(kept > 200, `only ${kept} were kept`);
  assertEquals([knownUpdates(undefined), knownUpdates([])], [[], []]);
});
