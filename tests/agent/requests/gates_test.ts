import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { type MonoTypeOperatorFunction, pipe, tap } from "rxjs";
import type { AgentEvent, ToolCall } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { readOnly } from "../../../lib/operators/read_only.ts";
import type { DenyRule, ToolHookInput } from "../../../mod.ts";
import type { Body } from "./_session.ts";
import { guarded } from "./_guarded.ts";

type Policy = MonoTypeOperatorFunction<AgentEvent>;

const refuseRm: DenyRule = (call) => JSON.stringify(call.input).includes("rm") ? "No rm" : undefined;
const hookAllow = onHookAllow();
const decision = (output: Body) => output.hookSpecificOutput?.permissionDecision;

function onHookAllow(input?: Record<string, unknown>): () => Policy {
  return () => onHook("PreToolUse", (_, request) => request.allow(input));
}

const places: [string, () => Policy][] = [
  ["before", () => pipe(denyTools(refuseRm), onPermission((request) => request.allow()), hookAllow())],
  ["behind", () => pipe(onPermission((request) => request.allow()), hookAllow(), denyTools(refuseRm))],
  ["between", () => pipe(onPermission((request) => request.allow()), denyTools(refuseRm), hookAllow())],
  ["behind allowTools", () => pipe(allowTools("*"), hookAllow(), denyTools(refuseRm))],
  ["among gates", () => pipe(allowTools("*"), hookAllow(), onlyTools("Bash"), denyTools(refuseRm))],
];
for (const [where, policy] of places) {
  Deno.test(
    `denyTools() wins ${where}, at both doors`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: policy() });
      assertEquals(await session.preToolUse("Bash", { command: "rm x" }), {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "No rm",
        },
      });
      assertEquals(await session.permission("Bash", { command: "rm x" }), { behavior: "deny", message: "No rm" });
      assertEquals((await session.permission("Bash", { command: "ls" })).behavior, "allow");
    }),
  );
}

Deno.test(
  "denyTools() refuses before any responder is asked, and the events still pass",
  guarded(async ({ open }) => {
    let asked = 0;
    const session = await open({
      pipeline: pipe(
        onPermission((request) => (asked++, request.allow())),
        onHook("PreToolUse", (_, request) => (asked++, request.allow())),
        denyTools("Bash"),
      ),
    });
    await session.preToolUse("Bash", { command: "ls" });
    await session.permission("Bash", { command: "ls" });
    assertEquals(asked, 0);
    const types = session.events.map((event) => event.type).filter((type) => type === "hook" || type === "permission");
    assertEquals(types, ["hook", "permission"]);
  }),
);

Deno.test(
  "denyTools() judges what an allow at the permission door rewrote",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(denyTools(refuseRm), onPermission((request) => request.allow({ command: "rm -r /" }))),
    });
    assertEquals(await session.permission("Bash", { command: "ls" }), { behavior: "deny", message: "No rm" });
  }),
);

