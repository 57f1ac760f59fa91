import { assertEquals, assertInstanceOf, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { concat, finalize, NEVER, of, Subject, throwError } from "rxjs";
import { UsageError } from "../../../lib/protocol/errors.ts";
import { agentOf } from "../../../lib/agent/brand.ts";
import { claude } from "../../../lib/agent/claude.ts";
import type { Prompt } from "../../../lib/agent/prompt.ts";
import type { Prompts } from "../../../lib/agent/prompts.ts";
import { result } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";
import { begin, endRun, endTurn, handshake, prompt, serve, takePrompt } from "./_far_end.ts";
import { Processes, session, settled, turnsOf, Watch } from "./_session.ts";

function* generator(): Generator<string> {
  yield "one";
  yield "two";
}

async function* asyncGenerator(): AsyncGenerator<string> {
  yield await Promise.resolve("one");
  yield "two";
}

const SOURCES: [string, () => Prompts][] = [
  ["an array", () => ["one", "two"]],
  ["a generator", generator],
  ["an async generator", asyncGenerator],
  ["a set", () => new Set(["one", "two"])],
  ["an observable", () => of("one", "two")],
  ["a ReadableStream", () => ReadableStream.from(["one", "two"])],
  ["prompts in full", () => [{ content: "one" }, { content: [{ type: "text", text: "two" }] }]],
];

for (const [what, make] of SOURCES) {
  quietTest(`prompts from ${what} are one turn each, in order`, async () => {
    const { cli, watch } = session(make());
    await handshake(cli);
    const contents: unknown[] = [];
    for (let count = 0; count < 2; count++) {
      const line = await takePrompt(cli);
      contents.push(line.message?.content);
      endTurn(cli);
    }
    await cli.ended;
    cli.exit();
    await watch.complete();
    const two = what === "prompts in full" ? [{ type: "text" as const, text: "two" }] : "two";
    assertEquals(contents, ["one", two]);
    assertEquals(turnsOf(watch).map((turn) => [turn.index, turn.prompt?.content]), [[0, "one"], [1, two]]);
  });
}

quietTest("a prompt goes out with a fresh uuid and nothing that was not asked for", async () => {
  const { cli, watch } = session("hello");
  await handshake(cli);
  const { uuid, ...line } = await prompt(cli);
  assertEquals(line, {
    type: "user",
    message: { role: "user", content: "hello" },
    parent_tool_use_id: null,
    session_id: "",
  });
  assertEquals(typeof uuid === "string" && /^[0-9a-f-]{36}$/.test(uuid), true);
  await endRun(cli);
  await watch.complete();
});

quietTest("a prompt's own uuid and priority are sent as they are", async () => {
  const { cli, watch } = session({ content: "hello", uuid: "mine", priority: "later" });
  await handshake(cli);
  const line = await prompt(cli);
  assertEquals([line.uuid, line.priority], ["mine", "later"]);
  await endRun(cli);
  await watch.complete();
});

quietTest("a generator is asked for a prompt only when one can be sent, and given back at the end", async () => {
  const steps: string[] = [];
  function* source(): Generator<string> {
    try {
      steps.push("first asked");
      yield "one";
      steps.push("second asked");
      yield "two";
      steps.push("third asked");
      yield "three";
    } finally {
      steps.push("given back");
    }
  }
  const { cli, watch } = session(source());
  assertEquals(steps, []);
  await begin(cli);
  await settled({ cli, watch });
  assertEquals(steps, ["first asked"]);
  endTurn(cli);
  await takePrompt(cli);
  assertEquals(steps, ["first asked", "second asked"]);
  watch.subscription.unsubscribe();
  cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
  await cli.ended;
  cli.exit(1);
  assertEquals(steps, ["first asked", "second asked", "given back"]);
});

quietTest("prompts that are used up end the run; none at all does too", async () => {
  const { cli, watch } = session([]);
  await handshake(cli);
  await cli.ended;
  cli.exit();
  await watch.complete();
  assertEquals(cli.log, ["initialize", "EOF"]);
});

quietTest("prompts that come late keep the run open", async () => {
  const source = new Subject<Prompt>();
  const { cli, watch } = session(source);
  await handshake(cli);
  await settled({ cli, watch });
  assertEquals(cli.log, ["initialize"]);
  source.next("now");
  await takePrompt(cli);
  endTurn(cli);
  await settled({ cli, watch });
  assertEquals(cli.log, ["initialize", 'prompt "now"']);
  source.complete();
  await cli.ended;
  cli.exit();
  await watch.complete();
});

quietTest("a source of prompts that fails ends the run with its error, after the process has gone", async () => {
  const broken = new Error("no more ideas");
  for (
    const source of [
      concat(of("one"), throwError(() => broken)),
      (function* () {
        yield "one";
        throw broken;
      })(),
      (async function* () {
        yield await Promise.resolve("one");
        throw broken;
      })(),
    ]
  ) {
    const { cli, watch } = session(source);
    await handshake(cli);
    const generated = !("subscribe" in source);
    if (generated) {
      await prompt(cli);
      cli.push(result());
    } else {
      cli.answer(await cli.nextLine((line) => line.request?.subtype === "interrupt"));
    }
    await cli.ended;
    assertEquals(watch.ending, undefined, "The stream ended before the process");
    cli.exit(generated ? 0 : 1);
    assertEquals(await watch.error(), broken);
  }
});

quietTest("a source that fails at once, before any prompt, ends the run with its error", async () => {
  const broken = new Error("nothing to do");
  const { cli, watch } = session(throwError(() => broken));
  await handshake(cli);
  await cli.ended;
  cli.exit();
  assertEquals(await watch.error(), broken);
  assertEquals(cli.log, ["initialize", "EOF"]);
});

quietTest("a generator that is left from inside, or throws on its way out, does not disturb the ending", async () => {
  const leaving = new AbortController();
  const { cli, watch } = session((function* () {
    try {
      yield "one";
      leaving.abort();
      yield "two";
    } finally {
      // deno-lint-ignore no-unsafe-finally
      throw new Error("on the way out");
    }
  })());
  leaving.signal.addEventListener("abort", () => watch.subscription.unsubscribe());
  await handshake(cli);
  await prompt(cli);
  cli.push(result());
  await cli.ended;
  cli.exit();
});

const ONE_SHOT: [string, () => Prompts][] = [
  ["a generator", generator],
  ["an async generator", asyncGenerator],
  ["a ReadableStream", () => ReadableStream.from(["one", "two"])],
  ["an iterator of a map", () => new Map([["k", "one"]]).values()],
];

for (const [what, make] of ONE_SHOT) {
  quietTest(`${what} as prompts cannot be run a second time, which is said before anything starts`, async () => {
    const processes = new Processes();
    const events = claude(make(), { transport: processes.transport });
    const first = new Watch(events);
    await serve(await processes.at(0));
    await first.complete();
    const error = await new Watch(events).error();
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot run these prompts again");
    assertStringIncludes(error.message, "defer(() => claude(…))");
    assertEquals(processes.started.length, 1);
  });
}

quietTest("an array as prompts can be run again", async () => {
  const processes = new Processes();
  const events = claude(["one"], { transport: processes.transport });
  for (const index of [0, 1]) {
    const watch = new Watch(events);
    await serve(await processes.at(index));
    await watch.complete();
    assertEquals(turnsOf(watch).length, 1);
  }
});

const CYCLE: { type: string; self?: unknown } = { type: "text" };
CYCLE.self = CYCLE;

quietTest("a prompt that is no JSON is refused where it is given, and the run goes on", async () => {
  for (const block of [CYCLE, { type: "text", text: 1n }]) {
    const content = [block] as never;
    assertThrows(() => claude({ content }), UsageError, "Cannot send");
    const { cli, watch } = session("one");
    await begin(cli);
    const agent = agentOf(watch.events[0]!);
    assertThrows(() => agent.send({ content }), UsageError, "Cannot send");
    await assertRejects(() => agent.ask({ content }), UsageError, "Cannot send");
    await assertRejects(() => agent.request("x", { block }), UsageError, "cannot be written as JSON");
    await endRun(cli);
    await watch.complete();
  }
});

const BAD: [unknown, string][] = [
  [undefined, "Cannot take undefined as a prompt"],
  [null, "Cannot take null as a prompt"],
  [5, "Cannot take number 5 as a prompt"],
  [{}, "Cannot take an object without content as a prompt"],
  [{ content: 5 }, "as a prompt: give a string, or { content } with a string or content blocks"],
  [{ content: ["text"] }, "as a prompt: give a string, or { content } with a string or content blocks"],
  [{ content: "x", priority: "soon" }, 'priority "soon": it must be "now", "next" or "later"'],
  [{ content: "x", uuid: "" }, "give a string that is unique in the session"],
];

for (const [value, message] of BAD) {
  Deno.test(`claude() refuses ${JSON.stringify(value) ?? "undefined"} as a prompt, at once`, () => {
    assertThrows(() => claude(value as Prompts), UsageError, message);
  });
}

quietTest("a bad prompt among others ends the run with a UsageError", async () => {
  for (const bad of [undefined, 7, { text: "no" }]) {
    const { cli, watch } = session(["one", bad as unknown as string]);
    await handshake(cli);
    await prompt(cli);
    cli.push(result());
    await cli.ended;
    cli.exit();
    const error = await watch.error();
    assertInstanceOf(error, UsageError);
    assertStringIncludes(error.message, "Cannot send");
    assertEquals(cli.log, ["initialize", 'prompt "one"', "EOF"]);
  }
});

quietTest("the subscription to an observable of prompts is left at the end", async () => {
  let left = 0;
  const source = concat(of("one"), NEVER).pipe(finalize(() => left++));
  const { cli, watch } = session(source);
  await begin(cli);
  endTurn(cli);
  await settled({ cli, watch });
  watch.subscription.unsubscribe();
  await cli.ended;
  cli.exit();
  assertEquals(left, 1);
});
