import { assert, assertEquals } from "@std/assert";
import { pipe, tap } from "rxjs";
import { isAdded } from "../../../lib/agent/brand.ts";
import type { PermissionRequest } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onHook } from "../../../lib/operators/on_hook.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const LIMITS = { limits: { hookMs: 1_000, permissionMs: 2_000 } };
const CALL = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };

Deno.test(
  "a hook that answers at once is answered before the next frame is read, and no time is set for it",
  guarded(async ({ open }) => {
    const session = await open({
      pipeline: pipe(denyTools("WebFetch"), onHook("PreToolUse", (_, request) => request.deny("No"))),
      options: LIMITS,
    });
    const before = session.clock.waiting;
    // One piece of output, in which the CLI takes the request back: the answer is out by then.
    const request = session.hookFrame("PreToolUse", CALL, { requestId: "h" });
    session.push(request, { type: "control_cancel_request", request_id: "h" });
    await session.barrier();
    assertEquals(session.responses("h").length, 1);
    assertEquals(session.clock.waiting, before);
    assertEquals(session.diagnostics("cancelled"), []);
  }),
);

Deno.test(
  "a hook that takes its time has as long as the limit says, and what follows it no more",
  guarded(async ({ open }) => {
    const waits: number[] = [];
    const session = await open({
      pipeline: pipe(
        onHook("PreToolUse", () => undefined),
        onHook("PreToolUse", () => new Promise((resolve) => setTimeout(() => resolve(undefined), 0))),
        onHook("PreToolUse", () => new Promise<undefined>(() => {})),
      ),
      options: LIMITS,
    });
    const before = session.clock.waiting;
    session.push(session.hookFrame("PreToolUse", CALL, { requestId: "h" }));
    await session.barrier();
    waits.push(session.clock.waiting - before);
    await session.settled();
    await session.settled();
    waits.push(session.clock.waiting - before);
    // One time limit for all of them, which began with the first that took its time.
    assertEquals(waits, [1, 1]);
    session.clock.advance(999);
    assertEquals(session.responses("h"), []);
    session.clock.advance(1);
    const { response } = await session.response("h");
    assertEquals(response.hookSpecificOutput.permissionDecision, "deny");
    assertEquals(session.clock.waiting, before);
  }),
);

Deno.test(
  "a permission request shows its mode and directory as they are when they are read",
  guarded(async ({ open }) => {
    const requests: PermissionRequest[] = [];
    const session = await open({
      pipeline: pipe(
        tap((event) => isAdded("permission", event) && requests.push(event)),
        denyTools("Bash(git push *)"),
        allowTools("Bash(ls *)"),
        onPermission((request) => request.allow()),
      ),
    });
    session.push({ type: "system", subtype: "status", permissionMode: "plan", uuid: "u1", session_id: "s" });
    assertEquals(
      (await session.ask(canUseTool("Read", { file_path: "a" }, { requestId: "p1" }))).response.behavior,
      "allow",
    );
    session.push({ type: "system", subtype: "status", permissionMode: "default", uuid: "u2", session_id: "s" });
    assertEquals(
      (await session.ask(canUseTool("Bash", { command: "ls" }, { requestId: "p2" }))).response.behavior,
      "allow",
    );
    assertEquals(requests.map(({ mode }) => mode), ["default", "default"]);
    const [first] = requests;
    assert(first !== undefined);
    const shown = Object.keys(first);
    for (
      const name of ["mode", "cwd", "toolName", "input", "suggestions", "forPerson", "allow", "deny", "respondWith"]
    ) {
      assert(shown.includes(name), name);
    }
    assertEquals([first.subagentId, "subagentId" in first], [undefined, false]);
  }),
);
