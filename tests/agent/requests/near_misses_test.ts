import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe, tap } from "rxjs";
import { leaveNote } from "../../../lib/agent/answer/permission_event.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { readOnly } from "../../../lib/operators/read_only.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const NOBODY = "No policy allowed the tool Bash, so it was not run";
const MAKE = '"Bash(make test)" covers "make test" alone, not "make lint"; "Bash(make lint)" would cover it';

/** A responder that leaves a request to others, with a note. */
function noting(note: () => string | undefined) {
  return tap<AgentEvent>((event) => {
    if (event.type === "permission") event.respondWith(() => void leaveNote(event, note));
  });
}

Deno.test(
  "allowTools() a near miss stands in the message of the deny that nobody prevented",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(allowTools("Read", "Bash(make test)"), onPermission(() => undefined)),
    });
    assertEquals(await session.permission("Bash", { command: "make lint" }), {
      behavior: "deny",
      message: `${NOBODY}: ${MAKE}`,
    });
    assertEquals((await session.permission("Bash", { command: "curl example.com" })).message, NOBODY);
    assertEquals((await session.permission("Bash", { command: "make test" })).behavior, "allow");
  }),
);

Deno.test(
  "allowTools() near misses of several are told each once",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        allowTools("Bash(make test)"),
        allowTools("Bash(make test)"),
        allowTools("Read", () => false),
        allowTools("Bash(deno test)"),
        allowTools("Bash(make check *)"),
      ),
    });
    assertEquals(
      (await session.permission("Bash", { command: "make lint" })).message,
      `${NOBODY}: ${MAKE}; "Bash(make check *)" covers "make check" with any arguments, not "make lint"; ` +
        '"Bash(make lint)" would cover it',
    );
  }),
);

Deno.test(
  "allowTools() a near miss is left unsaid where a later responder answers",
  guarded(async ({ open }) => {
    let made = 0;
    const session = await open({
      pipeline: pipe(
        noting(() => `note ${++made}`),
        allowTools("Bash(make test)"),
        onPermission((request) => request.toolName === "Bash" ? request.deny("Not today") : undefined),
        onPermission((request) => request.toolName === "Edit" ? request.allow() : undefined),
      ),
    });
    assertEquals((await session.permission("Bash", { command: "make lint" })).message, "Not today");
    assertEquals((await session.permission("Edit", { file_path: "/a" })).behavior, "allow");
    assertEquals(made, 0);
    assertStringIncludes((await session.permission("Write", { file_path: "/a" })).message, "not run: note 1");
  }),
);

Deno.test(
  "leaveNote() at most three different notes are told, and one that fails says nothing",
  guarded(async ({ open }) => {
    const boom = () => {
      throw new Error("boom");
    };
    const notes = [boom, () => undefined, () => 5 as never, () => "", () => "a", () => "b", () => "a", () => "c", boom];
    const [first, ...rest] = [...notes, () => "d"].map(noting);
    const session = await open({ pipeline: rest.reduce((before, next) => pipe(before, next), first!) });
    assertEquals((await session.permission("Bash", { command: "x" })).message, `${NOBODY}: a; b; c`);
    assertEquals(session.diagnostics("responder_failed"), []);
  }),
);

Deno.test(
  "leaveNote() on a copy of a request does nothing",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: tap((event) => {
        if (event.type === "permission") leaveNote({ ...event }, () => "lost");
      }),
    });
    assertEquals((await session.permission("Bash", { command: "x" })).message, NOBODY);
  }),
);

Deno.test(
  "allowTools() says that in plan mode it allows reading tools only",
  guarded(async ({ open }) => {
    const session = await open({ options: { permissionMode: "plan" }, pipeline: allowTools("Bash", "Read(src/**)") });
    assertEquals(
      (await session.permission("Bash", { command: "make" })).message,
      `${NOBODY}: in plan mode allowTools() allows reading tools only`,
    );
    assertStringIncludes(
      (await session.permission("Read", { file_path: "/etc/x" })).message,
      '"Read(src/**)" does not',
    );
  }),
);

Deno.test(
  "allowTools() says that a question is for a person",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: allowTools("*") });
    assertEquals(
      (await session.permission("AskUserQuestion", { questions: [] })).message,
      "No policy allowed the tool AskUserQuestion, so it was not run: " +
        "the question is for a person, so allowTools() leaves it to onPermission()",
    );
  }),
);

Deno.test(
  "onlyTools() and readOnly() say which rule nearly covers the call, at both doors",
  guarded(async ({ open }) => {
    const only = await open({ pipeline: onlyTools("Bash(make test)") });
    const refused = `The tool Bash may not be used like this: no rule of onlyTools() covers this call: ${MAKE}`;
    const { hookSpecificOutput } = await only.preToolUse("Bash", { command: "make lint" });
    assertEquals(hookSpecificOutput.permissionDecisionReason, refused);
    assertEquals((await only.permission("Bash", { command: "make lint" })).message, refused);
    assertEquals(
      (await only.permission("Bash", { command: "curl x" })).message,
      "The tool Bash may not be used like this: no rule of onlyTools() covers this call",
    );
    const reading = await open({ pipeline: readOnly({ also: ["Bash(make test)"] }) });
    assertEquals(
      (await reading.permission("Bash", { command: "make lint" })).message,
      `${refused.replace("onlyTools", "readOnly")}; name it in "also"`,
    );
  }),
);

Deno.test(
  "allowTools() shows what the agent chose in quotes, cut and visible",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: allowTools("Edit(src/**)") });
    const frame = canUseTool("Edit", { file_path: `/etc/\u202E\n${"z".repeat(5_000)}` }, { requestId: "r-1" });
    session.push(frame);
    const { message } = (await session.response("r-1")).response;
    assertEquals(
      message,
      `No policy allowed the tool Edit, so it was not run: "Edit(src/**)" does not cover "/etc/\\u{202e}\\n` +
        `${"z".repeat(113)}…", which is not a plain path`,
    );
  }),
);
