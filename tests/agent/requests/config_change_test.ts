import { assertEquals } from "@std/assert";
import { pipe } from "rxjs";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { denyTools } from "../../../lib/operators/deny_tools.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { canUseTool, hookCallback } from "../../../lib/testing/frames/mod.ts";
import { guarded } from "./_guarded.ts";

const INPUT = { hook_event_name: "ConfigChange", source: "project_settings" };
const BLOCKED = {
  decision: "block",
  reason: "Gates stand, so a changed configuration is not taken up while the agent runs",
};

Deno.test(
  "with a gate, a changed configuration is not taken up",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: denyTools("Bash") });
    const { response } = await session.ask(hookCallback("turnstream-hook-2", INPUT, { requestId: "h-1" }));
    assertEquals(response, BLOCKED);
  }),
);

Deno.test(
  "with a gate, a changed configuration is not taken up while the agent ends, nor when the call cannot be read",
  guarded(async ({ open }) => {
    const session = await open({ pipeline: denyTools("Bash") });
    const malformed = hookCallback("turnstream-hook-2", { hook_event_name: "Stop" }, { requestId: "h-1" });
    assertEquals((await session.ask(malformed)).response, BLOCKED);
    session.leave();
    session.push(hookCallback("turnstream-hook-2", INPUT, { requestId: "h-2" }));
    assertEquals((await session.response("h-2")).response, BLOCKED);
  }),
);

Deno.test(
  "allowTools() does not answer what the CLI holds back as a write to its own configuration; onPermission does",
  guarded(async ({ open }) => {
    const ask = (id: string) =>
      canUseTool("Write", { file_path: "/srv/a/.claude/settings.json", content: "{}" }, {
        requestId: id,
        decision_reason_type: "safetyCheck",
      } as never);
    const rules = await open({ pipeline: allowTools("*") });
    assertEquals((await rules.ask(ask("p-1"))).response?.behavior, "deny");
    const person = await open({ pipeline: pipe(allowTools("*"), onPermission((request) => request.allow())) });
    assertEquals((await person.ask(ask("p-2"))).response?.behavior, "allow");
  }),
);
