import { assertEquals } from "@std/assert";
import { from, lastValueFrom, type OperatorFunction, toArray } from "rxjs";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { deltas } from "../../../lib/operators/deltas.ts";
import { texts } from "../../../lib/operators/texts.ts";
import { assistantText } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

function each(event: object): object {
  return { type: "stream_event", event, parent_tool_use_id: null, uuid: crypto.randomUUID(), session_id: "s-1" };
}

function all(events: readonly AgentEvent[], operator: OperatorFunction<AgentEvent, string>): Promise<string[]> {
  return lastValueFrom(from(events).pipe(operator, toArray()));
}

Deno.test(
  "part-01: an answer in pieces gives each piece once, and the whole text once",
  guarded(async ({ open }) => {
    const session = await open({ options: { includePartialMessages: true } });
    const content = [{ type: "text", text: "Hello" }];
    const frames = [
      each({ type: "message_start", message: { id: "msg_1", role: "assistant", content: [] } }),
      each({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
      each({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } }),
      each({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "lo" } }),
      each({ type: "content_block_stop", index: 0 }),
      each({ type: "message_delta", delta: { stop_reason: "end_turn" } }),
      each({ type: "message_stop" }),
      {
        type: "assistant",
        message: { id: "msg_1", role: "assistant", content },
        parent_tool_use_id: null,
        uuid: crypto.randomUUID(),
        session_id: "s-1",
      },
    ];
    for (const frame of frames) session.push(frame);
    await session.finish({ result: "Hello" });
    assertEquals(await all(session.events, deltas()), ["Hel", "lo"]);
    assertEquals(await all(session.events, texts()), ["Hello"]);
    assertEquals(session.turns().map(({ text }) => text), ["Hello"]);
    // All of it is one answer: what belongs together says so by the message's id.
    const ids = session.events.flatMap((event) => {
      if (event.type === "assistant") return [event.message.id];
      return event.type === "stream_event" && event.event.type === "message_start" ? [event.event.message.id] : [];
    });
    assertEquals(ids, ["msg_1", "msg_1"]);
  }),
);

Deno.test(
  "deltas() says once that there is nothing to give where messages come whole",
  guarded(async ({ open }) => {
    for (const includePartialMessages of [undefined, true]) {
      const session = await open({ options: includePartialMessages === undefined ? {} : { includePartialMessages } });
      const pieces: string[] = [];
      session.agent.events.pipe(deltas()).subscribe((piece) => pieces.push(piece));
      for (const text of ["one", "two"]) session.push(assistantText(text));
      await session.finish({ result: "two" });
      assertEquals(pieces, []);
      const told = session.diagnostics("warning").map(({ message }) => message);
      assertEquals(
        told,
        includePartialMessages === true ? [] : [
          "The agent's messages come whole, so deltas() has nothing to give: set the option includePartialMessages, or use " +
          "texts()",
        ],
      );
    }
  }),
);
