import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { connect } from "../../../lib/agent/connect.ts";
import { promptSource } from "../../../lib/agent/prompts.ts";
import { simulate } from "../../../lib/testing/mod.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";

const answering = () =>
  simulate(async (cli) => {
    while (await cli.prompt()) await cli.end({ text: "done" });
  });

const circular: Record<string, unknown> = {};
circular.self = circular;

Deno.test("request() with a payload that is no JSON is refused, and the agent lives", async () => {
  await using agent = await connect({ transport: answering() });
  await assertRejects(() => agent.request("some_future_thing", circular), UsageError, "cannot be written as JSON");
  assertEquals((await agent.ask("go on")).text, "done");
});

Deno.test("ask() with content that is no JSON is refused, and the agent takes the next prompt", async () => {
  await using agent = await connect({ transport: answering() });
  const block = { type: "text", text: 1n } as never;
  await assertRejects(async () => await agent.ask({ content: [block] }), UsageError, "cannot be written as JSON");
  assertEquals((await agent.ask("go on")).text, "done");
});

Deno.test("claude() refuses content that is no JSON before anything starts", () => {
  assertThrows(() => promptSource({ content: [{ type: "text", text: 1n } as never] }), UsageError);
});
