import { assert, assertEquals } from "@std/assert";
import { canUseTool, controlSuccess, init, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { type FarEnd, handshake, prompt, takePrompt } from "./_far_end.ts";
import { type Session, session, settled, turnsOf, type Watch } from "./_session.ts";

const SESSION = "5e551040-0000-4000-8000-000000000000";
const RUNNING = { type: "system", subtype: "session_state_changed", state: "running", session_id: SESSION };
const IDLE = { type: "system", subtype: "session_state_changed", state: "idle", session_id: SESSION };
const ASKS = { type: "system", subtype: "session_state_changed", state: "requires_action", session_id: SESSION };

function started(id: string, type = "local_agent"): object {
  return { type: "system", subtype: "task_started", task_id: id, tool_use_id: `tool-${id}`, task_type: type };
}

function updated(id: string, status = "completed"): object {
  return { type: "system", subtype: "task_updated", task_id: id, patch: { status } };
}

function notified(id: string, status = "completed"): object {
  return { type: "system", subtype: "task_notification", task_id: id, status, summary: "done" };
}

function launched(id: string): object {
  return {
    type: "user",
    message: { role: "user", content: [{ type: "tool_result", tool_use_id: `tool-${id}`, content: "launched" }] },
    parent_tool_use_id: null,
    session_id: SESSION,
  };
}

const OWED = result({ origin: { kind: "task-notification" }, result: "the subagent is done" });
const OURS = result({ result: "I sent a subagent" });

/** Says frames one after another; after each the input must still be open. */
async function stillOpen(at: Session, ...frames: object[]): Promise<void> {
  for (const frame of frames) {
    at.cli.push(frame);
    await settled(at);
    assert(!at.cli.isEnded, `The input was closed after ${JSON.stringify(frame).slice(0, 120)}`);
  }
}

async function begin(frames: object[], prompts: string[] = ["go"]): Promise<Session> {
  const at = session(prompts, { pipeline: (events) => events.pipe(onPermission((asked) => asked.allow())) });
  await handshake(at.cli);
  await takePrompt(at.cli);
  await stillOpen(at, ...frames);
  return at;
}

async function finish({ cli, watch }: { cli: FarEnd; watch: Watch }, unsettled: string[] = []): Promise<void> {
  await cli.ended;
  cli.exit();
  await watch.complete();
  const last = watch.events.at(-1);
  assertEquals(last?.type === "run_end" && last.unsettled, unsettled);
}

quietTest(
  "2.1.332: a background agent keeps the run open, its requests are answered, the owed turn is awaited",
  async () => {
    const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS]);
    await stillOpen(at, ASKS, canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await at.cli.until("allow r-1");
    await stillOpen(at, controlSuccess("r-1"), RUNNING, updated("a"), notified("a"));
    await stillOpen(at, { type: "system", subtype: "background_tasks_changed", tasks: [] }, init(), OWED);
    at.cli.push(IDLE);
    await finish(at);
    assertEquals(turnsOf(at.watch).map((turn) => turn.unsolicited), [false, true]);
    assertEquals(at.cli.log, ["initialize", 'prompt "go"', "allow r-1", "EOF"]);
  },
);

quietTest(
  "2.1.197: the gap in which an agent has ended, its turn is owed and the CLI says idle is waited through",
  async () => {
    const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS, IDLE]);
    await stillOpen(at, ASKS, canUseTool("Bash", { command: "make" }, { requestId: "r-1" }));
    await at.cli.until("allow r-1");
    await stillOpen(at, RUNNING, IDLE, updated("a"));
    await stillOpen(at, RUNNING, notified("a"), init(), OWED);
    at.cli.push(IDLE);
    await finish(at);
    assertEquals(turnsOf(at.watch).length, 2);
  },
);

quietTest("2.1.332: an agent that ends while the main turn streams owes its turn after the result", async () => {
  const at = await begin([
    RUNNING,
    init(),
    started("a"),
    launched("a"),
    updated("a"),
    notified("a"),
    OURS,
    init(),
    OWED,
  ]);
  at.cli.push(IDLE);
  await finish(at);
});

