import { assert, assertEquals } from "@std/assert";
import { claude } from "../../../lib/agent/claude.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { iterate } from "../../../lib/operators/iterate.ts";
import type { Transport, TransportExit } from "../../../lib/process/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";

const EVENTS = 100_000;
const EVERY = 10_000;
const CAP = 64 * 1024;

const encoder = new TextEncoder();

function line(frame: object): string {
  return `${JSON.stringify(frame)}\n`;
}

/** An agent that talks as fast as it is read: pieces of an answer, a permission request after every 10,000 of them. */
function talker(): { transport: Transport; made: () => number; answered: string[] } {
  const exit = Promise.withResolvers<TransportExit>();
  const prompted = Promise.withResolvers<void>();
  const answered: string[] = [];
  const first: string[] = [];
  const wake: (() => void)[] = [];
  let made = 0;
  let isOver = false;
  const output = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first.length > 0) return controller.enqueue(encoder.encode(first.shift()));
      if (isOver) {
        await exit.promise;
        return controller.close();
      }
      const waiting = new Promise<void>((resolve) => wake.push(resolve));
      await Promise.race([prompted.promise, waiting]);
      if (first.length > 0) return controller.enqueue(encoder.encode(first.shift()));
      const lines: string[] = [];
      for (let count = 0; count < 100; count++) {
        lines.push(
          line({ type: "stream_event", event: { type: "content_block_delta", index: made++ }, session_id: "s" }),
        );
      }
      if (made % EVERY === 0) {
        const request = {
          subtype: "can_use_tool",
          tool_name: "Read",
          input: { file_path: "/x" },
          tool_use_id: `t-${made}`,
        };
        lines.push(line({ type: "control_request", request_id: `r-${made}`, request }));
      }
      if (made === EVENTS) {
        isOver = true;
        lines.push(line({ type: "result", subtype: "success", is_error: false, result: "done", session_id: "s" }));
      }
      controller.enqueue(encoder.encode(lines.join("")));
    },
  }, { highWaterMark: 0 });
  const transport: Transport = {
    output,
    stderr: new ReadableStream({ start: (controller) => controller.close() }),
    write(text) {
      const frame = JSON.parse(text);
      if (frame.type === "user") prompted.resolve();
      if (frame.type === "control_response") answered.push(frame.response.request_id);
      if (frame.type === "control_request") {
        first.push(line({ type: "control_response", response: { subtype: "success", request_id: frame.request_id } }));
        for (const resolve of wake.splice(0)) resolve();
      }
      return Promise.resolve();
    },
    end() {
      exit.resolve({ code: 0, signal: null });
      return Promise.resolve();
    },
    signal() {},
    exited: exit.promise,
  };
  return { transport, made: () => made, answered };
}

quietTest(
  "bp-02: iterate() gives 100,000 events to a slow loop, reads no more than the cap ahead, and answers",
  async () => {
    const { transport, made, answered } = talker();
    const size =
      line({ type: "stream_event", event: { type: "content_block_delta", index: EVENTS }, session_id: "s" }).length;
    let next = 0;
    let furthest = 0;
    const limits = { readAheadBytes: CAP };
    for await (const event of iterate(claude("go", { transport, limits }).pipe(allowTools("Read")))) {
      if (event.type !== "stream_event") continue;
      assertEquals((event.event as { index?: number }).index, next++);
      furthest = Math.max(furthest, made() - next);
      // A millisecond of work each would make a test of minutes: now and then the loop lets everything else happen.
      if (next % 500 === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    assertEquals(next, EVENTS);
    assertEquals(answered, Array.from({ length: EVENTS / EVERY }, (_, index) => `r-${(index + 1) * EVERY}`));
    // What waits as bytes, the chunk that went over the cap, and what the loop's own queue holds.
    const most = CAP / (size - 5) + 100 + 100;
    assert(furthest < most, `It read ${furthest} events ahead, ${most} is the most`);
    assert(furthest > 500, "The loop was never slow");
  },
);
