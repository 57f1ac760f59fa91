import { assertEquals } from "@std/assert";
import { allowTools, connect, turns, untilIdle } from "../../../mod.ts";
import { lastValueFrom, toArray } from "rxjs";
import { background, onStage } from "./_stage.ts";
import { tool } from "../../support/mod.ts";

onStage(
  "untilIdle() ends behind the turn that a background subagent brings about, and its tool is asked about and runs",
  async ({ server, options, box }) => {
    server.on("Send somebody", [background("Leave a trace behind"), "Sent."]);
    server.on("Leave a trace behind", [tool("Bash", { command: "touch trace", description: "Trace" }), "It is left."]);
    server.on(/<task-notification>/, ["All done."]);
    await using agent = await connect(options, (events) => events.pipe(allowTools("Agent", "Bash(touch trace)")));
    const ended = lastValueFrom(agent.events.pipe(untilIdle(), turns(), toArray()));
    agent.send("Send somebody");
    const all = await ended;
    assertEquals(all.at(-1)?.unsolicited, true);
    assertEquals(all.filter((turn) => !turn.unsolicited).length, 1);
    assertEquals(await box.read("trace"), "");
    // It is still there to be asked.
    server.on("Are you there?", ["Yes."]);
    assertEquals((await agent.ask("Are you there?")).text, "Yes.");
  },
);
