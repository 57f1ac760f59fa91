import { assert, assertEquals, assertInstanceOf, assertRejects, assertStringIncludes } from "@std/assert";
import { NEVER } from "rxjs";
import { ControlError } from "../../../lib/agent/errors.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { guarded } from "./_guarded.ts";
import { isRequest, type Session } from "./_session.ts";

const progress = (id: string | undefined, fields: object = {}) => ({
  type: "system",
  subtype: "control_request_progress",
  request_id: id,
  status: "started",
  ...fields,
});

function refuse(session: Session, line: WrittenLine, fields: { error: string; error_code?: string }): void {
  const response = { subtype: "error", request_id: line.request_id, ...fields };
  session.push({ type: "control_response", response });
}

async function failure(promise: Promise<unknown>): Promise<ControlError> {
  return await assertRejects(() => promise, ControlError);
}

Deno.test(
  "ControlError unsupported: the CLI does not know the request, by its code or, on the older one, its words",
  guarded(async ({ open }) => {
    const session = await open();
    for (const [code, kind] of [["unsupported_request", "unsupported"], [undefined, "unsupported"]] as const) {
      const failed = failure(session.agent.models());
      const line = await session.transport.nextLine(isRequest("list_models"));
      const error = "Unsupported control request subtype: list_models";
      refuse(session, line, code === undefined ? { error } : { error, error_code: code });
      const { kind: found, subtype, code: told, message } = await failed;
      assertEquals([found, subtype, told], [kind, "list_models", code]);
      assertStringIncludes(message, "This version of the CLI does not know");
    }
  }),
);

