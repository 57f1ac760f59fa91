import { take } from "rxjs";
import { deltas } from "../../lib/operators/deltas.ts";
import { lastTurn } from "../../lib/operators/last_turn.ts";
import { ofType } from "../../lib/operators/of_type.ts";
import { texts } from "../../lib/operators/texts.ts";
import { toolUses } from "../../lib/operators/tool_uses.ts";
import { turns } from "../../lib/operators/turns.ts";
import type { AgentEvent } from "../../lib/agent/events.ts";
import {
  assistantThinking,
  assistantToolUse,
  replay,
  streamEvent,
  textDelta,
  toolResult,
} from "../../lib/testing/frames/mod.ts";
import { EVENTS, marbles } from "./_marbles.ts";

const { t, u } = EVENTS;
const [T, U] = [t, u].map((event) => event.type === "turn_end" ? event.turn : undefined);

Deno.test("ofType() passes on the events of its types, and nothing else", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-t-b-u-r|", EVENTS);
    expectObservable(source.pipe(ofType("turn_end", "opening"))).toBe("-o---t---u--|", EVENTS);
    expectSubscriptions(source.subscriptions).toBe("^-----------!");
  });
});

Deno.test("ofType() of nothing passes nothing on", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("-o-a-|", EVENTS).pipe(ofType())).toBe("-----|");
  });
});

Deno.test("texts() gives the main agent's text blocks, a block at a time", () => {
  const values = { ...EVENTS, h: assistantThinking("hm"), z: replay("a prompt") };
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-h-s-z-b-t-r|", values);
    expectObservable(source.pipe(texts())).toBe("---x-------y----|", { x: "hello", y: "world" });
    expectSubscriptions(source.subscriptions).toBe("^---------------!");
  });
});

Deno.test("deltas() gives the pieces of the main agent's text, and not the whole again", () => {
  const values = {
    ...EVENTS,
    p: textDelta("Hel"),
    q: textDelta("lo"),
    c: { ...textDelta("sub"), parent_tool_use_id: "tool-1" },
    m: streamEvent({ type: "message_start" } as never),
    j: streamEvent(
      { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "{" } } as never,
    ),
  };
  marbles(({ cold, expectObservable }) => {
    const source = cold<AgentEvent>("-o-m-p-c-j-q-a-t-r|", values);
    expectObservable(source.pipe(deltas())).toBe("-----x-----y------|", { x: "Hel", y: "lo" });
  });
});

Deno.test("turns() gives each turn at its end", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-t-b-u-r|", EVENTS);
    expectObservable(source.pipe(turns())).toBe("-----T---U--|", { T, U });
    expectSubscriptions(source.subscriptions).toBe("^-----------!");
  });
});

Deno.test("lastTurn() gives the last turn when the run is over, and nothing if there was none", () => {
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("-o-a-t-b-u-r|", EVENTS).pipe(lastTurn())).toBe("------------(U|)", { U });
    expectObservable(cold<AgentEvent>("-o-r|", EVENTS).pipe(lastTurn())).toBe("----|");
  });
});

Deno.test("toolUses() gives each use with its result, subagents' too; without a result at the end", () => {
  const values = {
    ...EVENTS,
    p: assistantToolUse("Bash", { command: "make" }, { toolUseId: "t-1" }),
    q: assistantToolUse("Read", { file_path: "/a" }, { toolUseId: "t-2", parentToolUseId: "tool-1" }),
    w: assistantToolUse("Write", { file_path: "/b" }, { toolUseId: "t-3" }),
    x: toolResult("t-1", "ok"),
    y: toolResult("t-2", "No", { isError: true, parentToolUseId: "tool-1" }),
    z: toolResult("t-9", "of a use that nobody saw"),
  };
  const expected = {
    X: { id: "t-1", name: "Bash", input: { command: "make" }, result: "ok", isError: false, durationMs: 10 },
    Y: {
      ...{ id: "t-2", name: "Read", input: { file_path: "/a" }, result: "No", isError: true, durationMs: 2 },
      parentToolUseId: "tool-1",
    },
    W: {
      ...{ id: "t-3", name: "Write", input: { file_path: "/b" }, result: undefined, isError: false },
      durationMs: undefined,
    },
  };
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-p-q-y-w-z-x-t-r|", values);
    expectObservable(source.pipe(toolUses())).toBe("-------Y-----X----(W|)", expected);
    expectSubscriptions(source.subscriptions).toBe("^-----------------!");
  });
});

Deno.test("toolUses(): the same use is given once, whatever comes again", () => {
  const values = {
    p: assistantToolUse("Bash", { command: "make" }, { toolUseId: "t-1" }),
    x: toolResult("t-1", "ok"),
  };
  marbles(({ cold, expectObservable }) => {
    expectObservable(cold<AgentEvent>("p-x-x-|", values).pipe(toolUses())).toBe("--X---|", {
      X: { id: "t-1", name: "Bash", input: { command: "make" }, result: "ok", isError: false, durationMs: 2 },
    });
  });
});

const SELECTORS = {
  "ofType()": ofType("assistant"),
  "texts()": texts(),
  "deltas()": deltas(),
  "turns()": turns(),
  "lastTurn()": lastTurn(),
  "toolUses()": toolUses(),
};

for (const [name, selector] of Object.entries(SELECTORS)) {
  Deno.test(`${name} passes the source's error on, and leaves it when it is left`, () => {
    const broken = new Error("gone");
    const operator = selector as ReturnType<typeof texts>;
    marbles(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold<AgentEvent>("-o-#", EVENTS, broken).pipe(operator)).toBe("---#", undefined, broken);
      const source = cold<AgentEvent>("-o----a-b-|", EVENTS);
      expectObservable(source.pipe(operator), "^---!").toBe("-----");
      expectSubscriptions(source.subscriptions).toBe("^---!");
    });
  });
}

Deno.test("a selector that is left after its first value leaves the source", () => {
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-o-a-b-|", EVENTS);
    expectObservable(source.pipe(texts(), take(1))).toBe("---(x|)", { x: "hello" });
    expectSubscriptions(source.subscriptions).toBe("^--!");
  });
});
