import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../lib/agent/events.ts";
import { usage } from "../../lib/operators/usage.ts";
import { EVENTS, marbles, turnEnd } from "./_marbles.ts";

const tokens = { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 1 };
const A = {
  ...{ turns: 1, costUsd: 0.1, inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 1 },
  costByModel: { sonnet: 0.1 },
};
const B = { ...A, turns: 2, costUsd: 0.3, costByModel: { sonnet: 0.2, haiku: 0.1 } };

Deno.test("usage() gives the sum of all turns after each", () => {
  const values = {
    ...EVENTS,
    t: turnEnd({ costUsd: 0.1, usage: tokens, models: { sonnet: { costUSD: 0.1 } as never } }),
    u: turnEnd({
      costUsd: 0.2,
      usage: { input_tokens: "many" as never },
      models: { sonnet: { costUSD: 0.1 } as never, haiku: { costUSD: 0.1 } as never },
    }),
  };
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-t-b-u-r|", values);
    expectObservable(source.pipe(usage())).toBe("-----A---B--|", { A, B });
    expectSubscriptions(source.subscriptions).toBe("^-----------!");
  });
});

Deno.test("usage() counts anew for each subscriber, and passes on an error", () => {
  marbles(({ cold, expectObservable }) => {
    const values = { t: turnEnd({ costUsd: 0.1, usage: tokens, models: { sonnet: { costUSD: 0.1 } as never } }) };
    const summed = cold<AgentEvent>("t-#", values).pipe(usage());
    expectObservable(summed).toBe("A-#", { A });
    expectObservable(summed).toBe("A-#", { A });
  });
});

Deno.test("usage() adds up dollars as decimals", () => {
  const costs: number[] = [];
  marbles(({ cold }) => {
    const values = { t: turnEnd({ costUsd: 0.1 }) };
    cold<AgentEvent>("tttttttttt|", values).pipe(usage()).subscribe(({ costUsd }) => costs.push(costUsd));
  });
  assertEquals(costs, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
});
