import { assertEquals, assertInstanceOf, assertStringIncludes } from "@std/assert";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { controlError } from "../../../lib/testing/frames/mod.ts";
import type { WrittenLine } from "../../../lib/testing/written_line.ts";
import { guarded } from "./_guarded.ts";
import { isRequest } from "./_session.ts";

const isPrompt = (line: WrittenLine) => line.type === "user";
const PROBLEM = { file: "/tmp/settings-1.json", path: "model", message: "Expected string, but received number" };

Deno.test(
  "settings that the CLI leaves out whole end the run before the first prompt, with what it did not understand",
  guarded(async ({ start }) => {
    const session = start({ pipeline: denyTools("Bash"), options: { settings: { model: 5 } } });
    await session.handshake();
    const line = await session.transport.nextLine(isRequest("get_settings"));
    session.transport.answer(line, { effective: {}, sources: [], errors: [PROBLEM] });
    await session.transport.ended;
    session.transport.exit(0);
    await session.over;
    const { error } = session.end as { error: unknown };
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, 'Cannot use "settings"');
    assertStringIncludes(error.message, "model: Expected string, but received number");
    assertEquals(session.transport.lines.filter(isPrompt), []);
  }),
);

const FLAGS = { source: "flagSettings", settings: { model: "haiku" } };
const TAKEN: [string, string | Record<string, unknown>, Record<string, unknown>][] = [
  ["settings that hold, beside a problem of another file", { model: "haiku" }, { sources: [FLAGS], errors: [PROBLEM] }],
  ["an empty file, beside a problem of another one", "s.json", { sources: [], errors: [PROBLEM] }],
  ["an answer of another shape", { model: "haiku" }, { sources: "none" }],
];

for (const [what, settings, answer] of TAKEN) {
  Deno.test(
    `settings are taken for good with ${what}`,
    guarded(async ({ start }) => {
      const session = start({ options: { settings } });
      await session.handshake();
      session.transport.answer(await session.transport.nextLine(isRequest("get_settings")), answer);
      await session.transport.nextLine(isPrompt);
      await session.finish();
      assertEquals(session.end, "completed");
    }),
  );
}

Deno.test(
  "settings are taken for good where the CLI refuses to tell them",
  guarded(async ({ start }) => {
    const session = start({ options: { settings: { model: "haiku" } } });
    await session.handshake();
    const line = await session.transport.nextLine(isRequest("get_settings"));
    session.push(controlError(line.request_id!, "Unsupported control request subtype: get_settings"));
    await session.transport.nextLine(isPrompt);
    await session.finish();
    assertEquals(session.end, "completed");
  }),
);

Deno.test(
  "a settings file that the CLI leaves out whole is told by its name",
  guarded(async ({ start }) => {
    const session = start({ options: { settings: "./conf/s.json" } });
    await session.handshake();
    const errors = [{ ...PROBLEM, file: "/srv/project/conf/s.json" }];
    session.transport.answer(await session.transport.nextLine(isRequest("get_settings")), { sources: [], errors });
    await session.transport.ended;
    session.transport.exit(0);
    await session.over;
    assertInstanceOf((session.end as { error: unknown }).error, UsageError);
  }),
);
