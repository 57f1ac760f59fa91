import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { NEVER, type Observable, of, Subject } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import type { AgentEvent, TurnEnd } from "../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import type { Turn, TurnOutcome } from "../../lib/agent/turn.ts";
import { converse, type ConverseOptions, type NextPrompt } from "../../lib/operators/converse.ts";
import { turns } from "../../lib/operators/turns.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { result, sessionState } from "../../lib/testing/frames/mod.ts";
import { type ScriptTransport, scriptTransport } from "../../lib/testing/script_transport.ts";
import { quietTest } from "../support/no_rejections.ts";
import { EVENTS, marbles, turnEnd } from "./_marbles.ts";

/** A process that answers each prompt by its own words. */
function echoing() {
  const contents: unknown[] = [];
  const made: ScriptTransport[] = [];
  const exits: unknown[] = [];
  async function serve(cli: ScriptTransport): Promise<void> {
    cli.answer(await cli.nextLine((line) => line.request?.subtype === "initialize"));
    try {
      for (;;) {
        const line = await cli.nextLine((each) => each.type === "user" || each.request?.subtype === "interrupt");
        if (line.type !== "user") {
          cli.answer(line);
          continue;
        }
        contents.push(line.message?.content);
        cli.push(result({ result: `did ${line.message?.content}` }), sessionState("idle"));
      }
    } catch {
      await cli.ended;
      cli.exit();
    }
  }
  const transport = () => {
    const cli = scriptTransport();
    made.push(cli);
    cli.exited.then((exit) => exits.push(exit));
    serve(cli);
    return cli;
  };
  return { transport, contents, made, exits };
}

/** What a conversation comes to. */
async function talk(
  next: NextPrompt,
  options: ClaudeOptions = {},
  first: string | string[] = "start",
): Promise<unknown[]> {
  const { transport, contents } = echoing();
  await claude(first, { transport, ...options }).pipe(converse(next), turns()).forEach(() => {});
  return contents;
}

Deno.test("converse() passes every event on, and the source's error", () => {
  const broken = new Error("gone");
  marbles(({ cold, expectObservable, expectSubscriptions }) => {
    const source = cold<AgentEvent>("-a-t-b-u-r|", EVENTS);
    expectObservable(source.pipe(converse(() => undefined))).toBe("-a-t-b-u-r|", EVENTS);
    expectSubscriptions(source.subscriptions).toBe("^---------!");
    const failing = cold<AgentEvent>("-a-t-#", EVENTS, broken);
    expectObservable(failing.pipe(converse(() => undefined))).toBe("-a-t-#", EVENTS, broken);
    const left = cold<AgentEvent>("-a---t-|", EVENTS);
    expectObservable(left.pipe(converse(() => undefined)), "^--!").toBe("-a", EVENTS);
    expectSubscriptions(left.subscriptions).toBe("^--!");
  });
});

quietTest("converse(): each turn's end decides the next prompt; the index counts from 0", async () => {
  const steps = ["one", "two"];
  const asked: [string, number][] = [];
  const contents = await talk((turn, index) => {
    asked.push([turn.text, index]);
    return steps[index];
  });
  assertEquals(contents, ["start", "one", "two"]);
  assertEquals(asked, [["did start", 0], ["did one", 1], ["did two", 2]]);
});

quietTest("converse(): a promise and an observable are waited for, an empty one is undefined", async () => {
  assertEquals(await talk(async (_turn, index) => index === 0 ? await Promise.resolve("later") : undefined), [
    "start",
    "later",
  ]);
  assertEquals(await talk((_turn, index) => index === 0 ? of("first", "second") : of()), ["start", "first"]);
});

quietTest("converse(): false is undefined, as a value, a promise and an observable", async () => {
  assertEquals(await talk((_turn, index) => index === 0 && "more"), ["start", "more"]);
  assertEquals(await talk(() => Promise.resolve(false as const)), ["start"]);
  assertEquals(await talk(() => of(false as const)), ["start"]);
  const { transport, contents } = echoing();
  await claude("start", { transport }).pipe(
    converse(() => false),
    converse((_turn, index) => index === 0 && "from the second"),
    turns(),
  ).forEach(() => {});
  assertEquals(contents, ["start", "from the second"]);
});