Deno.test(
  "ControlError refused carries the CLI's code, and the session goes on",
  guarded(async ({ open }) => {
    const session = await open();
    const failed = failure(session.agent.setPermissionMode("bypassPermissions"));
    const line = await session.transport.nextLine(isRequest("set_permission_mode"));
    refuse(session, line, { error: "Cannot", error_code: "bypass_not_launched" });
    const { kind, subtype, code, message } = await failed;
    assertEquals([kind, subtype, code], ["refused", "set_permission_mode", "bypass_not_launched"]);
    assertStringIncludes(message, 'this mode needs the option "allowDangerouslySkipPermissions" at the launch');
    const other = failure(session.agent.setPermissionMode("plan"));
    refuse(session, await session.transport.nextLine(isRequest("set_permission_mode")), { error: "Cannot" });
    assertEquals((await other).message.includes("allowDangerouslySkipPermissions"), false);
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "ControlError malformed names the issues and carries the answer, which is not printed",
  guarded(async ({ open }) => {
    const session = await open();
    const failed = failure(session.agent.mcpStatus());
    const answer = { mcpServers: [{ name: 5, status: "failed", config: { env: { KEY: "sk-ant-secret" } } }] };
    session.transport.answer(await session.transport.nextLine(isRequest("mcp_status")), answer);
    const error = await failed;
    assertEquals([error.kind, error.subtype, error.answer], ["malformed", "mcp_status", answer]);
    assertEquals(error.issues, ["mcpServers.0.name: Invalid input: expected string, received number"]);
    assertStringIncludes(error.message, "mcpServers.0.name");
    assertEquals(Deno.inspect(error).includes("sk-ant-secret"), false);
  }),
);

Deno.test(
  "a field of initialize that does not fit fails who asks for it, and nobody else",
  guarded(async ({ start }) => {
    const session = start({ prompts: NEVER });
    await session.handshake({ commands: [{ name: 1 }], available_output_styles: ["default"] });
    assertEquals(await session.agent.outputStyles(), ["default"]);
    const { kind, subtype, issues } = await failure(session.agent.supportedCommands());
    assertEquals([kind, subtype], ["malformed", "initialize"]);
    assert(issues.every((issue) => issue.startsWith("commands.0.")), issues.join());
  }),
);

Deno.test(
  "request() gives an answer that does not fit as it is, and takes kinds that nobody knows",
  guarded(async ({ open }) => {
    const session = await open();
    const odd = session.agent.request("get_session_cost");
    session.transport.answer(await session.transport.nextLine(isRequest("get_session_cost")), { text: 5, more: [1] });
    assertEquals(await odd as unknown, { text: 5, more: [1] });
    const unknown = session.agent.request("brand_new_2027", { x: 1 });
    const line = await session.transport.nextLine(isRequest("brand_new_2027"));
    assertEquals(line.request as unknown, { x: 1, subtype: "brand_new_2027" });
    session.transport.answer(line);
    assertEquals(await unknown, {});
  }),
);

Deno.test(
  "progress reaches its caller and starts the time anew; the answer comes after",
  guarded(async ({ open }) => {
    const session = await open();
    const seen: unknown[] = [];
    const options = { timeoutMs: 1_000, onProgress: ({ status }: { status: string }) => seen.push(status) };
    const asked = session.agent.sideQuestion("Why?", options);
    const line = await session.transport.nextLine(isRequest("side_question"));
    session.push(progress("somebody-else"));
    for (let attempt = 1; attempt <= 3; attempt++) {
      await session.settled();
      session.clock.advance(900);
      session.push(progress(line.request_id, { status: "api_retry", attempt }));
      await session.barrier();
    }
    session.transport.answer(line, { response: "So." });
    assertEquals(await asked, { response: "So." });
    assertEquals(seen, ["api_retry", "api_retry", "api_retry"]);
    const events = session.events.filter((event) => event.type === "system");
    assertEquals(events.length, 4);
  }),
);

Deno.test(
  "a callback for progress that throws is a note, and the request goes on",
  guarded(async ({ open, printed }) => {
    const session = await open();
    const onProgress = () => {
      throw new Error("oops");
    };
    const asked = session.agent.sideQuestion("Why?", { onProgress });
    const line = await session.transport.nextLine(isRequest("side_question"));
    session.push(progress(line.request_id));
    session.transport.answer(line, { response: null });
    assertEquals(await asked, { response: null });
    assertEquals(session.diagnostics("responder_failed").length, 1);
    assertEquals(printed.length, 1);
  }),
);

Deno.test(
  "an aborted signal ends the waiting with its reason, tells the CLI, and a late answer is no noise",
  guarded(async ({ open }) => {
    const session = await open();
    const aborter = new AbortController();
    const asked = session.agent.contextUsage({ signal: aborter.signal }).catch((error: unknown) => error);
    const line = await session.transport.nextLine(isRequest("get_context_usage"));
    const reason = new Error("Not wanted any more");
    aborter.abort(reason);
    assertEquals(await asked, reason);
    const cancel = await session.transport.nextLine((each) => each.type === "control_cancel_request");
    assertEquals(cancel as unknown, { type: "control_cancel_request", request_id: line.request_id });
    session.transport.answer(line, { late: true });
    await session.barrier();
    assertEquals(session.diagnostics(), []);
    session.transport.answer(line, { later: true });
    await session.barrier();
    assertEquals(session.diagnostics().map(({ kind }) => kind), ["noise"]);
  }),
);

Deno.test(
  "a signal that is aborted before the request, or before the start, sends nothing",
  guarded(async ({ start }) => {
    const session = start({ prompts: NEVER });
    await Promise.resolve(); // The Opening has flowed past, and the process has not started.
    const aborter = new AbortController();
    const early = session.agent.usage({ signal: aborter.signal }).catch((error: unknown) => error);
    aborter.abort("enough");
    assertEquals(await early, "enough");
    await session.handshake();
    const late = session.agent.usage({ signal: AbortSignal.abort("no") }).catch((error: unknown) => error);
    assertEquals(await late, "no");
    await session.barrier();
    assertEquals(session.transport.lines.filter(isRequest("get_usage")), []);
  }),
);

Deno.test(
  "requests that are made before the start are written after initialize",
  guarded(async ({ start }) => {
    const session = start({ prompts: NEVER });
    const first = session.transport.nextLine();
    await Promise.resolve();
    const asked = session.agent.sessionCost();
    assertEquals((await first).request?.subtype, "initialize");
    await session.settled();
    const line = session.transport.lines.find(isRequest("get_session_cost"));
    assert(line !== undefined);
    session.transport.answer(line, { text: "$0" });
    assertEquals(await asked, "$0");
    session.transport.answer(session.transport.lines[0]!);
  }),
);

Deno.test(
  "timeoutMs of one's own fails the request and not the run",
  guarded(async ({ open }) => {
    const session = await open();
    const failed = failure(session.agent.usage({ timeoutMs: 50 }));
    await session.transport.nextLine(isRequest("get_usage"));
    session.clock.advance(50);
    const { kind, message } = await failed;
    assertEquals(kind, "timeout");
    assertStringIncludes(message, 'within 50 ms: give it more time with "timeoutMs"');
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "a request that waits for a server fails after five times limits.controlMs, and not the run",
  guarded(async ({ open }) => {
    const session = await open({ options: { limits: { controlMs: 100 } } });
    const failed = failure(session.agent.mcpReconnect("kit"));
    await session.transport.nextLine(isRequest("mcp_reconnect"));
    session.clock.advance(499);
    await session.barrier();
    session.clock.advance(1);
    assertEquals((await failed).kind, "timeout");
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "another request that is not answered within limits.controlMs ends the run",
  guarded(async ({ open }) => {
    const session = await open({ options: { limits: { controlMs: 100, graceMs: 10 } } });
    const failed = failure(session.agent.settings());
    await session.transport.nextLine(isRequest("get_settings"));
    session.clock.advance(100);
    const error = await failed;
    // A process that answers nothing is stopped step by step.
    for (let step = 0; step < 4; step++) {
      await session.settled();
      session.clock.advance(10);
    }
    session.transport.exit(null, "SIGKILL");
    await session.over;
    assertEquals(session.end, { error });
  }),
);

Deno.test(
  "an agent that has ended refuses every method with what ended it",
  guarded(async ({ open }) => {
    const session = await open();
    await session.finish();
    for (const call of [session.agent.usage(), session.agent.stopTask("t"), session.agent.request("anything")]) {
      await assertRejects(() => call, UsageError, "it has ended");
    }
    assertInstanceOf(await session.agent.interrupt().catch((error: unknown) => error), ControlError);
  }),
);

const OPTIONS: [string, object, string][] = [
  ["a timeoutMs of 0", { timeoutMs: 0 }, 'Cannot use 0 as "timeoutMs"'],
  ["a timeoutMs without end", { timeoutMs: Infinity }, 'Cannot use Infinity as "timeoutMs"'],
  ["a signal that is none", { signal: {} }, "give an AbortSignal"],
  ["an onProgress that is no function", { onProgress: 5 }, "give a function"],
];
for (const [what, options, message] of OPTIONS) {
  Deno.test(
    `request options: ${what} is refused`,
    guarded(async ({ open }) => {
      const session = await open();
      await assertRejects(() => session.agent.usage(options), UsageError, message);
      assertEquals(session.transport.lines.filter(isRequest("get_usage")), []);
    }),
  );
}

for (const [name, value] of [["timeoutMs", 5], ["signal", AbortSignal.abort()], ["onProgress", () => {}]] as const) {
  Deno.test(
    `request() refuses ${name} among the fields, whether it knows the request or not`,
    guarded(async ({ open }) => {
      const { agent, transport } = await open();
      const request = (subtype: string) => agent.request(subtype as "foo", { [name]: value });
      for (const subtype of ["foo", "get_settings"]) {
        const error = await assertRejects(() => request(subtype), UsageError);
        const cure = `give it as the third argument, request("${subtype}", {}, { ${name}: … })`;
        assertEquals(
          error.message,
          `Cannot send "${name}" as a field of the control request "${subtype}": ${cure}`,
        );
      }
      assertEquals(transport.lines.filter(isRequest("foo")), []);
    }),
  );
}

Deno.test(
  "methods of the agent refuse an option that does not exist, and write nothing",
  guarded(async ({ open }) => {
    const session = await open();
    const { agent } = session;
    const slip = { timeout: 5 } as never;
    const CALLS: [string, () => Promise<unknown>][] = [
      ["agent.contextUsage()", () => agent.contextUsage(slip)],
      ["agent.usage()", () => agent.usage(slip)],
      ["agent.readFile()", () => agent.readFile("a", slip)],
      ["agent.registerRepoRoot()", () => agent.registerRepoRoot("a", slip)],
      ["agent.generateTitle()", () => agent.generateTitle("a", slip)],
      ["agent.rewindFiles()", () => agent.rewindFiles("a", slip)],
      ["agent.reloadPlugins()", () => agent.reloadPlugins(slip)],
      ["agent.interrupt()", () => agent.interrupt(slip)],
      ['the control request "side_question"', () => agent.sideQuestion("a", slip)],
      ['the control request "mcp_reconnect"', () => agent.mcpReconnect("a", slip)],
      ['the control request "mcp_toggle"', () => agent.mcpToggle("a", true, slip)],
      ['the control request "mcp_call"', () => agent.mcpCall("a", {}, slip)],
      ['the control request "mcp_read_resource"', () => agent.mcpReadResource("a", "b", slip)],
      ['the control request "get_settings"', () => agent.request("get_settings", {}, slip)],
    ];
    const before = session.transport.lines.length;
    for (const [owner, call] of CALLS) {
      const { message } = await assertRejects(call, UsageError);
      assertEquals(
        message,
        `Cannot use the option "timeout" of ${owner}: it does not exist, did you mean "timeoutMs"?`,
      );
    }
    const { message } = await assertRejects(() => agent.contextUsage(3 as never), UsageError);
    assertStringIncludes(message, "Cannot use 3 as the options of agent.contextUsage(): give an object with detail");
    assertEquals(session.transport.lines.length, before);
    await session.finish();
  }),
);
