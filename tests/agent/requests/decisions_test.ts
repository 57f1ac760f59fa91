import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  defer,
  filter,
  finalize,
  map,
  type MonoTypeOperatorFunction,
  NEVER,
  type Observable,
  pipe,
  share,
  take,
  tap,
} from "rxjs";
import { claudeOn } from "../../../lib/agent/claude.ts";
import { isAdded } from "../../../lib/agent/brand.ts";
import type { AgentEvent, DecisionRecord } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { decisions } from "../../../lib/operators/decisions.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { onlyTools } from "../../../lib/operators/only_tools.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";
import type { SessionParts } from "./_session.ts";
import { systemClock } from "../../../lib/process/mod.ts";
import { scriptTransport } from "../../../lib/testing/script_transport.ts";

/** A pipeline that keeps the records of what it passes on. */
function recorded(policy: MonoTypeOperatorFunction<AgentEvent>) {
  const records: DecisionRecord[] = [];
  const pipeline: MonoTypeOperatorFunction<AgentEvent> = (events) => {
    const shared = events.pipe(policy, share());
    return defer(() => {
      const listening = shared.pipe(decisions()).subscribe({ next: (each) => records.push(each), error: () => {} });
      return shared.pipe(finalize(() => listening.unsubscribe()));
    });
  };
  return { records, parts: { pipeline } satisfies SessionParts };
}

/** What most tests look at. */
function brief({ door, decision, cause, by, rule }: DecisionRecord) {
  return [door, decision, cause, by, rule];
}

Deno.test(
  "decisions() tells who decided a permission, and by which rule",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      allowTools("Read", "Bash(make *)", "Bash(ls)"),
      allowTools((call) => call.toolName === "Glob"),
      onPermission((request) => request.toolName === "Write" ? request.deny("No", { interrupt: true }) : undefined),
    ));
    const session = await open(parts);
    session.clock.advance(1_000);
    await session.permission("Bash", { command: "make test && ls" });
    await session.permission("Glob", { pattern: "*" });
    await session.permission("Write", { file_path: "/a", content: "" });
    await session.permission("WebFetch", { url: "http://a" });
    assertEquals(records.map(brief), [
      ["permission", "allow", "answered", "allowTools()", "Bash(make *), Bash(ls)"],
      ["permission", "allow", "answered", "allowTools()", "function"],
      ["permission", "deny", "answered", "onPermission()", undefined],
      ["permission", "deny", "nobody", undefined, undefined],
    ]);
    assertEquals(records[2], {
      at: "1970-01-01T00:00:01.000Z",
      ms: 0,
      door: "permission",
      toolName: "Write",
      cwd: undefined,
      input: { file_path: "/a", content: "" },
      toolUseId: "toolu_1",
      decision: "deny",
      cause: "answered",
      by: "onPermission()",
      message: "No",
      interrupt: true,
      forPerson: false,
      flags: {},
      requestId: "n-3",
    });
    assertMatch(records[3]?.message ?? "", /No policy allowed the tool WebFetch/);
  }),
);

Deno.test(
  "decisions() tells which gate refused a call, at which door, by which rule, and what was unproved",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      denyTools("Bash(git push *)", (call) => call.toolName === "Write" ? "No files" : undefined),
      allowTools("*"),
    ));
    const session = await open(parts);
    await session.preToolUse("Bash", { command: "git push" });
    await session.preToolUse("Bash", { command: "$TOOL push" });
    await session.preToolUse("Write", { file_path: "/a" });
    await session.preToolUse("Read", { file_path: "/a" });
    await session.permission("Bash", { command: "git push origin" });
    assertEquals(records.map(brief), [
      ["hook", "deny", "gate", "denyTools()", "Bash(git push *)"],
      ["hook", "deny", "gate", "denyTools()", "Bash(git push *)"],
      ["hook", "deny", "gate", "denyTools()", "function"],
      ["hook", "none", "nobody", undefined, undefined],
      ["permission", "deny", "gate", "denyTools()", "Bash(git push *)"],
    ]);
    assertEquals(records[0]?.unproved, undefined);
    assertStringIncludes(records[1]?.unproved ?? "", "$TOOL");
    assertEquals([records[2]?.message, records[2]?.forPerson, records[2]?.flags], ["No files", undefined, undefined]);
  }),
);

Deno.test(
  "decisions() tells what an asking gate, a hook's allow and a hook's rewrite came to",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      onlyTools("Bash"),
      onHook("PreToolUse", (input, request) => {
        const { command } = input.tool_input as { command: string };
        if (command === "ls") return request.allow();
        return command === "make" ? request.rewrite({ command: "make -n" }) : undefined;
      }),
    ));
    const session = await open(parts);
    await session.preToolUse("Bash", { command: "ls" }, "toolu_1");
    await session.permission("Bash", { command: "ls" }, { tool_use_id: "toolu_1" });
    await session.preToolUse("Bash", { command: "make" }, "toolu_2");
    await session.preToolUse("Read", { file_path: "/a" }, "toolu_3");
    assertEquals(records.map(brief), [
      ["hook", "ask", "gate", "onlyTools()", undefined],
      ["permission", "allow", "answered", 'onHook("PreToolUse")', undefined],
      ["hook", "ask", "gate", "onlyTools()", undefined],
      ["hook", "deny", "gate", "onlyTools()", undefined],
    ]);
    assertEquals(records[2]?.updatedInput, { command: "make -n" });
  }),
);

