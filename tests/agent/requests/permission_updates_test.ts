import { assertEquals, assertStringIncludes } from "@std/assert";
import type { PermissionRequest } from "../../../lib/agent/events.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { type PermissionUpdate, sessionUpdates } from "../../../lib/protocol/control.ts";
import { guarded } from "./_guarded.ts";

const rules = [{ toolName: "Bash", ruleContent: "make test" }];

const UPDATES: PermissionUpdate[] = [
  { type: "addRules", rules, behavior: "allow", destination: "session" },
  { type: "replaceRules", rules: [{ toolName: "Read" }], behavior: "ask", destination: "userSettings" },
  { type: "removeRules", rules, behavior: "deny", destination: "projectSettings" },
  { type: "setMode", mode: "plan", destination: "localSettings" },
  { type: "addDirectories", directories: ["/srv/data"], destination: "cliArg" },
  { type: "removeDirectories", directories: ["/srv/data"], destination: "session" },
];

Deno.test(
  "request.allow() writes every kind of update as it was given",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onPermission((request) => request.allow(undefined, { updates: UPDATES })) });
    assertEquals(await session.permission("Bash", { command: "make" }), {
      behavior: "allow",
      updatedInput: { command: "make" },
      updatedPermissions: UPDATES,
    });
  }),
);

Deno.test(
  "request.allow() with an input and with updates writes both",
  guarded(async ({ open }) => {
    const pipeline = onPermission((request) =>
      request.allow({ command: "make -n" }, { updates: sessionUpdates(request.suggestions) })
    );
    const session = await open({ pipeline });
    const fields = { permission_suggestions: UPDATES as unknown as Record<string, unknown>[] };
    assertEquals(await session.permission("Bash", { command: "make" }, fields), {
      behavior: "allow",
      updatedInput: { command: "make -n" },
      updatedPermissions: [{ type: "addRules", rules, behavior: "allow", destination: "session" }],
    });
  }),
);

const WRONG: [string, unknown, RegExp][] = [
  ["another type", { type: "addRule", rules, behavior: "allow", destination: "session" }, /type is one of addRules/],
  ["no destination", { type: "addRules", rules, behavior: "allow" }, /destination/],
  ["another destination", { ...UPDATES[0], destination: "policySettings" }, /destination/],
  ["another behavior", { ...UPDATES[0], behavior: "always" }, /behavior/],
  ["rules that are texts", { ...UPDATES[0], rules: ["Bash(make test)"] }, /rules/],
  ["a rule without a tool", { ...UPDATES[0], rules: [{ ruleContent: "x" }] }, /toolName/],
  ["a mode that is none", { type: "setMode", mode: "yolo", destination: "session" }, /mode/],
  [
    "directories that are no texts",
    { type: "addDirectories", directories: [1], destination: "session" },
    /directories/,
  ],
  ["a field that is not known", { ...UPDATES[0], scope: "all" }, /scope/],
  ["null", null, /type is one of/],
];

for (const [what, update, expected] of WRONG) {
  Deno.test(
    `request.allow() an update with ${what} is one deny and a diagnostic`,
    guarded(async ({ open, printed }) => {
      const session = await open({
        pipeline: onPermission((request) =>
          request.allow(undefined, { updates: [UPDATES[0]!, update as PermissionUpdate] })
        ),
      });
      const { behavior, ...rest } = await session.permission("Bash", { command: "make" });
      assertEquals([behavior, "updatedPermissions" in rest], ["deny", false]);
      const [note] = session.diagnostics("responder_failed");
      assertStringIncludes(note?.message ?? "", "is no permission update");
      assertEquals(expected.test(note?.message ?? ""), true, note?.message);
      assertEquals(printed.length, 1);
    }),
  );
}

for (const type of ["removeRules", "replaceRules"] as const) {
  for (const behavior of ["deny", "ask"] as const) {
    Deno.test(
      `request.allow() an update that takes back the ${behavior} rules of the start by ${type} is a deny`,
      guarded(async ({ open }) => {
        const rules = [{ toolName: "Bash", ruleContent: "git push *" }];
        const update: PermissionUpdate = { type, rules, behavior, destination: "cliArg" };
        const session = await open({
          pipeline: onPermission((request) => request.allow(undefined, { updates: [update] })),
        });
        assertEquals((await session.permission("Bash", { command: "make" })).behavior, "deny");
        const [note] = session.diagnostics("responder_failed");
        assertStringIncludes(note?.message ?? "", "takes back what the agent was started with");
      }),
    );
  }
}

Deno.test("sessionUpdates() keeps what adds rules or directories to the session, and moves nothing there", () => {
  const directories: PermissionUpdate = { type: "addDirectories", directories: ["/srv"], destination: "session" };
  assertEquals(sessionUpdates([...UPDATES, directories]), [UPDATES[0]!, directories]);
  const mode: PermissionUpdate = { type: "setMode", mode: "bypassPermissions", destination: "session" };
  assertEquals(sessionUpdates([mode, { ...UPDATES[0]!, destination: "localSettings" } as PermissionUpdate]), []);
});

Deno.test(
  "request.suggestions holds the kinds that are known, the frame all of them",
  guarded(async ({ open }) => {
    let seen: PermissionRequest | undefined;
    const session = await open({ pipeline: onPermission((request) => void (seen = request)) });
    const odd = { type: "grantMoon", destination: "session" };
    await session.permission("Bash", { command: "make" }, {
      permission_suggestions: [odd, { ...UPDATES[3], note: 1 }],
    });
    assertEquals(seen?.suggestions as unknown, [{ ...UPDATES[3], note: 1 }]);
    assertEquals(seen?.frame.request.permission_suggestions?.[0], odd);
  }),
);

Deno.test(
  "PermissionRequest tells what the CLI told, in camelCase",
  guarded(async ({ open }) => {
    let seen: PermissionRequest | undefined;
    const session = await open({ pipeline: onPermission((request) => void (seen = request)) });
    await session.permission("mcp__notes__add", { text: "a" }, {
      title: "Notes",
      display_name: "Add a note",
      description: "Adds a note",
      blocked_path: "/etc/x",
      decision_reason: "outside",
      decision_reason_type: "workingDir",
      mcp_server: { name: "notes", source: "user" },
      agent_id: "a-1",
    });
    const { title, displayName, description, blockedPath, reason, reasonType, mcpServer, subagentId } = seen!;
    assertEquals(
      [title, displayName, description, blockedPath, reason, reasonType, subagentId],
      ["Notes", "Add a note", "Adds a note", "/etc/x", "outside", "workingDir", "a-1"],
    );
    assertEquals(mcpServer, { name: "notes", source: "user" });
    assertEquals([seen?.requiresUserInteraction, seen?.defaultToNo, seen?.matchedAskRule], [false, false, undefined]);
  }),
);

Deno.test(
  "PermissionRequest leaves out what describes the call in a shape that nothing could read",
  guarded(async ({ open }) => {
    let seen: PermissionRequest | undefined;
    const session = await open({ pipeline: onPermission((request) => (seen = request).allow()) });
    const odd = {
      description: 1,
      title: [],
      display_name: {},
      decision_reason: null,
      mcp_server: "x",
      blocked_path: 2,
    };
    const answer = await session.permission("Bash", { command: "x" }, odd);
    assertEquals(answer.behavior, "allow");
    const { description, title, displayName, reason, mcpServer, blockedPath } = seen!;
    assertEquals([description, title, displayName, reason, mcpServer, blockedPath], Array(6).fill(undefined));
  }),
);
