import { assertEquals, assertMatch } from "@std/assert";
import type { Diagnostic } from "../../../lib/agent/events.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool, controlRequest } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import type { Session } from "./_session.ts";

const failing = onPermission((request) => {
  if (request.toolName === "Wait") return new Promise(() => {});
  throw new Error("boom");
});

/** Makes one note of each kind but "warning". */
async function provoke(session: Session): Promise<void> {
  session.transport.push("not json\n");
  await session.ask(controlRequest({ subtype: "some_future_thing" }, "u-1"));
  await session.permission("Bash", { command: "x" });
  session.push(canUseTool("Wait", {}, { requestId: "c-1" }));
  await session.barrier();
  session.cancel("c-1");
  await session.barrier();
}

const KINDS = ["noise", "unhandled", "responder_failed", "cancelled"];

Deno.test(
  "Diagnostic events come of each kind, and a failed responder is printed",
  guarded(async ({ open, printed }) => {
    const session = await open({ pipeline: failing });
    await provoke(session);
    assertEquals(session.diagnostics().map((note) => note.kind), KINDS);
    assertEquals(printed, ["turnstream: A policy failed on Bash, so the call was denied: boom"]);
    assertEquals(session.diagnostics("noise")[0]?.cause, "not json");
  }),
);

Deno.test(
  "onDiagnostic is told of every note instead of standard error; the events come all the same",
  guarded(async ({ open, printed }) => {
    const notes: Diagnostic[] = [];
    const session = await open({ pipeline: failing, options: { onDiagnostic: (note) => notes.push(note) } });
    await provoke(session);
    assertEquals(notes.filter((note) => !note.message.includes("barrier")).map((note) => note.kind), KINDS);
    assertEquals(session.diagnostics().map((note) => note.kind), KINDS);
    assertEquals(printed, []);
  }),
);

Deno.test(
  "onDiagnostic that throws is printed and harms nothing",
  guarded(async ({ open, printed }) => {
    const session = await open({
      pipeline: failing,
      options: {
        onDiagnostic: () => {
          throw new Error("no log today");
        },
      },
    });
    assertEquals((await session.permission("Bash", { command: "x" })).behavior, "deny");
    assertEquals(session.diagnostics().map((note) => note.kind), ["responder_failed"]);
    assertEquals(printed.length, 1);
    assertMatch(printed[0] ?? "", /onDiagnostic failed on "A policy failed on Bash.*no log today/);
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "warning of a gate where project settings are loaded is printed once a script, and is an event each time",
  guarded(async ({ open, printed }) => {
    const options = { settingSources: ["user", "project"] as const };
    const first = await open({ pipeline: denyTools("Bash"), options });
    const second = await open({ pipeline: denyTools("Bash"), options });
    const third = await open({ pipeline: denyTools("Bash"), options: { settingSources: [] } });
    const warnings = (session: Session) => session.diagnostics("warning").length;
    assertEquals([warnings(first), warnings(second), warnings(third)], [1, 1, 0]);
    assertEquals(printed.length, 1);
    assertMatch(printed[0] ?? "", /^turnstream: The settings of the project's directory are loaded.*settingSources/);
  }),
);
