import { assertEquals } from "@std/assert";
import { agentOf } from "../../../lib/agent/brand.ts";
import { init } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { endTurn, handshake, prompt } from "./_far_end.ts";
import { session, type SessionOptions } from "./_session.ts";

/** The ids, own and parent's, before the first frame and after frames with these ids. */
async function idsOf(options: SessionOptions, told: string[]): Promise<(string | undefined)[][]> {
  const { cli, watch } = session("go", options);
  await handshake(cli);
  await prompt(cli);
  const agent = agentOf(watch.events[0]!);
  const ids = [[agent.sessionId, agent.parentSessionId]];
  for (const [index, session_id] of told.entries()) {
    const uuid = `00000000-0000-4000-8000-00000000000${index}`;
    cli.push(init({ session_id, uuid }));
    await watch.until((event) => "uuid" in event && event.uuid === uuid);
    ids.push([agent.sessionId, agent.parentSessionId]);
  }
  endTurn(cli, { session_id: told.at(-1)! });
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  return ids;
}

quietTest("Agent.parentSessionId is the one before /clear", async () => {
  assertEquals(await idsOf({}, ["s-1", "s-1", "s-2"]), [
    [undefined, undefined],
    ["s-1", undefined],
    ["s-1", undefined],
    ["s-2", "s-1"],
  ]);
});

quietTest("Agent.parentSessionId is the one that was forked", async () => {
  assertEquals(await idsOf({ resume: "s-1", forkSession: true }, ["s-2"]), [[undefined, "s-1"], ["s-2", "s-1"]]);
});

quietTest("Agent.parentSessionId is not there where a session goes on, told by its id or its title", async () => {
  assertEquals(await idsOf({ resume: "s-1" }, ["s-1"]), [["s-1", undefined], ["s-1", undefined]]);
  assertEquals(await idsOf({ resume: "a title" }, ["s-1"]), [["a title", undefined], ["s-1", undefined]]);
});
