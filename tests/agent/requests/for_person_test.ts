import { assertEquals, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool, modeStatus } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const askRule = { source: "userSettings", tool_name: "Bash", rule_content: "git push *" };
const questions: [string, string, object][] = [
  ["ExitPlanMode, marked", "ExitPlanMode", { requires_user_interaction: true }],
  ["ExitPlanMode, not marked", "ExitPlanMode", {}],
  ["AskUserQuestion", "AskUserQuestion", {}],
  ["a tool that the CLI marks", "mcp__x__y", { requires_user_interaction: true }],
  ["what an ask rule matched", "Bash", { matched_ask_rule: askRule, default_to_no: true }],
  ["what an ask rule matched, by its reason", "Bash", { decision_reason_type: "rule" }],
];
for (const [what, tool, fields] of questions) {
  Deno.test(
    `perm-10: allowTools("*") does not answer ${what}; a responder written for it does`,
    guarded(async ({ open }) => {
      const input = { command: "git push origin", plan: "p" };
      const alone = await open({ pipeline: pipe(allowTools("*"), allowTools(() => true)) });
      assertEquals((await alone.permission(tool, input, fields)).behavior, "deny");
      const flags: unknown[] = [];
      const person = onPermission((request) => {
        flags.push(request.forPerson, request.frame.request);
        return request.allow();
      });
      const asked = await open({ pipeline: pipe(allowTools("*"), person) });
      assertEquals((await asked.permission(tool, input, fields)).behavior, "allow");
      assertEquals(flags[0], true);
      assertEquals({ ...flags[1] as object, ...fields }, flags[1]);
    }),
  );
}

Deno.test(
  "allowTools() in plan mode allows reading tools only",
  guarded(async ({ open }) => {
    const session = await open({ options: { permissionMode: "plan" }, pipeline: allowTools("*", () => true) });
    assertEquals((await session.permission("Read", { file_path: "/a" })).behavior, "allow");
    for (const tool of ["Write", "Edit", "Bash", "mcp__x__read", "WebFetch"]) {
      assertEquals((await session.permission(tool, { file_path: "/a" })).behavior, "deny", tool);
    }
    session.push(modeStatus("default"));
    assertEquals((await session.permission("Write", { file_path: "/a" })).behavior, "allow");
  }),
);

Deno.test(
  "allowTools() looks at the mode when the answer is written",
  guarded(async ({ open }) => {
    const thinking = Promise.withResolvers<undefined>();
    const session = await open({ pipeline: pipe(onPermission(() => thinking.promise), allowTools("*")) });
    session.push(canUseTool("Write", { file_path: "/a", content: "" }, { requestId: "r-1" }));
    session.push(modeStatus("plan"));
    await session.barrier();
    thinking.resolve(undefined);
    assertEquals((await session.response("r-1")).response.behavior, "deny");
  }),
);

Deno.test(
  "allowTools() a predicate that fails denies, unless a written rule covers the call",
  guarded(async ({ open }) => {
    const boom = new Error("boom");
    const failing = [
      () => Promise.resolve(true),
      () => Promise.reject(new Error("x")),
      () => "yes",
      () => {
        throw boom;
      },
      () => {
        throw Object.create(null);
      },
    ];
    const causes = [undefined, undefined, undefined, boom];
    const said = ["gave a promise", "gave a promise", "gave a value of type string", "boom", "cannot be shown"];
    for (const [index, predicate] of failing.entries()) {
      const session = await open({ pipeline: allowTools(predicate as never, () => true, "Read") });
      const { behavior, message } = await session.permission("Bash", { command: "ls" });
      assertEquals(behavior, "deny");
      assertEquals(message, "The policy for the tool Bash failed, so it was not run");
      const [note, ...more] = session.diagnostics("responder_failed");
      assertEquals([note?.cause, more], [causes[index] ?? note?.cause, []]);
      assertStringIncludes(note?.message ?? "", said[index]!);
      assertEquals((await session.permission("Read", { file_path: "/a" })).behavior, "allow");
    }
  }),
);

Deno.test(
  "perm-05: under bypassPermissions one warning names the policies that are not reached, and gates hold",
  guarded(async ({ open }) => {
    const notes: string[] = [];
    const onDiagnostic = ({ kind, message }: { kind: string; message: string }) => notes.push(`${kind}: ${message}`);
    const session = await open({
      options: { permissionMode: "bypassPermissions", allowedTools: ["Read"], onDiagnostic },
      pipeline: pipe(allowTools("Read"), onPermission((request) => request.deny("No")), denyTools("Edit")),
    });
    assertEquals(notes.length, 1);
    assertStringIncludes(notes[0] ?? "", "warning: ");
    assertStringIncludes(notes[0] ?? "", "allowTools() and onPermission() will not be reached");
    const output = await session.preToolUse("Edit", { file_path: "/a", old_string: "a", new_string: "b" });
    assertEquals(output.hookSpecificOutput.permissionDecision, "deny");
    await open({
      options: { permissionMode: "bypassPermissions", onDiagnostic },
      pipeline: pipe(onlyTools("Read"), allowTools("Read")),
    });
    assertEquals(notes.length, 1); // onlyTools makes calls ask, so that the policy is reached.
  }),
);
