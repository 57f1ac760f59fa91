import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { firstValueFrom, lastValueFrom, toArray } from "rxjs";
import { z } from "zod";
import * as mini from "zod/mini";
import { claude } from "../../lib/agent/claude.ts";
import { LimitError, TurnError } from "../../lib/agent/errors.ts";
import { converse } from "../../lib/operators/converse.ts";
import { structured, type StructuredOptions } from "../../lib/operators/structured.ts";
import { StructuredOutputError } from "../../lib/operators/structured_output_error.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { type EndOptions, scriptTransport, simulate } from "../../lib/testing/mod.ts";
import { quietTest } from "../support/no_rejections.ts";

const SCHEMA = z.object({ files: z.int().positive(), names: z.array(z.string()) });
const GOOD = { files: 2, names: ["a", "b"] };

interface Played {
  prompts: string[];
  values: Promise<z.infer<typeof SCHEMA>[]>;
}

/** Plays turns that end as told. */
function play(ends: EndOptions[], options?: StructuredOptions, prompts: string[] = ["count"]): Played {
  const seen: string[] = [];
  const transport = simulate(async (cli) => {
    for (const end of ends) {
      const prompt = await cli.prompt();
      if (prompt === undefined) return;
      seen.push(prompt.text);
      await cli.end(end);
    }
  });
  return {
    prompts: seen,
    values: lastValueFrom(claude(prompts, { transport }).pipe(structured(SCHEMA, options), toArray())),
  };
}

quietTest("structured() tells the CLI the schema, and gives the typed value", async () => {
  const transport = scriptTransport();
  const value = firstValueFrom(claude("count", { transport }).pipe(structured(z.object({ n: z.number() }))));
  const asked = await transport.nextLine((line) => line.request?.subtype === "initialize");
  assertEquals(asked.request?.jsonSchema, {
    type: "object",
    properties: { n: { type: "number" } },
    required: ["n"],
  });
  transport.answer(asked);
  await transport.nextLine((line) => line.type === "user");
  transport.push({ type: "result", subtype: "success", is_error: false, result: "{}", structured_output: { n: 4 } });
  const { n }: { n: number } = await value;
  assertEquals(n, 4);
  await transport.ended;
  transport.exit(0);
});

quietTest("structured() tells the CLI no format, which the older one does not take, and checks it itself", async () => {
  const transport = scriptTransport();
  const schema = z.object({ at: z.email(), list: z.array(z.iso.date()) });
  const value = firstValueFrom(claude("go", { transport }).pipe(structured(schema, { repairs: 0 })));
  const asked = await transport.nextLine((line) => line.request?.subtype === "initialize");
  assertEquals(JSON.stringify(asked.request).includes('"format"'), false);
  transport.answer(asked);
  await transport.nextLine((line) => line.type === "user");
  const structured_output = { at: "nobody", list: ["2026-02-30"] };
  transport.push({ type: "result", subtype: "success", is_error: false, result: "{}", structured_output });
  transport.ended.then(() => transport.exit(0));
  const error = await assertRejects(() => value, StructuredOutputError);
  assertEquals(error.issues.map((issue) => issue.split(":")[0]), ["at", "list.0"]);
});

quietTest("structured() gives one value a turn, what comes out of the schema's transforms", async () => {
  const transport = simulate(async (cli) => {
    for (let index = 1; await cli.prompt(); index++) await cli.end({ structuredOutput: { n: String(index) } });
  });
  const schema = z.object({ n: z.string().transform(Number) });
  const values = await lastValueFrom(claude(["a", "b"], { transport }).pipe(structured(schema), toArray()));
  assertEquals(values, [{ n: 1 }, { n: 2 }]);
});

quietTest("structured() says at once that a schema is asynchronous: no repair would help", async () => {
  const prompts: string[] = [];
  const transport = simulate(async (cli) => {
    for (let prompt = await cli.prompt(); prompt; prompt = await cli.prompt()) {
      prompts.push(prompt.text);
      await cli.end({ structuredOutput: { n: 1 } });
    }
  });
  const schema = z.object({ n: z.number().refine((n) => Promise.resolve(n === 1)) });
  await assertRejects(
    () => lastValueFrom(claude("go", { transport }).pipe(structured(schema))),
    UsageError,
    "a refinement or transform of it is asynchronous",
  );
  assertEquals(prompts, ["go"]);
});

const MISFITS: [name: string, end: EndOptions, raw: unknown, issue: string][] = [
  ["no structured output", { result: "text" }, "text", "no structured output"],
  ["a wrapped value", { structuredOutput: { output: GOOD } }, { output: GOOD }, "files"],
  ["JSON text", { structuredOutput: JSON.stringify(GOOD) }, JSON.stringify(GOOD), "expected object"],
  ["a wrong field", { structuredOutput: { ...GOOD, files: -1 } }, { ...GOOD, files: -1 }, "files"],
  ["null", { structuredOutput: null, result: "null" }, "null", "expected object"],
  [
    "a model that the CLI gave up on",
    { subtype: "error_max_structured_output_retries" },
    undefined,
    "gave up",
  ],
];

