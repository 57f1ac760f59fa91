import { assertEquals, assertRejects } from "@std/assert";
import { pipe } from "rxjs";
import { ControlError } from "../../../lib/agent/errors.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

const REFUSED: [string, Record<string, unknown>, string][] = [
  ["bare mode", { env: { CLAUDE_CODE_SIMPLE: "1" } }, "calls no hook then, so that no gate would hold"],
  ["bare mode in other words", { env: { CLAUDE_CODE_SIMPLE: "yes" } }, "calls no hook then"],
  ["the guard against bare mode taken back", { env: { CLAUDE_CODE_SIMPLE: null } }, "calls no hook then"],
  ["all variables taken back", { env: null }, 'Cannot set "env" in settings'],
  ["a variable that is no text", { env: { FOO: 5 } }, 'Cannot set "FOO" in settings: give a text'],
  ["silence about being idle", { env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: "0" } }, "when the agent is idle"],
  ["another cap of Stop blocks", { env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: "99" } }, 'set the option "stopBlocks"'],
  ["the guard against skills taken back", { disableSkillShellExecution: null }, "say false if that is meant"],
];

for (const [what, settings, message] of REFUSED) {
  Deno.test(
    `applyFlagSettings() refuses ${what}, through request() too, and writes nothing`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: denyTools("Bash") });
      const { agent, transport } = session;
      await assertRejects(() => agent.applyFlagSettings(settings), UsageError, message);
      await assertRejects(() => agent.request("apply_flag_settings", { settings }), UsageError, message);
      await assertRejects(() => agent.updateSettings("localSettings", settings), UsageError, message);
      assertEquals(transport.lines.filter((line) => /settings/.test(line.request?.subtype ?? "")), []);
    }),
  );
}

Deno.test(
  "applyFlagSettings() writes what leaves the gates alone, a script's own word about skills among it",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: denyTools("Bash") });
    const settings = { disableSkillShellExecution: false, env: { FOO: "1", BAR: null, CLAUDE_CODE_SIMPLE: "0" } };
    const applied = session.agent.applyFlagSettings(settings);
    const line = await session.transport.nextLine(isRequest("apply_flag_settings"));
    assertEquals(line.request?.settings, settings);
    session.transport.answer(line);
    await applied;
  }),
);

Deno.test(
  "mcpCall() does not get past a gate, through request() neither; what no gate refuses is called",
  guarded(async ({ open }) => {
    const pipeline = pipe(
      denyTools("mcp__kit__delete", (call) => call.input.path === "/" ? "Not the root" : undefined),
      onlyTools("mcp__kit__*"),
    );
    const session = await open({ pipeline });
    const { agent, transport } = session;
    for (
      const [tool, input] of [["mcp__kit__delete", {}], ["mcp__kit__list", { path: "/" }], [
        "mcp__other__x",
        {},
      ]] as const
    ) {
      const error = await assertRejects(() => agent.mcpCall(tool, input), ControlError, "The tool was not called");
      assertEquals([error.kind, error.subtype], ["refused", "mcp_call"]);
      await assertRejects(() => agent.request("mcp_call", { tool, arguments: input }), ControlError);
    }
    assertEquals(transport.lines.filter(isRequest("mcp_call")), []);
    const called = agent.mcpCall("mcp__kit__list", { path: "/srv" });
    transport.answer(await transport.nextLine(isRequest("mcp_call")), { content: "two files" });
    assertEquals(await called, { content: "two files" });
  }),
);

Deno.test(
  "mcpCall() is refused by a gate that throws, with a note",
  guarded(async ({ open, printed }) => {
    const pipeline = denyTools(() => {
      throw new Error("oops");
    });
    const session = await open({ pipeline });
    await assertRejects(() => session.agent.mcpCall("mcp__kit__list"), ControlError, "was not called");
    assertEquals(session.diagnostics("responder_failed").length >= 1, true);
    assertEquals(printed.length >= 1, true);
    assertEquals(session.transport.lines.filter(isRequest("mcp_call")), []);
  }),
);
