import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { claude, structured, StructuredOutputError } from "../../../mod.ts";
import { lastValueFrom, toArray } from "rxjs";
import { z } from "zod";
import { tool } from "../../support/mod.ts";
import { onStage } from "./_stage.ts";

const SCHEMA = z.object({ files: z.int(), names: z.array(z.string()) });
const GOOD = { files: 2, names: ["a", "b"] };

onStage("structured() gives the value that the model handed in, typed", async ({ server, options }) => {
  server.on("Count", [tool("StructuredOutput", GOOD), "Done."]);
  const values = await lastValueFrom(claude("Count", options).pipe(structured(SCHEMA), toArray()));
  assertEquals(values, [GOOD]);
  const offered = server.requests.flatMap(({ body }) => body.tools ?? []).find(({ name }) =>
    name === "StructuredOutput"
  );
  assertEquals((offered?.input_schema as { required?: string[] }).required, ["files", "names"]);
});

onStage("structured() sends a model that only talks back in the same session", async ({ server, options }) => {
  // The CLI reminds it once by itself, and then calls the turn a success.
  server.on("Count", ["There are two.", "Two, I said."]);
  server.on(/does not fit the schema/, [tool("StructuredOutput", GOOD), "Done."]);
  const value = await lastValueFrom(claude("Count", options).pipe(structured(SCHEMA)));
  assertEquals(value, GOOD);
  const last = JSON.stringify(server.requests.at(-1)!.body.messages);
  assertStringIncludes(last, "There are two.");
});

onStage(
  "structured() is a typed error with the raw result where the model never complies",
  async ({ server, options }) => {
    server.on("Count", ["There are two.", "Two, I said."]);
    const values = lastValueFrom(claude("Count", options).pipe(structured(SCHEMA, { repairs: 0 })));
    const error = await assertRejects(() => values, StructuredOutputError);
    assertInstanceOf(error, Error);
    assertEquals([error.turn.result?.subtype, error.turn.result?.is_error], ["success", false]);
    assertEquals(error.raw, error.turn.result?.result);
  },
);
