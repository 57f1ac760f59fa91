import { Subscription } from "rxjs";
import { agentOf } from "../../lib/agent/brand.ts";
import { claude } from "../../lib/agent/claude.ts";
import type { Agent } from "../../lib/agent/agent.ts";
import type { FrameRecord } from "../../lib/agent/events.ts";
import type { SimulatedCli } from "../../lib/testing/scenario.ts";
import type { ToolOutcome } from "../../lib/testing/scenario_options.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { broken, type Witness } from "./invariants.ts";
import { type Deed, makePlan, type Plan } from "./plan.ts";
import { Random } from "./random.ts";
import { policyOf, type Said } from "./script.ts";

/** How long a run may take at most, in milliseconds, until its script gives up. */
const PATIENCE_MS = 400;
/** How long a run may take to end after that. */
const END_MS = 20_000;

/**
 * Plays one made-up run through the whole pipeline.
 *
 * @param seed Says which.
 * @returns Which invariants do not hold, in words; nothing where all do.
 */
export async function playRound(seed: number): Promise<string[]> {
  const plan = makePlan(seed, new Random(seed));
  const said: Said = { allowed: new Set(), asked: new Map() };
  const outcomes: ToolOutcome[] = [];
  const told: string[] = [];
  const simulation = simulate((cli) => act(cli, plan, { outcomes, told }), {
    version: plan.version,
    misbehave: plan.misbehave,
    seed,
  });
  const witness: Witness = { plan, said, outcomes, told, heard: [], frames: [], error: undefined, isDone: false };
  const rejections: unknown[] = [];
  const onRejection = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejections.push(event.reason);
  };
  globalThis.addEventListener("unhandledrejection", onRejection);
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error("The script gave up")), PATIENCE_MS);
  try {
    const agent = await run(witness, simulation, giveUp.signal);
    const wrong = broken(witness);
    const gone = await within(END_MS, agent?.exited ?? Promise.resolve());
    if (!gone) wrong.push("The process is still there");
    if (rejections.length > 0) wrong.push(`A rejection that nobody handled: ${rejections[0]}`);
    return wrong;
  } finally {
    clearTimeout(timer);
    globalThis.removeEventListener("unhandledrejection", onRejection);
  }
}

async function run(
  witness: Witness,
  transport: ReturnType<typeof simulate>,
  signal: AbortSignal,
): Promise<Agent | undefined> {
  const { plan, said } = witness;
  let agent: Agent | undefined;
  let count = 0;
  const prompts = plan.turns.map((_turn, index) => `prompt ${index}`);
  const limits = { graceMs: 30, initializeMs: 200, permissionMs: 10, hookMs: 20, settleMs: 300, lineBytes: 2 ** 20 };
  const events = claude(prompts, { transport, signal, limits, settingSources: [], onDiagnostic: () => {} });
  const subscription = new Subscription();
  const ended = new Promise<void>((resolve) => {
    subscription.add(resolve);
    subscription.add(
      events.pipe(policyOf(plan, said)).subscribe({
        next: (event) => {
          if (event.type === "opening") {
            agent = agentOf(event);
            agent.frames.subscribe((frame: FrameRecord) => witness.frames.push(frame));
          }
          if (event.type === "assistant" && event.parent_tool_use_id === null) {
            for (const block of event.message.content) if (block.type === "text") witness.heard.push(block.text);
          }
          if (++count === plan.leavesAfter) queueMicrotask(() => subscription.unsubscribe());
        },
        error: (error) => {
          witness.error = error;
          resolve();
        },
        complete: () => {
          witness.isDone = true;
          resolve();
        },
      }),
    );
  });
  if (!await within(END_MS, ended)) witness.error = "The run did not end";
  await agent?.exited;
  return agent;
}

async function act(
  cli: SimulatedCli,
  plan: Plan,
  { outcomes, told }: { outcomes: ToolOutcome[]; told: string[] },
): Promise<void> {
  for (const deeds of plan.turns) {
    await cli.prompt();
    for (const deed of deeds) {
      if (cli.aborted) break;
      await perform(cli, deed, { outcomes, told });
    }
    await cli.end();
  }
}

async function perform(
  cli: SimulatedCli,
  deed: Deed,
  { outcomes, told }: { outcomes: ToolOutcome[]; told: string[] },
): Promise<void> {
  switch (deed.kind) {
    case "text": {
      const text = `text ${told.length} naïve 📏`;
      told.push(text);
      return await cli.text(text);
    }
    case "tool":
      return void outcomes.push(await cli.tool("Bash", { command: deed.command }));
    case "noise":
      return cli.raw('Warning: odd\n{"a":1}{"b":2}\n\n[]\nnull\n');
    case "unknown":
      return cli.emit({ type: "brand_new", constructor: { prototype: 1 }, list: [null, {}] });
    case "malformed":
      return cli.emit({ type: "control_request", request_id: crypto.randomUUID(), request: 7 });
    case "strange_request":
      return void await cli.request("frobnicate", { x: [] });
    case "cancelled_request": {
      const id = crypto.randomUUID();
      const input = { command: deed.command };
      const asked = cli.request("can_use_tool", { tool_name: "Bash", input, tool_use_id: `toolu_${id}` }, { id });
      cli.cancel(id);
      return void await asked;
    }
    case "subagent":
      await cli.task({ description: "Look", background: false }, async (subagent) => {
        outcomes.push(await subagent.tool("Bash", { command: "forbidden push" }));
        outcomes.push(await subagent.tool("Bash", { command: "job three" }));
      });
      return;
    case "exit":
      return cli.exit(deed.code);
    case "crash":
      return cli.crash("out of memory");
  }
}

async function within(ms: number, done: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  done.then(() => resolve(true), () => resolve(true));
  const isDone = await promise;
  clearTimeout(timer);
  return isDone;
}
