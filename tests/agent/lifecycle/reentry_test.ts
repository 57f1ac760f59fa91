import { assertEquals } from "@std/assert";
import { ReplaySubject, tap } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import { claude } from "../../../lib/agent/claude.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { converse } from "../../../lib/operators/converse.ts";
import { result } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { begin, endTurn, type FarEnd, farEnd, handshake, request, takePrompt } from "./_far_end.ts";
import { session, settled, Watch } from "./_session.ts";

/** Answers each prompt, as a CLI that tells nothing of its state; gives the prompts when the input is closed. */
async function promptsUntilEnd(cli: FarEnd): Promise<string[]> {
  await handshake(cli);
  try {
    for (;;) {
      await cli.nextLine((line) => line.type === "user");
      cli.push(result());
    }
  } catch {
    cli.exit(0);
  }
  return cli.log.filter((entry) => entry.startsWith("prompt")).map((entry) => entry.slice("prompt ".length));
}

const DOORS: [string, AgentEvent["type"]][] = [["result", "result"], ["end", "turn_end"]];

for (const [what, type] of DOORS) {
  quietTest(`a source that completes while a turn's ${what} flows past does not cut off the continuation`, async () => {
    const prompts = new ReplaySubject<string>();
    prompts.next("one");
    const { cli, watch } = session(prompts, {
      pipeline: (events) =>
        events.pipe(
          converse((_turn, index) => index === 0 ? "and on" : undefined),
          tap((event) => event.type === type && prompts.complete()),
        ),
    });
    assertEquals(await promptsUntilEnd(cli), ['"one"', '"and on"']);
    await watch.complete();
  });

  quietTest(`a continuation goes before what is asked and what waits while a turn's ${what} flows past`, async () => {
    let asked = false;
    const { cli, watch } = session(["one", "two"], {
      pipeline: (events) =>
        events.pipe(
          converse((_turn, index) => index === 0 ? "and on" : undefined),
          tap((event) => {
            if (event.type !== type || asked) return;
            asked = true;
            agentOf(event).ask("asked");
          }),
        ),
    });
    assertEquals((await promptsUntilEnd(cli)).slice(0, 2), ['"one"', '"and on"']);
    await watch.complete();
  });
}

quietTest("a control request that is made while the Opening flows past goes out after initialize", async () => {
  const done: string[] = [];
  const s = session("go", {
    pipeline: (events) =>
      events.pipe(
        tap((event) => {
          if (event.type === "opening") agentOf(event).setPermissionMode("plan").then(() => done.push("plan"));
        }),
      ),
  });
  await handshake(s.cli);
  s.cli.answer(await request(s.cli, "set_permission_mode"), { mode: "plan" });
  await takePrompt(s.cli);
  await settled(s);
  assertEquals([s.cli.log.slice(0, 2), done], [["initialize", "set_permission_mode"], ["plan"]]);
  endTurn(s.cli);
  await s.cli.ended;
  s.cli.exit(0);
  await s.watch.complete();
});

quietTest("a control request of a run that never starts is refused", async () => {
  let refused: Promise<string> | undefined;
  const { watch } = session("go", {
    pipeline: (events) =>
      events.pipe(
        tap((event) => {
          if (event.type !== "opening") return;
          const agent = agentOf(event);
          refused = agent.setModel("m").then(() => "sent", (error) => error.name);
          agent.close();
        }),
      ),
  });
  await watch.complete();
  assertEquals(await refused, "UsageError");
});

quietTest(
  "an agent that is closed as soon as its process was started is sent nothing, and its input is closed",
  async () => {
    const cli = farEnd();
    let asked: Promise<string> | undefined;
    const transport = () => {
      queueMicrotask(() => agentOf(watch.events[0]!).close());
      return cli;
    };
    const watch = new Watch(
      claude("go", { transport }).pipe(tap((event) => {
        if (event.type === "opening") asked = agentOf(event).setModel("m").then(() => "sent", (error) => error.name);
      })),
    );
    await cli.until("EOF");
    cli.exit(0);
    await watch.complete();
    assertEquals([cli.log, await asked], [["EOF"], "UsageError"]);
  },
);

quietTest("agentOf tells the agent of a diagnostic already in onDiagnostic", async () => {
  const pids: unknown[] = [];
  const { cli, watch } = session("go", { onDiagnostic: (note) => pids.push(agentOf(note).pid) });
  await begin(cli);
  cli.push("a stray line\n");
  endTurn(cli);
  await cli.ended;
  cli.exit(0);
  await watch.complete();
  assertEquals(pids, [4242]);
});
