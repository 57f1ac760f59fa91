import { assert, assertEquals, assertInstanceOf, assertMatch } from "@std/assert";
import { pipe } from "rxjs";
import { ControlError } from "../../../lib/agent/errors.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { controlError, init, result } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

Deno.test(
  "claude() the first two lines are initialize and the prompt, and nothing else",
  guarded(async ({ open }) => {
    const uuid = "00000000-0000-4000-8000-000000000001";
    const session = await open({ prompts: [{ content: "hello", uuid }] });
    assertEquals(session.transport.lines, [
      { type: "control_request", request_id: "turnstream-1", request: { subtype: "initialize" } },
      {
        type: "user",
        message: { role: "user", content: "hello" },
        parent_tool_use_id: null,
        session_id: "",
        uuid,
      },
    ]);
  }),
);

Deno.test(
  "initialize carries the options that may be long",
  guarded(async ({ open }) => {
    const session = await open({
      options: {
        systemPrompt: "You are terse",
        appendSystemPrompt: "Be kind",
        agents: { helper: { description: "helps", prompt: "Help" } },
        jsonSchema: { type: "object", $schema: "https://json-schema.org/draft/2020-12/schema" },
        skills: ["review"],
        planModeInstructions: "Look around",
        title: "A title",
        promptSuggestions: true,
      },
    });
    assertEquals(session.transport.lines[0]?.request, {
      systemPrompt: ["You are terse"],
      appendSystemPrompt: "Be kind",
      agents: { helper: { description: "helps", prompt: "Help" } },
      jsonSchema: { type: "object" },
      skills: ["review"],
      planModeInstructions: "Look around",
      title: "A title",
      promptSuggestions: true,
      subtype: "initialize",
    });
  }),
);

Deno.test(
  "hook-01: a PreToolUse responder alone keeps its matcher, beside it Stop; a call reaches only the right one",
  guarded(async ({ open }) => {
    const asked: string[] = [];
    const session = await open({
      pipeline: pipe(
        onHook("PreToolUse", (_, request) => (asked.push("pre"), request.allow()), { matcher: "Bash" }),
        onHook("Stop", () => void asked.push("stop")),
      ),
    });
    assertEquals(session.transport.lines[0]?.request, {
      subtype: "initialize",
      hooks: {
        PreToolUse: [{ matcher: "Bash", hookCallbackIds: ["turnstream-hook-1"], timeout: 65, onFailure: "block" }],
        Stop: [{ hookCallbackIds: ["turnstream-hook-2"], timeout: 65 }],
        // Turnstream's own, for stopAgent.
        PostToolBatch: [{ hookCallbackIds: ["turnstream-hook-3"], timeout: 65 }],
      },
    });
    const input = { tool_name: "Bash", tool_input: { command: "ls" } };
    const frame = session.hookFrame("PreToolUse", input, { requestId: "h-1" });
    session.push(frame);
    assertEquals(await session.transport.nextLine(), {
      type: "control_response",
      response: {
        request_id: "h-1",
        subtype: "success",
        response: { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } },
      },
    });
    assertEquals(asked, ["pre"]);
    const { subtype } = await session.ask({
      ...frame,
      request_id: "h-2",
      request: { ...frame.request, callback_id: "x" },
    } as never);
    assertEquals(subtype, "error");
  }),
);

Deno.test(
  "hook-01: with a gate, or two PreToolUse responders, there is one registration without matcher",
  guarded(async ({ open }) => {
    const one = [{ hookCallbackIds: ["turnstream-hook-1"], timeout: 65, onFailure: "block" }];
    const bash = () => onHook("PreToolUse", () => undefined, { matcher: "Bash" });
    const gated = await open({ pipeline: pipe(bash(), denyTools("Write")) });
    const own = (number: number) => [{ hookCallbackIds: [`turnstream-hook-${number}`], timeout: 65 }];
    assertEquals(gated.transport.lines[0]?.request?.hooks, {
      PreToolUse: one,
      ConfigChange: own(2),
      PostToolBatch: own(3),
    });
    const two = await open({ pipeline: pipe(bash(), bash()) });
    assertEquals(two.transport.lines[0]?.request?.hooks, { PreToolUse: one, PostToolBatch: own(2) });
    const gate = await open({ pipeline: denyTools("Write") });
    assertEquals(gate.transport.lines[0]?.request?.hooks, { PreToolUse: one, ConfigChange: own(2) });
    const none = await open({ pipeline: onPermission(() => undefined) });
    assertEquals(none.transport.lines[0]?.request, { subtype: "initialize" });
  }),
);

Deno.test(
  "ctl-04: an initialize that is not answered within its limit ends the run, by SIGINT and not by EOF",
  guarded(async ({ start }) => {
    const session = start();
    await session.transport.nextLine();
    session.clock.advance(60_000);
    const settled = () => session.transport.signals.length > 0;
    while (!settled()) await Promise.resolve();
    assertEquals(session.transport.signals, ["SIGINT"]);
    assertEquals(session.transport.isEnded, false);
    session.transport.exit(null, "SIGINT");
    await session.over;
    const { error } = session.end as { error: unknown };
    assertInstanceOf(error, ControlError);
    assertEquals([error.kind, error.subtype], ["timeout", "initialize"]);
    assertMatch(error.message, /"initialize" within 60000 ms \(limits\.initializeMs\)/);
    assertEquals(session.transport.lines.length, 1);
  }),
);