const rewrites: [string, Policy][] = [
  ["a rewrite", onHook("PreToolUse", (_, request) => request.rewrite({ command: "rm -r /" }))],
  ["an allow with an input", onHookAllow({ command: "rm -r /" })()],
  [
    "an ask with an input",
    onHook("PreToolUse", () => ({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        updatedInput: { command: "rm -r /" },
      },
    })),
  ],
  [
    "two rewrites, the second harmful",
    pipe(
      onHook("PreToolUse", (_, request) => request.rewrite({ command: "ls" })),
      onHook("PreToolUse", (_, request) => request.rewrite({ command: "rm -r /" })),
    ),
  ],
  [
    "a toJSON that says something else",
    onHook("PreToolUse", (_, request) => request.rewrite({ toJSON: () => ({ command: "rm -r /" }) })),
  ],
];
for (const [what, policy] of rewrites) {
  Deno.test(
    `denyTools() judges the call as it would run after ${what}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: pipe(denyTools(refuseRm), policy) });
      assertEquals(decision(await session.preToolUse("Bash", { command: "ls" })), "deny");
    }),
  );
}

Deno.test(
  "denyTools() a getter that shows the gate one input cannot run another",
  guarded(async ({ open }) => {
    let looks = 0;
    const shifty = () =>
      Object.defineProperty({}, "command", { enumerable: true, get: () => ++looks > 1 ? "rm -r /" : "ls" });
    const session = await open({
      pipeline: pipe(
        denyTools(refuseRm),
        onHook("PreToolUse", (_, request) => request.rewrite(shifty())),
        onPermission((request) => request.allow(shifty())),
      ),
    });
    assertEquals((await session.preToolUse("Bash", { command: "x" })).hookSpecificOutput.updatedInput, {
      command: "ls",
    });
    looks = 0;
    assertEquals((await session.permission("Bash", { command: "x" })).updatedInput, { command: "ls" });
  }),
);

Deno.test(
  "denyTools() a harmful input that a hook makes harmless is refused as it came",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: pipe(denyTools(refuseRm), onHookAllow({ command: "ls" })()) });
    assertEquals(decision(await session.preToolUse("Bash", { command: "rm x" })), "deny");
  }),
);

const predicates: [string, DenyRule][] = [
  ["throws", () => {
    throw new Error("boom");
  }],
  ["throws what cannot be shown", () => {
    throw Object.create(null);
  }],
  ["is asynchronous", (() => Promise.resolve(undefined)) as never],
  ["rejects", (() => Promise.reject(new Error("boom"))) as never],
  ["gives true", (() => true) as never],
  ["gives null", (() => null) as never],
  ["gives 0", (() => 0) as never],
  ["gives an object", (() => ({})) as never],
  ["gives an empty text", () => ""],
];
for (const [what, predicate] of predicates) {
  Deno.test(
    `denyTools() a predicate that ${what} refuses at both doors`,
    guarded(async ({ open }) => {
      const session = await open({
        pipeline: pipe(denyTools(predicate), onPermission((request) => request.allow()), hookAllow()),
      });
      assertEquals(decision(await session.preToolUse("Bash", { command: "ls" })), "deny");
      const { behavior, message } = await session.permission("Bash", { command: "ls" });
      assertEquals(behavior, "deny");
      assertMatch(message, /Bash/);
      // Once at each door; a text that is empty is a reason all the same.
      const failures = session.diagnostics("responder_failed");
      assertEquals(failures.length, what === "gives an empty text" ? 0 : 2);
      for (const failure of failures) {
        assertMatch(failure.message, /^A rule that judges Bash .*, so the call was refused$/);
        assertEquals(failure.cause instanceof Error || what === "throws what cannot be shown", true);
      }
    }),
  );
}

Deno.test(
  "denyTools() and onlyTools() a predicate that fails is reported with its error",
  guarded(async ({ open }) => {
    const boom = new Error("boom");
    const failing = () => {
      throw boom;
    };
    const denying = await open({ pipeline: denyTools(failing) });
    assertEquals(
      (await denying.permission("Bash", { command: "ls" })).message,
      "A rule that judges Bash failed (boom), so the call was refused",
    );
    const listing = await open({ pipeline: onlyTools(failing, "Read") });
    assertEquals(decision(await listing.preToolUse("Read", { file_path: "/a" })), "ask");
    assertEquals(decision(await listing.preToolUse("Bash", { command: "ls" })), "deny");
    const [first, ...more] = [denying, listing].flatMap((session) => session.diagnostics("responder_failed"));
    assertEquals(first?.message, "A rule that judges Bash failed (boom), so the call was refused");
    assertEquals(more.map(({ message }) => message), [
      "A rule of onlyTools() failed (boom) on Bash, so the call was refused",
    ]);
    assertEquals([first?.cause, more[0]?.cause], [boom, boom]);
  }),
);

Deno.test(
  "denyTools(), onlyTools() and allowTools() predicates may give false for undefined",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        denyTools((call) => call.toolName === "Bash" && "No shell"),
        onlyTools((call) => call.toolName !== "Write"),
        allowTools((call) => call.toolName === "Read"),
      ),
    });
    assertEquals((await session.permission("Bash", { command: "ls" })).message, "No shell");
    assertEquals((await session.permission("Write", { file_path: "/a" })).behavior, "deny");
    assertEquals((await session.permission("Edit", { file_path: "/a" })).behavior, "deny");
    assertEquals((await session.permission("Read", { file_path: "/a" })).behavior, "allow");
    assertEquals(session.diagnostics(), []);
  }),
);

Deno.test(
  "denyTools() a predicate sees the call with its door, subagent, mode and directory",
  guarded(async ({ open }) => {
    const seen: Partial<ToolCall>[] = [];
    const session = await open({
      options: { permissionMode: "acceptEdits", cwd: "/srv/demo" },
      pipeline: denyTools((call) => {
        const { toolName, input, toolUseId, subagentId, door, mode, cwd } = call;
        seen.push({ toolName, input, toolUseId, ...(subagentId === undefined ? {} : { subagentId }), door, mode, cwd });
        return undefined;
      }),
    });
    const call = { tool_name: "Bash", tool_input: { command: "x" }, tool_use_id: "toolu_7", agent_id: "a-1" };
    await session.hook("PreToolUse", call);
    await session.permission("Bash", { command: "x" }, { agent_id: "a-1", tool_use_id: "toolu_7" });
    const common = {
      toolName: "Bash",
      input: { command: "x" },
      toolUseId: "toolu_7",
      subagentId: "a-1",
      mode: "acceptEdits",
      cwd: "/srv/demo",
    } as const;
    assertEquals(seen, [{ ...common, door: "hook" }, { ...common, door: "permission" }]);
  }),
);

for (const [what, predicate] of predicates.slice(0, 5)) {
  Deno.test(
    `onlyTools() a predicate that ${what} covers ${what === "gives true" ? "the call" : "nothing"}`,
    guarded(async ({ open }) => {
      const session = await open({ pipeline: pipe(onlyTools(predicate as never), hookAllow()) });
      const expected = what === "gives true" ? "ask" : "deny";
      assertEquals(decision(await session.preToolUse("Bash", { command: "ls" })), expected);
    }),
  );
}

Deno.test(
  "onlyTools() lets what it covers ask, whatever the responders say, and refuses the rest",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: onlyTools("Read") });
    assertEquals(await session.preToolUse("Read", { file_path: "/a" }), {
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" },
    });
    assertEquals(await session.permission("Read", { file_path: "/a" }), {
      behavior: "deny",
      message: "No policy allowed the tool Read, so it was not run",
    });
    const refused = await session.preToolUse("Write", { file_path: "/a", content: "" });
    assertEquals(decision(refused), "deny");
    assertStringIncludes(refused.hookSpecificOutput.permissionDecisionReason, "onlyTools()");
    assertEquals((await session.permission("Write", { file_path: "/a", content: "" })).behavior, "deny");
  }),
);

Deno.test(
  "onlyTools() keeps a hook's allow for exactly the input that was allowed, once",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: pipe(onlyTools("Bash"), onHookAllow({ command: "ls -l" })()) });
    const asked = await session.preToolUse("Bash", { command: "ls" }, "toolu_1");
    assertEquals(asked.hookSpecificOutput, {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      updatedInput: { command: "ls -l" },
    });
    const other = await session.permission("Bash", { command: "ls" }, { tool_use_id: "toolu_1" });
    assertEquals(other.behavior, "deny");
    const spent = await session.permission("Bash", { command: "ls -l" }, { tool_use_id: "toolu_1" });
    assertEquals(spent.behavior, "deny");
    await session.preToolUse("Bash", { command: "ls" }, "toolu_2");
    const elsewhere = await session.permission("Bash", { command: "ls -l" }, { tool_use_id: "toolu_3" });
    assertEquals(elsewhere.behavior, "deny");
    assertEquals(await session.permission("Bash", { command: "ls -l" }, { tool_use_id: "toolu_2" }), {
      behavior: "allow",
      updatedInput: { command: "ls -l" },
    });
  }),
);

Deno.test(
  "onlyTools() a hook's allow does not answer what is asked of a person",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: pipe(onlyTools("Bash"), hookAllow()) });
    await session.preToolUse("Bash", { command: "ls" });
    const { behavior } = await session.permission("Bash", { command: "ls" }, { decision_reason_type: "rule" });
    assertEquals(behavior, "deny");
  }),
);

Deno.test(
  "onlyTools() a hook's deny stays a deny",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(onlyTools("Bash"), onHook("PreToolUse", (_, request) => request.deny("No"))),
    });
    assertEquals(decision(await session.preToolUse("Bash", { command: "ls" })), "deny");
  }),
);

Deno.test(
  "readOnly() lets reading tools through both doors and nothing else",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: readOnly() });
    assertEquals(decision(await session.preToolUse("Read", { file_path: "/a" })), "ask");
    assertEquals((await session.permission("Read", { file_path: "/a" })).behavior, "allow");
    for (const [tool, input] of [["Bash", { command: "ls" }], ["mcp__x__read", {}], ["Write", { file_path: "/a" }]]) {
      assertEquals(decision(await session.preToolUse(tool as string, input as Record<string, unknown>)), "deny");
      assertEquals((await session.permission(tool as string, input as Record<string, unknown>)).behavior, "deny");
    }
  }),
);

Deno.test(
  "denyTools() judges what the CLI sent, not what an operator made of the event in place",
  guarded(async ({ open }) => {
    const disguise = tap((event: AgentEvent) => {
      if (event.type === "hook") (event.input as ToolHookInput).tool_input.command = "ls";
    });
    const session = await open({ pipeline: pipe(disguise, denyTools(refuseRm)) });
    assertEquals(decision(await session.preToolUse("Bash", { command: "rm x" })), "deny");
    assertEquals(decision(await session.preToolUse("Bash", { command: "cat x" })), undefined);
  }),
);
