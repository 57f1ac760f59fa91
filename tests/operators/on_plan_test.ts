import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { pipe } from "rxjs";
import type { Decision } from "../../lib/agent/events.ts";
import { allowTools } from "../../lib/operators/allow_tools.ts";
import { onPlan, type ProposedPlan } from "../../lib/operators/on_plan.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { passesOn, play, playCalls } from "./_policy.ts";

const PLANNING = { permissionMode: "plan" } as const;

Deno.test("onPlan() passes every event on", () => passesOn(() => onPlan(() => undefined)));

Deno.test("onPlan() reads the plan, approves and rejects; other tools are not its own", async () => {
  const seen: unknown[] = [];
  const policy = onPlan((plan) => {
    seen.push([plan.plan, plan.planFile, plan.request.toolName]);
    return plan.plan === "Good" ? plan.approve() : plan.reject("Say more");
  });
  const { outcomes } = await playCalls(pipe(allowTools("*"), policy), [
    ["ExitPlanMode", { plan: "Bad" }],
    ["ExitPlanMode", { plan: "Good" }],
    ["Bash", { command: "make" }],
  ], PLANNING);
  assertEquals(seen, [
    ["Bad", undefined, "ExitPlanMode"],
    ["Good", undefined, "ExitPlanMode"],
  ]);
  assertEquals(outcomes.slice(0, 2).map(({ behavior, message }) => [behavior, message]), [
    ["deny", "Say more"],
    ["allow", undefined],
  ]);
});

Deno.test("onPlan() takes the plan from the message where the request leaves it out", async () => {
  const plans: unknown[] = [];
  const policy = onPlan(({ plan, planFile, approve }) => {
    plans.push(planFile === undefined ? plan : [plan, planFile]);
    return approve();
  });
  await play(policy, async (cli) => {
    await cli.prompt();
    const message = (id: string, plan: string) => ({
      type: "assistant",
      message: {
        id: `m-${id}`,
        role: "assistant",
        content: [{ type: "tool_use", id, name: "ExitPlanMode", input: { plan } }],
      },
      parent_tool_use_id: null,
      session_id: cli.sessionId,
    });
    cli.emit(message("t-1", "Written"));
    const ask = (id: string, input = {}) =>
      cli.request("can_use_tool", { tool_name: "ExitPlanMode", input, tool_use_id: id });
    await ask("t-1");
    await ask("t-1", { plan: "From the file", planFilePath: "/home/me/.claude/plans/p.md" });
    await ask("t-2"); // Another call's plan is not this one's.
    await cli.end();
  }, PLANNING);
  assertEquals(plans, ["Written", ["From the file", "/home/me/.claude/plans/p.md"], undefined]);
});

Deno.test("onPlan() approves for a mode by an update that ends with the session", async () => {
  let decision: Decision | undefined;
  const policy = onPlan(({ approve }) => decision = approve({ mode: "acceptEdits" }));
  const { behaviors } = await playCalls(policy, [
    ["ExitPlanMode", { plan: "p", planFilePath: "/home/me/.claude/plans/p.md" }],
    ["Write", { file_path: "/srv/demo/a", content: "" }], // In that mode the CLI does not ask about it.
    ["Bash", { command: "make" }],
  ], PLANNING);
  assertEquals(behaviors, ["allow", "allow", "deny"]);
  assertEquals(decision, {
    behavior: "allow",
    updatedPermissions: [{ type: "setMode", mode: "acceptEdits", destination: "session" }],
  });
});

Deno.test("onPlan() cannot approve a plan for plan mode; nobody's answer is a deny", async () => {
  const again = await playCalls(onPlan((plan: ProposedPlan) => plan.approve({ mode: "plan" })), [["ExitPlanMode", {}]]);
  assertEquals(again.behaviors, ["deny"]);
  assertStringIncludes(again.failures[0]!, 'another mode than "plan"');
  const nobody = await playCalls(onPlan(() => undefined), [["ExitPlanMode", {}]]);
  assertStringIncludes(nobody.outcomes[0]?.message ?? "", "No policy allowed the tool ExitPlanMode");
  const stopped = await playCalls(onPlan(({ reject }) => reject("Stop it", { interrupt: true })), [[
    "ExitPlanMode",
    {},
  ]]);
  assertEquals(stopped.turns.map(({ outcome }) => outcome), ["denied"]);
});

Deno.test("onPlan() without a function is refused", () => {
  assertThrows(() => onPlan(true as never), UsageError, "give ({ approve })");
});

Deno.test("onPlan() approve() refuses an option that does not exist", async () => {
  let said = "";
  const policy = onPlan((plan) => {
    said = assertThrows(() => plan.approve({ modes: "plan" } as never), UsageError).message;
    return plan.reject("No");
  });
  await playCalls(policy, [["ExitPlanMode", { plan: "Good" }]], PLANNING);
  assertEquals(said, 'Cannot use the option "modes" of approve(): it does not exist, did you mean "mode"?');
});
