import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { allowTools, claude, ControlError, onPermission } from "../../../mod.ts";
import type { AgentEvent, ClaudeOptions, Turn } from "../../../mod.ts";
import { Observable } from "rxjs";
import { appeared, ENDLESS, onStage, type Stage, TRACE } from "./_stage.ts";
import { Watch } from "./_watch.ts";

const NEVER_ANSWERED = onPermission(() => new Promise(() => {}));

onStage("Agent.interrupt() in the middle of the answer ends the turn, and the next prompt is taken", async (stage) => {
  stage.server.on("Talk", [{ text: "Once upon a time", hang: true }]);
  const [turn] = await interrupted(stage, {
    prompt: "Talk",
    options: { includePartialMessages: true },
    until: (watch) =>
      watch.until((event) => event.type === "stream_event" && event.event.type === "content_block_delta"),
  });
  assertEquals(turn.result?.terminal_reason, "aborted_streaming");
});

onStage("Agent.interrupt() in the middle of a tool ends the tool too, and the next prompt is taken", async (stage) => {
  stage.server.on("Work", [ENDLESS]);
  const [turn] = await interrupted(stage, {
    prompt: "Work",
    pipeline: allowTools("Bash"),
    until: () => appeared(stage.box, "started"),
  });
  assertEquals(turn.toolUses.map(({ name, isError }) => [name, isError]), [["Bash", true]]);
  assertEquals(await stage.box.read("after"), undefined);
});

onStage(
  "Agent.interrupt() while a permission is pending: its tool does not run, and the next prompt is taken",
  async (stage) => {
    stage.server.on("Work", [TRACE]);
    const signals: AbortSignal[] = [];
    const [, watch] = await interrupted(stage, {
      prompt: "Work",
      pipeline: onPermission((_request, signal) => {
        signals.push(signal);
        return new Promise(() => {});
      }),
      until: (watch) => watch.until((event) => event.type === "permission"),
    });
    assertEquals(signals.map(({ aborted }) => aborted), [true]);
    assertEquals(watch.events.filter((event) => event.type === "diagnostic").map(({ kind }) => kind), ["cancelled"]);
    assertEquals(await stage.box.read("ran"), undefined);
  },
);

onStage(
  "Agent.interrupt() before the first frame of a turn ends that turn, and the next prompt is taken",
  async (stage) => {
    stage.server.on("Work", [TRACE]);
    await interrupted(stage, {
      prompt: "Work",
      pipeline: NEVER_ANSWERED,
      until: (watch) => watch.untilWritten("user"),
    });
    assertEquals(await stage.box.read("ran"), undefined);
  },
);

onStage("Agent.interrupt() says that nothing runs, where nothing runs", async ({ server, options }) => {
  server.on("Hello", ["Hi."]).on("Again", ["Hi again."]);
  const prompts = new Prompts("Hello");
  const watch = new Watch(claude(prompts.source, options));
  await watch.turn(0);
  await watch.until((event) =>
    event.type === "system" && event.subtype === "session_state_changed" && event.state === "idle"
  );
  const error = await assertRejects(() => watch.agent.interrupt(), ControlError, "no turn is running");
  assertEquals(error.kind, "not_running");
  prompts.next("Again");
  assertEquals((await watch.turn(1)).text, "Hi again.");
  prompts.complete();
  await watch.complete();
});

/** What is interrupted, and when. */
interface Plan {
  prompt: string;
  options?: ClaudeOptions;
  pipeline?: (events: Observable<AgentEvent>) => Observable<AgentEvent>;
  until: (watch: Watch) => Promise<unknown>;
}

/** Interrupts a turn, and sees to it that it ended as interrupted and that the session goes on. */
async function interrupted(stage: Stage, plan: Plan): Promise<[Turn, Watch]> {
  stage.server.on("And now?", ["Still here."]);
  const { pipeline = (events) => events } = plan;
  const watch = new Watch(
    pipeline(claude([plan.prompt, "And now?"], { ...stage.options, ...plan.options, onDiagnostic: () => {} })),
  );
  await plan.until(watch);
  await watch.agent.interrupt();
  const turn = await watch.turn(0);
  assertEquals([turn.outcome, turn.failed, turn.prompt?.content], ["interrupted", false, plan.prompt]);
  await watch.complete();
  assertEquals(watch.turns.map(({ outcome }) => outcome), ["interrupted", "success"]);
  assertEquals([watch.turns[1]?.text, watch.turns[1]?.prompt?.content], ["Still here.", "And now?"]);
  assertEquals(watch.turns[1]?.sessionId, turn.sessionId);
  assertEquals(watch.runEnd?.code, 0);
  const seen = JSON.stringify(stage.server.requests.at(-1)!.body.messages);
  assertStringIncludes(seen, "[Request interrupted by user");
  return [turn, watch];
}

/** Prompts that come one by one. */
class Prompts {
  readonly source: Observable<string>;
  next: (prompt: string) => void = () => {};
  complete: () => void = () => {};

  constructor(first: string) {
    this.source = new Observable((subscriber) => {
      this.next = (prompt) => subscriber.next(prompt);
      this.complete = () => subscriber.complete();
      subscriber.next(first);
    });
  }
}
