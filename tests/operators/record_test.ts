import type { AgentEvent } from "../../lib/agent/events.ts";
import { record } from "../../lib/operators/record.ts";
import { quietTest } from "../support/no_rejections.ts";
import { EVENTS, marbles } from "./_marbles.ts";

const { a, b, t } = EVENTS;

quietTest("record() passes every event on, and completes and fails with its source", () => {
  marbles(({ cold, flush, expectObservable, expectSubscriptions }) => {
    const events = cold<AgentEvent>("a-b-t-", { a, b, t });
    const lines: string[] = [];
    expectObservable(events.pipe(record((line) => lines.push(line))), "^----!").toBe("a-b-t-", { a, b, t });
    expectSubscriptions(events.subscriptions).toBe("^----!");
    flush();
  });
});