Deno.test(
  "ctl-04: with a limit of 120 s an answer after 70 s starts the session",
  guarded(async ({ start }) => {
    const session = start({ options: { limits: { initializeMs: 120_000 } } });
    const line = await session.transport.nextLine();
    session.clock.advance(70_000);
    session.transport.answer(line, {});
    assertEquals((await session.transport.nextLine()).type, "user");
  }),
);

for (
  const [what, refuse] of [
    ["refused", (id: string) => controlError(id, "bad hooks")],
    ["answered without the hooks", (id: string) => ({
      type: "control_response",
      response: { subtype: "success", request_id: id, response: { hooks_applied: false } },
    })],
  ] as const
) {
  Deno.test(
    `initialize ${what} ends the run before any prompt`,
    guarded(async ({ start }) => {
      const session = start({ pipeline: denyTools("Bash") });
      const { request_id } = await session.transport.nextLine();
      session.push(refuse(request_id ?? ""));
      await session.transport.ended;
      session.transport.exit(0);
      await session.over;
      const { error } = session.end as { error: unknown };
      assertInstanceOf(error, ControlError);
      assertEquals(error.kind, "refused");
      assert(session.transport.lines.every((line) => line.type !== "user"));
    }),
  );
}

Deno.test(
  "claude() refuses bare mode among the program's own arguments, and starts nothing",
  guarded(async ({ start }) => {
    const session = start({ options: { program: ["claude", "--bare"] }, pipeline: denyTools("Bash") });
    await session.over;
    const { error } = session.end as { error: unknown };
    assertInstanceOf(error, UsageError);
    assertMatch(error.message, /"--bare" in "program".*no gate would hold/);
    assertEquals(session.transport.lines, []);
  }),
);

Deno.test(
  "claude() requests are answered before initialize is",
  guarded(async ({ start }) => {
    const session = start({ pipeline: onHook("InstructionsLoaded", () => ({ systemMessage: "early" })) });
    const line = await session.transport.nextLine();
    const frame = {
      type: "control_request",
      request_id: "h-1",
      request: {
        subtype: "hook_callback",
        callback_id: "turnstream-hook-1",
        input: { hook_event_name: "InstructionsLoaded" },
      },
    };
    assertEquals((await session.ask(frame)).response, { systemMessage: "early" });
    session.transport.answer(line);
    assertEquals((await session.transport.nextLine()).type, "user");
    session.push(result());
  }),
);

for (
  const [option, options, known] of [
    ["agent", { agent: "reviewer" }, { agents: [{ name: "general-purpose" }, { name: "Plan" }] }],
    ["outputStyle", { outputStyle: "reviewer" }, { available_output_styles: ["general-purpose", "Plan"] }],
  ] as const
) {
  Deno.test(
    `claude() ends before any prompt where the CLI does not know the option "${option}", and names what it knows`,
    guarded(async ({ start }) => {
      const session = start({ options });
      session.transport.answer(await session.transport.nextLine(), known);
      await session.transport.ended;
      session.transport.exit(0);
      await session.over;
      const { error } = session.end as { error: unknown };
      assertInstanceOf(error, UsageError);
      assertEquals(
        error.message,
        `Cannot use "reviewer" as "${option}": the CLI does not know it, it knows "general-purpose", "Plan"`,
      );
      assert(session.transport.lines.every((line) => line.type !== "user"));
    }),
  );

  Deno.test(
    `claude() goes on where the CLI knows the option "${option}", or does not say what it knows`,
    guarded(async ({ start }) => {
      const more = { agents: [{ name: "reviewer" }], available_output_styles: ["reviewer"] };
      for (const answer of [more, {}, { agents: "?", available_output_styles: null }]) {
        const session = start({ options });
        session.transport.answer(await session.transport.nextLine(), answer);
        assertEquals((await session.transport.nextLine()).type, "user");
        session.push(result());
      }
    }),
  );
}

Deno.test(
  "claude() says once what the CLI left out at its start",
  guarded(async ({ open, printed }) => {
    const session = await open({ options: { jsonSchema: { type: "object" } } });
    const wrong = {
      plugin_errors: [{ plugin: "inline[0]", type: "path-not-found", message: "Path not found: /p" }],
      mcp_server_errors: [{ server: "one", type: "bad" }],
    } as never;
    for (let turn = 0; turn < 2; turn++) session.push(init(wrong));
    await session.barrier();
    assertEquals(session.diagnostics("warning").map(({ message }) => message), [
      "The CLI did not load a plugin: Path not found: /p",
      'The CLI did not load an MCP server: {"server":"one","type":"bad"}',
      "The CLI did not understand the JSON schema, so no turn will have a structured_output. It knows draft-07 alone; " +
      'versions such as 2.1.197 know no "format" either',
    ]);
    assertEquals(printed.length, 3);
  }),
);

Deno.test(
  "claude() says nothing where the CLI took everything",
  guarded(async ({ open }) => {
    const session = await open({ options: { jsonSchema: { type: "object" } } });
    session.push(init({ tools: ["Read", "StructuredOutput"], plugin_errors: [] }));
    await session.barrier();
    assertEquals(session.diagnostics("warning"), []);
  }),
);