quietTest("2.1.197: the notification comes only after the result of the turn in which the agent ended", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), updated("a"), OURS]);
  await stillOpen(at, notified("a"), init(), OWED);
  at.cli.push(IDLE);
  await finish(at);
});

for (const [version, notice] of [["2.1.332", [notified("a")]], ["2.1.197", []]] as [string, object[]][]) {
  quietTest(`${version}: an agent whose news are folded into the running turn owes nothing`, async () => {
    const at = await begin([RUNNING, init(), started("a"), launched("a"), updated("a"), ...notice]);
    await stillOpen(at, {
      type: "user",
      isReplay: true,
      uuid: "fresh",
      message: { role: "user", content: "<task-notification>\n<task-id>a</task-id>\n</task-notification>" },
      parent_tool_use_id: null,
      session_id: SESSION,
    }, OURS);
    at.cli.push(IDLE);
    await finish(at);
    assertEquals(turnsOf(at.watch).length, 1);
  });
}

quietTest("2.1.332: two agents that end apart owe a turn each, with no idle between", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), started("b"), launched("b"), OURS]);
  await stillOpen(at, updated("a"), notified("a"), init(), OWED);
  await stillOpen(at, updated("b"), notified("b"), init(), OWED);
  at.cli.push(IDLE);
  await finish(at);
  assertEquals(turnsOf(at.watch).map((turn) => turn.unsolicited), [false, true, true]);
});

quietTest("a subagent in front is settled by its tool result", async () => {
  const at = await begin([RUNNING, init(), started("a"), updated("a"), notified("a"), launched("a"), OURS]);
  at.cli.push(IDLE);
  await finish(at);
});

quietTest("an agent that was stopped or killed owes no turn", async () => {
  for (const status of ["killed", "stopped"]) {
    const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS, updated("a", status)]);
    at.cli.push(notified("a", status), IDLE);
    await finish(at);
    assertEquals(turnsOf(at.watch).length, 1);
  }
});

quietTest("a shell command in the background does not keep the run open", async () => {
  const at = await begin([RUNNING, init(), started("sh", "local_bash"), OURS]);
  at.cli.push(IDLE);
  await finish(at);
});

quietTest("2.1.332: the next prompt is written while an agent works, although the CLI never says idle", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS], ["go", "and now"]);
  await at.cli.until('prompt "and now"');
  await stillOpen(at, init(), result({ result: "second" }), updated("a"), notified("a"), init(), OWED);
  at.cli.push(IDLE);
  await finish(at);
  assertEquals(turnsOf(at.watch).map((turn) => turn.text), ["I sent a subagent", "second", "the subagent is done"]);
});

quietTest("a prompt that is folded into an owed turn settles what was owed", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS], ["go", "and now"]);
  await at.cli.until('prompt "and now"');
  const uuid = at.cli.lines.at(-1)?.uuid;
  await stillOpen(at, updated("a"), notified("a"), init());
  await stillOpen(at, { type: "user", isReplay: true, uuid, message: { role: "user", content: "and now" } });
  await stillOpen(at, { ...OWED, user_message_uuids: [uuid] });
  at.cli.push(IDLE);
  await finish(at);
  assertEquals(turnsOf(at.watch).map((turn) => turn.unsolicited), [false, false]);
});

quietTest("a prompt folded into an owed turn settles it also where the CLI tells nothing of its state", async () => {
  const at = session("go");
  await handshake(at.cli);
  const { uuid } = await prompt(at.cli);
  await stillOpen(at, init(), started("a"), launched("a"), updated("a"), notified("a"));
  await stillOpen(at, { type: "user", isReplay: true, uuid, message: { role: "user", content: "go" } });
  at.cli.push(OWED);
  await finish(at);
  assertEquals(turnsOf(at.watch).map((turn) => turn.unsolicited), [false]);
});

quietTest("an agent whose record says killed owes nothing, though no notification comes", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS]);
  at.cli.push(updated("a", "killed"), IDLE);
  await finish(at);
});