Deno.test(
  "ctl-05: the record of a withdrawn request says cancelled",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(onPermission(() => NEVER));
    const session = await open(parts);
    session.push(canUseTool("Bash", { command: "ls" }, { requestId: "r-9" }));
    await session.barrier();
    session.clock.advance(100);
    session.cancel("r-9");
    await session.barrier();
    assertEquals(records.map(brief), [["permission", "cancelled", "withdrawn", undefined, undefined]]);
    assertEquals([records[0]?.ms, records[0]?.requestId, records[0]?.message], [100, "r-9", undefined]);
  }),
);

Deno.test(
  "perm-07: two requests at once are recorded each with its own id, agent and time",
  guarded(async ({ open }) => {
    const slow = Promise.withResolvers<void>();
    const { records, parts } = recorded(onPermission(async (request) => {
      if (request.subagentId !== undefined) await slow.promise;
      return request.allow();
    }));
    const session = await open(parts);
    session.push(canUseTool("Bash", { command: "a" }, { requestId: "r-5", agent_id: "a-1", tool_use_id: "toolu_5" }));
    session.push(canUseTool("Bash", { command: "b" }, { requestId: "r-6", tool_use_id: "toolu_6" }));
    await session.response("r-6");
    session.clock.advance(200);
    slow.resolve();
    await session.response("r-5");
    assertEquals(
      records.map(({ requestId, subagentId, toolUseId, ms, at }) => [requestId, subagentId, toolUseId, ms, at]),
      [
        ["r-6", undefined, "toolu_6", 0, "1970-01-01T00:00:00.000Z"],
        ["r-5", "a-1", "toolu_5", 200, "1970-01-01T00:00:00.200Z"],
      ],
    );
  }),
);

Deno.test(
  "perm-10: the flags of a question for a person are in the record, and allowTools answers none",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(allowTools("*"));
    const session = await open(parts);
    await session.permission("ExitPlanMode", { plan: "p" }, { requires_user_interaction: true });
    const matched_ask_rule = { source: "userSettings", tool_name: "Bash", rule_content: "git push *" };
    await session.permission("Bash", { command: "git push" }, { matched_ask_rule, default_to_no: true });
    assertEquals(records.map(({ decision, cause, forPerson, flags }) => [decision, cause, forPerson, flags]), [
      ["deny", "nobody", true, { requiresUserInteraction: true }],
      ["deny", "nobody", true, { matchedAskRule: matched_ask_rule, defaultToNo: true }],
    ]);
  }),
);

Deno.test(
  "decisions() tells of failures, time limits, wrong requests and the ending",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      onPermission((request) => {
        if (request.toolName === "Bash") throw new Error("boom");
        return request.toolName === "Read" ? NEVER : undefined;
      }, { timeoutMs: 10 }),
      onPermission((request) => request.toolName === "Glob" ? NEVER : undefined),
    ));
    const session = await open({ ...parts, options: { onDiagnostic: () => {} } });
    await session.permission("Bash", { command: "x" });
    session.push(canUseTool("Read", { file_path: "/a" }, { requestId: "r-2" }));
    await session.barrier();
    session.clock.advance(10);
    await session.response("r-2");
    await session.permission("", {});
    session.push(canUseTool("Glob", { pattern: "*" }, { requestId: "r-4" }));
    await session.barrier();
    void session.agent.close();
    await session.response("r-4");
    assertEquals(records.map(brief), [
      ["permission", "deny", "failed", "onPermission()", undefined],
      ["permission", "deny", "timed_out", "onPermission()", undefined],
      ["permission", "deny", "malformed", undefined, undefined],
      ["permission", "deny", "ending", undefined, undefined],
    ]);
  }),
);

Deno.test(
  "decisions() records a request once however often it is delivered, and no hook that nobody looked at",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      allowTools("Bash"),
      onHook("PreToolUse", () => undefined, { matcher: "Write" }),
    ));
    const session = await open(parts);
    const frame = canUseTool("Bash", { command: "x" }, { requestId: "r-1" });
    await session.ask(frame);
    session.push(frame);
    await session.barrier();
    await session.preToolUse("Read", { file_path: "/a" });
    assertEquals(records.map(({ requestId }) => requestId), ["r-1"]);
  }),
);

Deno.test(
  "decisions() does not depend on filters above it that let the opening pass",
  guarded(async ({ start }) => {
    const records: DecisionRecord[] = [];
    const session = start({
      pipeline: (events) => {
        const shared = events.pipe(allowTools("Bash"), share());
        shared.pipe(filter((event) => isAdded("opening", event)), decisions()).subscribe((each) => records.push(each));
        return shared;
      },
    });
    await session.handshake();
    await session.permission("Bash", { command: "x" });
    assertEquals(records.length, 1);
    await session.finish();
  }),
);