for (const [name, end, raw, issue] of MISFITS) {
  quietTest(`so-01: structured() makes ${name} a typed error with the raw result`, async () => {
    const { values, prompts } = play([end], { repairs: 0 });
    const error = await assertRejects(() => values, StructuredOutputError);
    assertStringIncludes(error.message, issue);
    assertEquals([error.raw, prompts], [raw, ["count"]]);
    assertInstanceOf(error, TurnError);
  });

  quietTest(`so-01: structured() has ${name} mended in the same session`, async () => {
    const { values, prompts } = play([end, { structuredOutput: GOOD }]);
    assertEquals(await values, [GOOD]);
    assertEquals(prompts.length, 2);
    assertStringIncludes(prompts[1]!, issue);
  });
}

quietTest("structured() mends so often in a row, and counts anew after a value", async () => {
  const wrong = { result: "text" };
  const right = { structuredOutput: GOOD };
  const { values } = play([wrong, wrong, right, wrong, wrong, right], { repairs: 2 }, ["a", "b"]);
  assertEquals(await values, [GOOD, GOOD]);
  const { values: tooMany, prompts } = play([wrong, wrong, wrong], { repairs: 2 });
  await assertRejects(() => tooMany, StructuredOutputError);
  assertEquals(prompts.length, 3);
});

quietTest("structured() makes a turn that failed, was interrupted or met a limit an error", async () => {
  const failed = await assertRejects(() => play([{ isError: true, result: "API Error" }]).values, TurnError);
  assertEquals([failed.name, failed.turn.outcome], ["TurnError", "error"]);
  await assertRejects(() => play([{ subtype: "error_max_turns" }]).values, LimitError);
  const stopped = await assertRejects(() => play([{ terminalReason: "hook_stopped" }]).values, TurnError);
  assertEquals(stopped.turn.outcome, "stopped");
});

quietTest("structured() does not lose a result that did not fit where somebody else continues", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end({ result: "text" });
    await cli.prompt();
    await cli.end({ structuredOutput: GOOD });
  });
  const values = lastValueFrom(
    claude("a", { transport }).pipe(converse((_turn, index) => index === 0 ? "b" : undefined), structured(SCHEMA)),
  );
  const error = await assertRejects(() => values, StructuredOutputError);
  assertEquals(error.turn.index, 0);
});

quietTest("structured() cannot stand beside another schema, and nothing starts", async () => {
  let started = 0;
  const transport = () => {
    started++;
    return scriptTransport();
  };
  const twice = claude("a", { transport, jsonSchema: { type: "object" } }).pipe(structured(SCHEMA));
  const error = await assertRejects(() => lastValueFrom(twice), UsageError);
  assertStringIncludes(error.message, 'the option "jsonSchema"');
  assertEquals(started, 0);
});

Deno.test("structured() refuses what is no schema of an object", () => {
  for (const schema of [undefined, {}, "x", { parse() {} }]) {
    assertStringIncludes(assertThrows(() => structured(schema as never), UsageError).message, "zod 4");
  }
  assertStringIncludes(assertThrows(() => structured(z.string()), UsageError).message, "z.object({ value");
  assertStringIncludes(assertThrows(() => structured(z.object({ d: z.date() })), UsageError).message, "JSON schema");
  for (const repairs of [-1, 1.5, NaN]) {
    assertStringIncludes(assertThrows(() => structured(SCHEMA, { repairs }), UsageError).message, "repairs");
  }
});

quietTest(
  "structured() takes a schema of zod/mini together with what tells its JSON schema, and not alone",
  async () => {
    const schema = mini.object({ at: mini.email(), n: mini.number() });
    // @ts-expect-error -- its type says that something is missing, as do those of zod before 4.2
    assertStringIncludes(assertThrows(() => structured(schema), UsageError).message, "not of zod/mini");
    const whole = {
      safeParse: (value: unknown) => schema.safeParse(value),
      toJSONSchema: (options: object) => mini.toJSONSchema(schema, options),
    };
    const transport = scriptTransport();
    const value = firstValueFrom(claude("go", { transport }).pipe(structured(whole)));
    const asked = await transport.nextLine((line) => line.request?.subtype === "initialize");
    assertEquals((asked.request?.jsonSchema as { required?: string[] }).required, ["at", "n"]);
    assertEquals(JSON.stringify(asked.request).includes('"format"'), false);
    transport.answer(asked);
    await transport.nextLine((line) => line.type === "user");
    const structured_output = { at: "a@example.com", n: 4 };
    transport.push({ type: "result", subtype: "success", is_error: false, result: "{}", structured_output });
    const { n }: { n: number } = await value;
    assertEquals(n, 4);
    await transport.ended;
    transport.exit(0);
  },
);

Deno.test("structured() names the part of the schema that has no form as JSON schema", () => {
  const part = (schema: z.ZodObject) =>
    /structured: (.*) has no form/.exec(assertThrows(() => structured(schema), UsageError).message)?.[1];
  assertEquals(part(z.object({ a: z.string(), when: z.date() })), 'its part "when" of type "date"');
  assertEquals(
    part(z.object({ list: z.array(z.object({ properties: z.map(z.string(), z.int()).optional() })) })),
    'its part "list[].properties" of type "map"',
  );
  assertEquals(part(z.object({ big: z.bigint(), when: z.date() })) !== undefined, true);
});
