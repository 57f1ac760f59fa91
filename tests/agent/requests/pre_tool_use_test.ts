import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { of, pipe } from "rxjs";
import { addContext } from "../../../lib/operators/add_context.ts";
import { type HookHandler, onHook } from "../../../lib/operators/on_hook.ts";
import { stopAgent } from "../../../lib/operators/stop_agent.ts";
import { hookCallback } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

type Handler = HookHandler<"PreToolUse">;

const pre = (handler: Handler) => onHook("PreToolUse", handler);
const specific = (fields: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...fields } });
const FAILED = specific({
  permissionDecision: "deny",
  permissionDecisionReason: "A PreToolUse hook of the script failed, so this was not done",
});

const answers: [string, Handler, object][] = [
  ["nothing", () => undefined, {}],
  ["allow", (_, request) => request.allow(), specific({ permissionDecision: "allow" })],
  ["allow with an input", (_, request) => request.allow({ command: "ls" }), {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow", updatedInput: { command: "ls" } },
  }],
  [
    "deny",
    (_, request) => request.deny("No"),
    specific({ permissionDecision: "deny", permissionDecisionReason: "No" }),
  ],
  [
    "deny without a word",
    (_, request) => request.deny(""),
    specific({
      permissionDecision: "deny",
      permissionDecisionReason: "A PreToolUse hook of the script denied the call",
    }),
  ],
  ["ask", (_, request) => request.ask(), specific({ permissionDecision: "ask" })],
  ["defer", () => specific({ permissionDecision: "defer" }) as never, specific({ permissionDecision: "defer" })],
  ["rewrite", (_, request) => request.rewrite({ command: "ls" }), specific({ updatedInput: { command: "ls" } })],
  ["a note", () => addContext("PreToolUse", "Mind the gap"), specific({ additionalContext: "Mind the gap" })],
  ["a message", () => ({ systemMessage: "hello", suppressOutput: true }), {
    systemMessage: "hello",
    suppressOutput: true,
  }],
  ["stopAgent, which denies as well", () => stopAgent("Enough"), {
    stopReason: "Enough",
    continue: false,
    ...specific({ permissionDecision: "deny", permissionDecisionReason: "Enough" }),
  }],
  ["stop with an allow, which is a deny", (_, request) => ({ ...request.allow(), continue: false }), {
    continue: false,
    ...specific({ permissionDecision: "deny", permissionDecisionReason: "The script ends the turn" }),
  }],
  [
    "the older block",
    () => ({ decision: "block", reason: "Old" }),
    specific({ permissionDecision: "deny", permissionDecisionReason: "Old" }),
  ],
  ["the older approve", () => ({ decision: "approve" }), specific({ permissionDecision: "allow" })],
  [
    "block beside allow, which is a deny",
    (_, request) => ({ decision: "block", ...request.allow() }),
    specific({
      permissionDecision: "deny",
      permissionDecisionReason: "A PreToolUse hook of the script denied the call",
    }),
  ],
  [
    "approve beside deny, which is a deny",
    (_, request) => ({ decision: "approve", ...request.deny("No") }),
    specific({ permissionDecision: "deny", permissionDecisionReason: "No" }),
  ],
  ["a promise", (_, request) => Promise.resolve(request.allow()), specific({ permissionDecision: "allow" })],
  ["an observable", (_, request) => of(request.allow()), specific({ permissionDecision: "allow" })],
];
for (const [what, handler, written] of answers) {
  Deno.test(
    `onHook() PreToolUse answers ${what}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: pre(handler) });
      assertEquals(await session.preToolUse("Bash", { command: "make" }), written);
      assertEquals(session.diagnostics(), []);
    }),
  );
}

const circular: Record<string, unknown> = {};
circular.self = circular;

const wrong: [string, Handler][] = [
  ["an unknown decision", () => specific({ permissionDecision: "continue" }) as never],
  ["a decision that is no text", () => specific({ permissionDecision: true }) as never],
  ["another event's name", () => addContext("Stop", "x") as never],
  ["no event's name", () => ({ hookSpecificOutput: { permissionDecision: "allow" } }) as never],
  ["an unknown field", () => specific({ permissionDecison: "deny" }) as never],
  ["an unknown field outside", () => ({ permissionDecision: "deny" }) as never],
  ["a note that is no text", () => specific({ additionalContext: 5 }) as never],
  ["an input that is a list", () => specific({ updatedInput: [] }) as never],
  ["an input that is null", () => specific({ updatedInput: null }) as never],
  ["an empty rewrite", (_, request) => request.rewrite({})],
  ["an allow with an empty input", (_, request) => request.allow({})],
  ["a rewrite to nothing but undefined", (_, request) => request.rewrite({ command: undefined })],
  ["a circular rewrite", (_, request) => request.rewrite(circular)],
  ["a BigInt", (_, request) => request.rewrite({ n: 1n })],
  ["a getter that throws", () =>
    Object.defineProperty({}, "continue", {
      enumerable: true,
      get: () => {
        throw new Error("got");
      },
    }) as never],
  ["an unknown older decision", () => ({ decision: "deny" }) as never],
  ["continue as text", () => ({ continue: "false" }) as never],
  ["an asynchronous hook", () => ({ async: true }) as never],
  ["null", () => null as never],
  ["true", () => true as never],
  ['the text "deny"', () => "deny" as never],
  ["a list", () => [] as never],
  ["a permission's deny", () => ({ behavior: "deny", message: "no" }) as never],
  ["a permission's allow", () => ({ behavior: "allow" }) as never],
  ["a throw", () => {
    throw new Error("boom");
  }],
  ["a rejection", () => Promise.reject(new Error("boom"))],
  ["a throw of nothing", () => {
    throw undefined;
  }],
  ["a throw of what cannot be shown", () => {
    throw Object.create(null);
  }],
];
for (const [what, handler] of wrong) {
  Deno.test(
    `onHook() PreToolUse ${what} is one deny and a diagnostic, and none after it is asked`,
    guarded(async ({ open }) => {
      let asked = 0;
      const later: Handler = (_, request) => {
        asked++;
        return request.allow();
      };
      const session = await open({ pipeline: pipe(pre(handler), pre(later)) });
      assertEquals(await session.preToolUse("Bash", { command: "make" }), FAILED);
      assertEquals(session.diagnostics("responder_failed").length, 1);
      assertEquals(asked, 0);
      await session.barrier();
    }),
  );
}

Deno.test(
  "hook-04: an output that the CLI does not take names the values that it takes",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: pre(() => specific({ permissionDecision: "continue" }) as never) });
    assertEquals(await session.preToolUse("Bash", { command: "make" }), FAILED);
    const [note] = session.diagnostics("responder_failed");
    assertStringIncludes(note?.message ?? "", '"allow", "deny", "ask", "defer"');
    assertEquals(printed.length, 1);
  }),
);

Deno.test(
  "hook-02: a responder that throws is a deny, never an error and never nothing",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: pre(() => Promise.reject(new Error("boom"))) });
    const frame = session.hookFrame("PreToolUse", { tool_name: "Bash", tool_input: { command: "x" } });
    assertEquals(await session.ask(frame), { subtype: "success", request_id: frame.request_id, response: FAILED });
  }),
);

const unreadable: [string, object][] = [
  ["no tool_name", { tool_input: {} }],
  ["no tool_input", { tool_name: "Bash" }],
  ["a tool_input that is null", { tool_name: "Bash", tool_input: null }],
  ["a tool_input that is a list", { tool_name: "Bash", tool_input: [] }],
  ["a tool_input that is a text", { tool_name: "Bash", tool_input: "ls" }],
  ["a tool_name that is an object", { tool_name: { toString: 1 }, tool_input: {} }],
];
for (const [what, input] of unreadable) {
  Deno.test(
    `PreToolUse with ${what} is denied`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: pre((_, request) => request.allow()) });
      const output = await session.hook("PreToolUse", input);
      assertEquals(output.hookSpecificOutput.permissionDecision, "deny");
    }),
  );
}

Deno.test(
  "PreToolUse callback under another event's name, or with no input, is denied",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: pre((_, request) => request.allow()) });
    const id = session.hookId("PreToolUse");
    const inputs = [
      { hook_event_name: "Stop", tool_name: "Bash", tool_input: {} },
      { hook_event_name: "pretooluse", tool_name: "Bash", tool_input: {} },
      { tool_name: "Bash", tool_input: {} },
      [],
      null,
      undefined,
    ];
    for (const input of inputs) {
      const frame = hookCallback(id, input as never, { requestId: session.nextId() });
      const { subtype, response } = await session.ask(frame);
      assertEquals(subtype, "success");
      assertEquals(response.hookSpecificOutput.permissionDecision, "deny");
    }
    assertEquals(session.events.filter((event) => event.type === "hook"), []);
    assertEquals(session.diagnostics("unhandled").length, inputs.length);
  }),
);

Deno.test(
  "onHook() PreToolUse responders see the input as the ones before left it",
  guarded(async ({ open }) => {
    const seen: unknown[] = [];
    const session = await open({
      pipeline: pipe(
        pre((input, request) => {
          seen.push(input.tool_input);
          return request.rewrite({ command: "a" });
        }),
        pre((input, request) => {
          seen.push(input.tool_input);
          return { ...request.rewrite({ command: "b" }), systemMessage: "m" };
        }),
        pre(() => addContext("PreToolUse", "one")),
        pre((input) => {
          seen.push(input.tool_input);
          return addContext("PreToolUse", "two");
        }),
        pre((_, request) => request.allow()),
        pre(() => {
          throw new Error("not reached");
        }),
      ),
    });
    assertEquals(await session.preToolUse("Bash", { command: "make" }), {
      systemMessage: "m",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "b" },
        additionalContext: "one\ntwo",
      },
    });
    assertEquals(seen, [{ command: "make" }, { command: "a" }, { command: "b" }]);
  }),
);

Deno.test(
  "onHook() PreToolUse an input changed in place is not taken for the one that runs",
  guarded(async ({ open }) => {
    const seen: unknown[] = [];
    const session = await open({
      pipeline: pipe(
        pre((input) => {
          (input.tool_input as { command: string }).command = "harmless";
          return undefined;
        }),
        pre((input, request) => {
          seen.push(input.tool_input.command);
          return request.deny("seen");
        }),
      ),
    });
    await session.preToolUse("Bash", { command: "rm -r /" });
    assertEquals(seen, ["rm -r /"]);
  }),
);

Deno.test(
  "onHook() PreToolUse asks only responders whose matcher fits",
  guarded(async ({ open }) => {
    const asked: string[] = [];
    const on = (name: string, matcher?: string) =>
      onHook("PreToolUse", () => {
        asked.push(name);
        return undefined;
      }, matcher === undefined ? {} : { matcher });
    const session = await open({ pipeline: pipe(on("bash", "Bash"), on("all"), on("edits", "Edit|Write")) });
    await session.preToolUse("Bash", {});
    await session.preToolUse("bash", {});
    await session.preToolUse("Write", {});
    assertEquals(asked, ["bash", "all", "all", "all", "edits"]);
  }),
);

Deno.test(
  "hookMs a responder that takes too long is a deny",
  guarded(async ({ open }) => {
    let signal: AbortSignal | undefined;
    const session = await open({
      options: { limits: { hookMs: 2_000 } },
      pipeline: pre((_, _request, given) => {
        signal = given;
        return new Promise(() => {});
      }),
    });
    const frame = session.hookFrame("PreToolUse", { tool_name: "Bash", tool_input: {} }, { requestId: "h-1" });
    session.push(frame);
    await session.barrier();
    session.clock.advance(1_999);
    assertEquals(session.responses("h-1"), []);
    session.clock.advance(1);
    const { response } = await session.response("h-1");
    assertEquals(
      response,
      specific({
        permissionDecision: "deny",
        permissionDecisionReason: "A PreToolUse hook of the script took too long, so this was not done",
      }),
    );
    assert(signal?.aborted);
    assertStringIncludes(session.diagnostics("responder_failed")[0]?.message ?? "", "limits.hookMs");
  }),
);

Deno.test(
  "stopAgent() is said again when the stopped call's batch is done, once and for that batch alone",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pre((_, request) => request.input.tool_name === "Bash" ? stopAgent("Enough") : undefined),
    });
    await session.preToolUse("Read", {}, "toolu_1");
    await session.preToolUse("Bash", {}, "toolu_2");
    const batch = (...ids: string[]) =>
      session.hook("PostToolBatch", { tool_calls: ids.map((tool_use_id) => ({ tool_use_id })) });
    assertEquals(await batch("toolu_1"), {});
    assertEquals(await batch("toolu_1", "toolu_2"), { continue: false, stopReason: "Enough" });
    assertEquals(await batch("toolu_1", "toolu_2"), {});
    for (const tool_calls of [undefined, null, 5, [null], [{}], [{ tool_use_id: {} }]]) {
      assertEquals(await session.hook("PostToolBatch", { tool_calls }), {});
    }
  }),
);
