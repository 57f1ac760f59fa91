import { assertEquals, assertFalse, assertMatch } from "@std/assert";
import type { Diagnostic } from "../../../lib/agent/events.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool, controlError, controlRequest } from "../../../lib/testing/frames/mod.ts";
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
  "warning of a gate where nobody said which settings are read is printed once a script, and is an event each time",
  guarded(async ({ open, printed }) => {
    const unsaid = { settingSources: undefined } as unknown as { settingSources: [] };
    const first = await open({ pipeline: denyTools("Bash"), options: unsaid });
    const second = await open({ pipeline: denyTools("Bash"), options: unsaid });
    const none = await open({ pipeline: denyTools("Bash"), options: { settingSources: [] } });
    const said = await open({ pipeline: denyTools("Bash"), options: { settingSources: ["user", "project"] } });
    const warnings = (session: Session) => session.diagnostics("warning").length;
    assertEquals([first, second, none, said].map(warnings), [1, 1, 0, 0]);
    assertEquals(printed.length, 1);
    assertMatch(printed[0] ?? "", /^turnstream: The settings of the project's directory are read.*settingSources/);
  }),
);

const ENV = { MY_TOKEN: "hunter2-and-more" };
const LEAK = "key sk-ant-api03-abcdefgh and hunter2-and-more";

Deno.test(
  "keys are in no diagnostic about a line that is no frame",
  guarded(async ({ open }) => {
    const session = await open({ options: { env: ENV } });
    session.transport.push(`${LEAK}\n["${LEAK}"]\n`);
    await session.barrier();
    const notes = session.diagnostics("noise");
    assertEquals(notes.map(({ cause }) => cause), ["key *** and ***", '["key *** and ***"]']);
    assertFalse(/sk-|hunter/.test(notes.map(({ message }) => message).join()));
  }),
);

Deno.test(
  "keys are in no error about a line that was cut off or is too long, nor about a refused request",
  guarded(async ({ start }) => {
    for (
      const [text, name] of [
        [`{"k":"${LEAK}`, "TruncatedError"],
        [`{"k":"${LEAK}${"x".repeat(9_000)}"}\n`, "LineTooLongError"],
        [undefined, "ControlError"],
      ] as const
    ) {
      const session = start({ options: { env: ENV, limits: { lineBytes: 1_000 } } });
      const { request_id } = await session.transport.nextLine();
      if (text === undefined) session.push(controlError(request_id ?? "", LEAK));
      else session.transport.push(text);
      session.transport.exit(1);
      await session.over;
      const { error } = session.end as { error: Error & { head?: string } };
      assertEquals(error.name, name);
      assertMatch(error.message, /key \*\*\* and \*\*\*/);
      assertFalse(/sk-|hunter/.test(`${error.message} ${error.head}`));
    }
  }),
);