Deno.test(
  "decisions() behind a filter that eats the opening is an error before anything starts",
  guarded(async () => {
    const transport = scriptTransport();
    const { promise, resolve } = Promise.withResolvers<unknown>();
    claudeOn(systemClock, "go", { transport, settingSources: [] }).pipe(
      filter(({ type }) => type !== "opening"),
      decisions(),
    ).subscribe({ error: resolve });
    assertMatch(String(await promise), /Cannot use decisions\(\) here: the agent's "opening" event did not reach it/);
    assertEquals(transport.lines, []);
  }),
);

Deno.test(
  "decisions() that comes late gets what is decided from then on, and completes with the agent",
  guarded(async ({ start }) => {
    let shared: Observable<AgentEvent> | undefined;
    const session = start({ pipeline: (events) => shared = events.pipe(allowTools("Bash"), share()) });
    await session.handshake();
    await session.permission("Bash", { command: "early" });
    const seen: unknown[] = [];
    const over = shared!.pipe(decisions(), map(({ input }) => input.command)).forEach((each) => void seen.push(each));
    await session.permission("Bash", { command: "seen as an event" });
    await session.permission("Bash", { command: "late" });
    await session.finish();
    await over;
    assertEquals(seen, ["seen as an event", "late"]);
  }),
);

Deno.test(
  "decisions() that is left leaves nothing behind",
  guarded(async ({ start }) => {
    const records: DecisionRecord[] = [];
    const session = start({
      pipeline: (events) => {
        const shared = events.pipe(allowTools("Bash"), share());
        shared.pipe(decisions(), take(1)).subscribe((each) => records.push(each));
        return shared;
      },
    });
    await session.handshake();
    await session.permission("Bash", { command: "a" });
    await session.permission("Bash", { command: "b" });
    assertEquals(records.map(({ input }) => input), [{ command: "a" }]);
    await session.finish();
  }),
);

Deno.test(
  "decisions() tells of a PreToolUse hook that failed, was late, or forgot what it made",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(onHook("PreToolUse", (input, request) => {
      const { command } = input.tool_input as { command: string };
      if (command === "throws") throw new Error("boom");
      if (command === "late") return NEVER;
      if (command === "forgets") void request.deny("No");
      return undefined;
    }));
    const session = await open({ ...parts, options: { onDiagnostic: () => {}, limits: { hookMs: 30 } } });
    await session.preToolUse("Bash", { command: "throws" });
    session.push(session.hookFrame("PreToolUse", { tool_name: "Bash", tool_input: { command: "late" } }, {
      requestId: "late",
    }));
    await session.barrier();
    session.clock.advance(30);
    await session.response("late");
    await session.preToolUse("Bash", { command: "forgets" });
    await session.preToolUse("Bash", { command: "nothing" });
    const by = 'onHook("PreToolUse")';
    assertEquals(records.map(brief), [
      ["hook", "deny", "failed", by, undefined],
      ["hook", "deny", "timed_out", by, undefined],
      ["hook", "deny", "failed", by, undefined],
      ["hook", "none", "nobody", undefined, undefined],
    ]);
  }),
);

Deno.test(
  "decisions() tells of what waited when the process died, before it fails with the agent",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(onPermission(() => NEVER));
    const session = await open(parts);
    session.transport.push(canUseTool("Bash", { command: "ls" }, { requestId: "r-1" }));
    await session.barrier();
    session.transport.exit(137);
    await session.over;
    assertEquals(records.map(brief), [["permission", "cancelled", "gone", undefined, undefined]]);
  }),
);

Deno.test(
  "decisions() says where an allow rests on a path whose links could not be followed",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(allowTools("Read(//srv/project/**)", "WebSearch"));
    const session = await open({ ...parts, options: { cwd: "/srv/project" } });
    await session.permission("Read", { file_path: "/srv/project/a.ts" });
    await session.permission("WebSearch", { query: "*" });
    assertEquals(records.map(({ decision, unproved }) => [decision, unproved]), [
      ["allow", 'symbolic links in "/srv/project/a.ts" were not followed: nothing here can read them'],
      ["allow", undefined],
    ]);
  }),
);

Deno.test(
  "decisions() names nobody where the script itself answers, and the operator that failed",
  guarded(async ({ open }) => {
    const { records, parts } = recorded(pipe(
      tap((event) => {
        if (event.type === "permission" && event.toolName === "Read") event.respondWith(event.allow());
      }),
      onPermission((request) => request.toolName === "Bash" ? ({ behavior: "maybe" }) as never : undefined),
    ));
    const session = await open({ ...parts, options: { onDiagnostic: () => {} } });
    await session.permission("Read", { file_path: "/a" });
    await session.permission("Bash", { command: "x" });
    assertEquals(records.map(brief), [
      ["permission", "allow", "answered", undefined, undefined],
      ["permission", "deny", "failed", "onPermission()", undefined],
    ]);
  }),
);
