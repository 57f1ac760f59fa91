import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { pipe } from "rxjs";
import type { HookRequest } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { guarded } from "./_guarded.ts";

for (const method of ["deny", "ask", "rewrite"] as const) {
  for (const late of [false, true]) {
    Deno.test(
      `onHook() PreToolUse ${method}() without a return${late ? ", asynchronous," : ""} denies the call and says so`,
      guarded(async ({ open }) => {
        const forgetful = (_: unknown, request: HookRequest<"PreToolUse">): undefined | Promise<undefined> => {
          if (method === "rewrite") request.rewrite({ command: "ls" });
          else request[method]("No");
          return late ? Promise.resolve(undefined) : undefined;
        };
        const session = await open({ pipeline: onHook("PreToolUse", forgetful) });
        const output = await session.preToolUse("Bash", { command: "rm x" });
        assertEquals(output.hookSpecificOutput?.permissionDecision, "deny");
        assertMatch(session.diagnostics("responder_failed")[0]!.message, new RegExp(`write return request.${method}`));
      }),
    );
  }
}

Deno.test(
  "onHook() PreToolUse an answer that one responder gave is not missed at the next, which gives none",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        onHook("PreToolUse", (_, request) => request.rewrite({ command: "ls" })),
        onHook("PreToolUse", () => undefined),
      ),
    });
    const output = await session.preToolUse("Bash", { command: "rm x" });
    assertEquals(output.hookSpecificOutput?.updatedInput, { command: "ls" });
  }),
);

for (const late of [false, true]) {
  const given = () => late ? Promise.resolve(undefined) : undefined;
  const how = late ? "an asynchronous handler" : "a handler";

  Deno.test(
    `onPermission() allow() without a return, by ${how}, stays a deny and says so`,
    guarded(async ({ open }) => {
      const forgetful = onPermission((request) => {
        request.allow();
        return given();
      });
      const session = await open({ pipeline: forgetful });
      assertEquals((await session.permission("Bash", { command: "ls" })).behavior, "deny");
      assertEquals(session.diagnostics("warning").map(({ message }) => message), [
        "onPermission() called request.allow() and did not give back the answer that it made, so it has no effect: " +
        "write return request.allow(…)",
      ]);
    }),
  );

  Deno.test(
    `onPermission() deny() without a return, by ${how}, is a deny whatever stands below, and says so`,
    guarded(async ({ open }) => {
      const forgetful = onPermission((request) => {
        request.deny("No");
        return given();
      }, { timeoutMs: 1_000 });
      const session = await open({ pipeline: pipe(forgetful, allowTools("Bash(ls *)")) });
      assertEquals((await session.permission("Bash", { command: "ls x" })).behavior, "deny");
      assertStringIncludes(session.diagnostics("responder_failed")[0]!.message, "write return request.deny(…)");
    }),
  );

  Deno.test(
    `onHook() addContext() without a return, by ${how}, has no effect and says so`,
    guarded(async ({ open }) => {
      const session = await open({
        pipeline: onHook("UserPromptSubmit", (_, request) => {
          request.addContext("It is late");
          return given();
        }),
      });
      assertEquals(await session.hook("UserPromptSubmit", { prompt: "go" }), {});
      assertEquals(session.diagnostics("warning").map(({ message }) => message), [
        'onHook("UserPromptSubmit") called request.addContext() and did not give back the answer that it made, so it ' +
        "has no effect: write return request.addContext(…)",
      ]);
    }),
  );
}

Deno.test(
  "onPermission() that gives its answer back, or makes none, has nothing to be told of",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(
        onPermission(() => undefined),
        onPermission((request) => Promise.resolve(request.allow())),
        onPermission((request) => request.deny("Not reached")),
      ),
    });
    assertEquals((await session.permission("Bash", { command: "ls" })).behavior, "allow");
    assertEquals([session.diagnostics("warning"), session.diagnostics("responder_failed")], [[], []]);
  }),
);

Deno.test(
  "request.allow() and request.deny() refuse options that do not exist",
  guarded(async ({ open }) => {
    const said: string[] = [];
    const session = await open({
      pipeline: onPermission((request) => {
        for (
          const make of [
            () => request.deny("No", { interupt: true } as never),
            () => request.allow(undefined, { update: [] } as never),
          ]
        ) {
          try {
            make();
          } catch (error) {
            said.push((error as Error).message);
          }
        }
        return request.deny("No", { interrupt: true });
      }),
    });
    assertEquals((await session.permission("Bash", { command: "ls" })).behavior, "deny");
    assertEquals(said, [
      'Cannot use the option "interupt" of request.deny(): it does not exist, did you mean "interrupt"?',
      'Cannot use the option "update" of request.allow(): it does not exist, did you mean "updates"?',
    ]);
  }),
);