quietTest(
  "turn-01: a result while an agent works is no end; the input stays open until the owed turn's result",
  async () => {
    const at = session("go");
    await handshake(at.cli);
    await takePrompt(at.cli);
    await stillOpen(at, init(), started("t1"), {
      type: "system",
      subtype: "background_tasks_changed",
      tasks: [{ task_id: "t1" }],
    }, result({ result: "waiting" }));
    await stillOpen(at, notified("t1"), { type: "assistant", message: { id: "m", role: "assistant", content: [] } });
    await stillOpen(at, { type: "system", subtype: "background_tasks_changed", tasks: [] });
    at.cli.push(result({ result: "final" }), sessionState("idle"));
    await finish(at);
    assertEquals(turnsOf(at.watch).map((turn) => turn.text), ["waiting", "final"]);
  },
);

quietTest("turn-02: completed updates alone settle no agent; the run ends after the third result", async () => {
  const at = await begin([RUNNING, init(), started("t1"), started("t2"), OURS, updated("t1"), updated("t2")]);
  await stillOpen(at, notified("t1"), init(), { ...OWED, result: "second" });
  await stillOpen(at, notified("t2"), init(), { ...OWED, result: "third" });
  at.cli.push(IDLE);
  await finish(at);
  assertEquals(turnsOf(at.watch).map((turn) => turn.text), ["I sent a subagent", "second", "third"]);
});

quietTest("turn-05: a process that ends with one of three agents unsettled is no plain success", async () => {
  const at = await begin([RUNNING, init(), started("t1"), started("t2"), started("t3"), OURS]);
  await stillOpen(at, notified("t1"), init(), OWED, notified("t2"), init(), {
    ...OWED,
    result: "waiting for the third",
  });
  at.cli.exit(0);
  await at.watch.complete();
  const last = at.watch.events.at(-1);
  assertEquals(last?.type === "run_end" && last.unsettled, ["t3"]);
});

quietTest(
  "settleMs: at the ceiling the run is stopped by an interrupt, then EOF, and RunEnd names the agent",
  async () => {
    const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS]);
    at.clock.advance(599_999);
    await stillOpen(at, { type: "system", subtype: "task_progress", task_id: "a" });
    at.clock.advance(1);
    await at.cli.until("interrupt");
    assert(!at.cli.isEnded, "EOF came before the interrupt was answered");
    at.cli.answer(at.cli.lines.at(-1)!);
    await at.cli.ended;
    assertEquals(at.cli.log, ["initialize", 'prompt "go"', "interrupt", "EOF"]);
    at.cli.exit(0);
    await at.watch.complete();
    const last = at.watch.events.at(-1);
    assertEquals(last?.type === "run_end" && last.unsettled, ["a"]);
    assertEquals(at.clock.waiting, 0);
  },
);

quietTest("settleMs: a CLI that never says idle after the last turn is stopped too", async () => {
  const at = await begin([RUNNING, init(), OURS]);
  at.clock.advance(600_000);
  await at.cli.until("interrupt");
  at.cli.answer(at.cli.lines.at(-1)!);
  await finish(at);
});

quietTest("settleMs is counted anew after each prompt", async () => {
  const at = await begin([RUNNING, init(), started("a"), launched("a"), OURS]);
  at.clock.advance(500_000);
  const { agentOf } = await import("../../../lib/agent/brand.ts");
  agentOf(at.watch.events[0]!).send("still there?");
  await stillOpen(at, init(), result());
  at.clock.advance(500_000);
  await stillOpen(at, updated("a"), notified("a"), init(), OWED);
  at.cli.push(IDLE);
  await finish(at);
  assertEquals(at.cli.log.includes("interrupt"), false);
});

quietTest(
  "settleMs: a prompt that waits for a CLI that never says idle is written all the same: the CLI queues it",
  async () => {
    const at = await begin([RUNNING, init(), OURS], ["go", "and now"]);
    assertEquals(at.cli.log, ["initialize", 'prompt "go"']);
    at.clock.advance(600_000);
    await takePrompt(at.cli);
    at.cli.push(result(), IDLE);
    await finish(at);
    assertEquals(turnsOf(at.watch).map((turn) => turn.prompt?.content), ["go", "and now"]);
  },
);
