import { assertEquals } from "@std/assert";
import { claude, onPermission } from "../../../mod.ts";
import { tool } from "../../support/mod.ts";
import { background, onStage } from "./_stage.ts";
import { Watch } from "./_watch.ts";

onStage(
  "claude() answers a background subagent that outlives its turn, and waits for the turn that is owed",
  async (stage) => {
    const { server, options, box } = stage;
    const turnOver = Promise.withResolvers<void>();
    server.on("Send somebody", [background("Leave two traces"), "Sent."]);
    server.on("Leave two traces", [
      { ...tool("Bash", { command: "touch first", description: "One" }), startWhen: turnOver.promise },
      tool("Bash", { command: "touch second", description: "Two" }),
      "Both are left.",
    ]);
    server.on(/<task-notification>/, [tool("Bash", { command: "touch third", description: "Three" }), "Noted."]);
    const asked: string[] = [];
    const watch = new Watch(
      claude("Send somebody", options).pipe(
        onPermission((request) => {
          if (request.toolName === "Agent") return request.allow();
          const who = request.subagentId === undefined ? "agent" : "subagent";
          asked.push(`${who} ${request.input.command}`);
          return request.allow();
        }),
      ),
    );
    let ended = false;
    void watch.ended.then(() => ended = true);
    const sent = await watch.turn(0);
    assertEquals([sent.text, sent.unsolicited, asked], ["Sent.", false, []]);
    assertEquals(ended, false);
    turnOver.resolve();
    await watch.complete();
    assertEquals(asked, ["subagent touch first", "subagent touch second", "agent touch third"]);
    assertEquals([await box.read("first"), await box.read("second"), await box.read("third")], ["", "", ""]);
    assertEquals(watch.turns.map(({ text, unsolicited, prompt }) => [text, unsolicited, prompt?.content]), [
      ["Sent.", false, "Send somebody"],
      ["Noted.", true, undefined],
    ]);
    assertEquals([watch.runEnd?.code, watch.runEnd?.unsettled], [0, []]);
  },
);

onStage(
  "claude() writes the next prompt while a background subagent works, and that turn is its own",
  async (stage) => {
    const { server, options } = stage;
    const answered = Promise.withResolvers<void>();
    server.on("Send somebody", [background("Look around"), "Sent."]);
    server.on("Look around", [{ text: "Seen.", startWhen: answered.promise }]);
    server.on("Meanwhile", ["Meanwhile, this."]);
    server.on(/<task-notification>/, ["Noted."]);
    const watch = new Watch(claude(["Send somebody", "Meanwhile"], options));
    assertEquals((await watch.turn(1)).text, "Meanwhile, this.");
    answered.resolve();
    await watch.complete();
    assertEquals(watch.turns.map(({ text, unsolicited }) => [text, unsolicited]), [
      ["Sent.", false],
      ["Meanwhile, this.", false],
      ["Noted.", true],
    ]);
  },
);

onStage("claude() stops a subagent that does not settle within settleMs, and names it", async ({ server, options }) => {
  server.on("Send somebody", [background("Never come back"), "Sent."]);
  server.on("Never come back", [{ text: "I am", hang: true }]);
  const watch = new Watch(claude("Send somebody", { ...options, limits: { settleMs: 300 } }));
  await watch.complete();
  assertEquals(watch.turns.map(({ text }) => text), ["Sent."]);
  const started = watch.events.flatMap((event) =>
    event.type === "system" && event.subtype === "task_started" ? [event.task_id] : []
  );
  assertEquals([watch.runEnd?.code, watch.runEnd?.unsettled, started.length], [0, started, 1]);
});
