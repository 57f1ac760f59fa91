import { assertEquals } from "@std/assert";
import type { Agent, GetUsageAnswer, SetModelAnswer } from "../../mod.ts";

/** `true` only where both are the same type; `any` is the same as nothing but itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

function is<_ extends true>(): void {}

/** Never called: the compiler reads it. */
async function requests(agent: Agent, anything: string): Promise<void> {
  const usage = await agent.request("get_usage");
  is<Same<typeof usage, GetUsageAnswer>>();
  const model = await agent.request("set_model", { model: "sonnet" }, { timeoutMs: 5 });
  is<Same<typeof model, SetModelAnswer>>();
  // @ts-expect-error -- a field of a wrong type
  await agent.request("set_model", { model: 5 });
  // @ts-expect-error -- an unknown field of a known request
  await agent.request("set_model", { modle: "sonnet" });
  // @ts-expect-error -- a field is missing
  await agent.request("rename_session", {});
  // @ts-expect-error -- the fields are missing
  await agent.request("rename_session");
  const future = await agent.request("brand_new_2027", { x: 1 });
  is<Same<typeof future, Record<string, unknown>>>();
  const dynamic = await agent.request(anything);
  is<Same<typeof dynamic, Record<string, unknown>>>();
}

Deno.test("Agent.request() types the fields and answers of what it knows, and takes any other kind", () => {
  // What is tested is that this file compiles.
  assertEquals(requests.length, 2);
});
