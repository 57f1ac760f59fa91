import { assert, assertEquals } from "@std/assert";
import { share } from "rxjs";
import { agentOf } from "../../../lib/agent/brand.ts";
import { claude } from "../../../lib/agent/claude.ts";
import type { AgentEvent } from "../../../lib/agent/events.ts";
import { allowTools } from "../../../lib/operators/allow_tools.ts";
import { budget } from "../../../lib/operators/budget.ts";
import { iterate } from "../../../lib/operators/iterate.ts";
import { onPermission } from "../../../lib/operators/on_permission.ts";
import { pacedMap } from "../../../lib/operators/paced_map.ts";
import { canUseTool, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { begin, endTurn, type FarEnd } from "./_far_end.ts";
import { Processes, Watch } from "./_session.ts";

/** More than is delivered in one slice. */
const PIECES = 2_000;
const FILL = "x".repeat(1_000);

function piece(index: number): object {
  return { type: "stream_event", event: { type: "content_block_delta", index, fill: FILL }, session_id: "s" };
}

function pieces(): string {
  return Array.from({ length: PIECES }, (_, index) => `${JSON.stringify(piece(index))}\n`).join("");
}

function indexOf(event: AgentEvent): number[] {
  return event.type === "stream_event" ? [(event.event as unknown as { index: number }).index] : [];
}

/** A consumer that takes one thing and stands still with it. */
function stuck(): Promise<never> {
  return new Promise(() => {});
}

async function begun(processes: Processes): Promise<FarEnd> {
  const cli = await processes.at(0);
  await begin(cli);
  return cli;
}

async function stopped(cli: FarEnd): Promise<void> {
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
  await cli.until("EOF");
  cli.exit(0);
}

quietTest(
  "pacedMap() that leaves an agent to others: they get all that waits, in order, in more than one task",
  async () => {
    const processes = new Processes();
    const events = claude("go", { transport: processes.transport }).pipe(allowTools("Read"), share());
    const all = new Watch(events);
    const slow = events.pipe(pacedMap(stuck, { highWaterMark: 1 })).subscribe();
    const cli = await begun(processes);
    cli.push(pieces(), canUseTool("Read", { file_path: "/x" }, { requestId: "r-1" }));
    await cli.until("allow r-1");
    slow.unsubscribe();
    // A request that comes while they are delivered is answered before.
    cli.push(canUseTool("Read", { file_path: "/y" }, { requestId: "r-2" }));
    let atRest = PIECES;
    setTimeout(() => atRest = all.events.flatMap(indexOf).length, 0);
    await cli.until("allow r-2");
    endTurn(cli);
    await cli.ended;
    cli.exit(0);
    await all.complete();
    assert(atRest < PIECES, "All was delivered in one task");
    assertEquals(all.events.flatMap(indexOf), Array.from({ length: PIECES }, (_, index) => index));
    assertEquals(all.events.slice(-4).map(({ type }) => type).includes("turn_end"), true);
    assertEquals(all.events.at(-1)?.type, "run_end");
    assertEquals(cli.log.filter((entry) => entry.startsWith("allow")), ["allow r-1", "allow r-2"]);
  },
);

quietTest("iterate() that is left: requests that came ahead are refused once, and the process goes", async () => {
  const processes = new Processes();
  const events = claude("go", { transport: processes.transport }).pipe(onPermission(stuck));
  const walk = iterate(events, { highWaterMark: 1 })[Symbol.asyncIterator]();
  const { value: opening } = await walk.next();
  const cli = await begun(processes);
  cli.push(pieces(), canUseTool("Read", { file_path: "/x" }, { requestId: "r-1" }));
  cli.push(result({ total_cost_usd: 1 }), sessionState("idle"));
  await walk.next();
  const left = walk.return!();
  await cli.until("deny r-1");
  await stopped(cli);
  await left;
  assertEquals(await agentOf(opening!).exited, { code: 0, signal: null });
  assertEquals(cli.log.filter((entry) => entry.endsWith("r-1")), ["deny r-1"]);
  assertEquals(cli.log.includes("SIGINT"), false);
});

quietTest("iterate() that is left with a budget: what waits is counted all the same", async () => {
  const processes = new Processes();
  const purse = budget({ usd: 5 });
  const walk = iterate(claude("go", { transport: processes.transport }).pipe(purse), { highWaterMark: 1 });
  const steps = walk[Symbol.asyncIterator]();
  const { value: opening } = await steps.next();
  const cli = await begun(processes);
  cli.push(pieces(), result({ total_cost_usd: 2 }), sessionState("idle"));
  cli.push(canUseTool("Read", { file_path: "/x" }, { requestId: "r-1" }));
  await cli.until("deny r-1");
  const left = steps.return!();
  await stopped(cli);
  await left;
  await agentOf(opening!).exited;
  assertEquals(purse.spent.usd, 2);
});

quietTest("iterate() that is left with two prompts out: the one whose result waits is known to be done", async () => {
  const processes = new Processes();
  const walk = iterate(claude("go", { transport: processes.transport }), { highWaterMark: 1 });
  const steps = walk[Symbol.asyncIterator]();
  const { value: opening } = await steps.next();
  const cli = await begun(processes);
  agentOf(opening!).send("and this");
  cli.push(pieces(), result(), sessionState("running"));
  cli.push(canUseTool("Read", { file_path: "/x" }, { requestId: "r-1" }));
  await cli.until("deny r-1");
  const left = steps.return!();
  await stopped(cli);
  await left;
  assertEquals(cli.log.includes("SIGINT"), false);
});
