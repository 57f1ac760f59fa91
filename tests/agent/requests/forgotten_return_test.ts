import { assertEquals, assertMatch } from "@std/assert";
import { pipe } from "rxjs";
import type { HookRequest } from "../../../lib/agent/events.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
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