quietTest("converse(): a continuation goes before waiting prompts, and may be a prompt in full", async () => {
  const contents = await talk(
    (_turn, index) => index === 0 ? { content: "between", uuid: "u-1" } : undefined,
    {},
    ["start", "end"],
  );
  assertEquals(contents, ["start", "between", "end"]);
});

quietTest("converse(): of several the first answer wins, and the others are not asked", async () => {
  const { transport, contents } = echoing();
  const asked: string[] = [];
  await claude("start", { transport }).pipe(
    converse(() => void asked.push("a")),
    converse((_turn, index) => {
      asked.push("b");
      return index === 0 ? "from b" : undefined;
    }),
    converse(() => void asked.push("c")),
    turns(),
  ).forEach(() => {});
  assertEquals([contents, asked], [["start", "from b"], ["a", "b", "a", "b", "c"]]);
});

quietTest("converse(): a function that throws ends the run with its error, after the process has gone", async () => {
  const broken = new Error("no idea");
  const throwing: NextPrompt[] = [
    () => {
      throw broken;
    },
    () => Promise.reject(broken),
  ];
  for (const next of throwing) {
    const { transport, exits } = echoing();
    const ending = await new Promise((resolve) => {
      claude("start", { transport }).pipe(converse(next)).subscribe({
        error: (error) => resolve([error, exits.length]),
        complete: () => resolve("completed"),
      });
    });
    assertEquals(ending, [broken, 1]);
  }
});

quietTest("converse(): what is no prompt ends the run with a UsageError", async () => {
  const error = await talk(() => 5 as never).then(() => undefined, (each) => each);
  assertEquals(error instanceof UsageError, true);
  assertStringIncludes(String(error), "Cannot send number 5 as a prompt");
});

quietTest("converse(): one instance counts for each agent alone", async () => {
  const { transport, contents } = echoing();
  const policy = converse((_turn, index) => index === 0 ? "again" : undefined);
  const run = (first: string) => claude(first, { transport }).pipe(policy, turns()).forEach(() => {});
  await run("a");
  await run("b");
  assertEquals(contents, ["a", "again", "b", "again"]);
});

quietTest("converse(): leaving while it thinks ends the run; its signal is not needed for that", async () => {
  const { transport, made } = echoing();
  const asked = new Subject<void>();
  const subscription = claude("start", { transport }).pipe(converse(() => {
    asked.next();
    return NEVER;
  })).subscribe();
  await new Promise<void>((resolve) => asked.subscribe(() => resolve()));
  subscription.unsubscribe();
  await made[0]!.exited;
});

const SKIPPED: [keyof ConverseOptions, Partial<Turn>][] = [
  ["unsolicited", { unsolicited: true }],
  ["interrupted", { outcome: "interrupted" }],
  ["limit", { outcome: "limit", failed: true }],
];

for (const [option, fields] of SKIPPED) {
  Deno.test(`converse() is asked about turns that are ${option} only if it is told to`, () => {
    assertEquals([wasAsked(fields, {}), wasAsked(fields, { [option]: true })], [false, true]);
  });
}

for (const outcome of ["success", "error", "denied", "blocked", "stopped"] as TurnOutcome[]) {
  Deno.test(`converse() is asked about a turn that ended as ${outcome}`, () => {
    assertEquals(wasAsked({ outcome }, {}), true);
  });
}

Deno.test("converse() without a function is refused at once", () => {
  for (const next of [undefined, "next", {}]) {
    assertThrows(() => converse(next as never), UsageError, "Cannot use converse without a function");
  }
});

/** Whether a continuation was given for the end of such a turn. */
function wasAsked(fields: Partial<Turn>, options: ConverseOptions): boolean {
  let asked = false;
  const end = turnEnd(fields) as TurnEnd;
  Object.assign(end, { continueWith: () => asked = true });
  const source: Observable<AgentEvent> = of(end);
  source.pipe(converse(() => "next", options)).subscribe();
  return asked;
}
