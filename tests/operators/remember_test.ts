import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { from, mergeMap, pipe } from "rxjs";
import { claude } from "../../lib/agent/claude.ts";
import type { Decision } from "../../lib/agent/events.ts";
import { decisions } from "../../lib/operators/decisions.ts";
import { denyTools } from "../../lib/operators/deny_tools.ts";
import { onPermission } from "../../lib/operators/on_permission.ts";
import { type AlwaysOffer, remember, type RememberHandler } from "../../lib/operators/remember.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import type { SimulatedCli } from "../../lib/testing/scenario.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { type Call, play, playCalls } from "./_policy.ts";

const bash = (command: string): Call => ["Bash", { command }];

/** Says always to one of the rules, and keeps what it was asked. */
function person(choose: (offer: AlwaysOffer) => string | undefined) {
  const asked: unknown[] = [];
  const offered: (readonly string[] | undefined)[] = [];
  const handler: RememberHandler = (request, _signal, offer) => {
    asked.push(request.input.command ?? request.toolName);
    offered.push(offer?.rules);
    const rule = offer === undefined ? undefined : choose(offer);
    return rule === undefined ? request.allow() : offer?.always(rule);
  };
  return { asked, offered, handler };
}

Deno.test("remember() asks once for a rule, and each time for what was allowed once", async () => {
  const narrow = person(({ rules }) => rules[0]);
  const calls = [bash("make test"), bash("make test"), bash("make test && make clean"), bash("make clean")];
  const { behaviors } = await playCalls(onPermission(remember(narrow.handler)), calls);
  assertEquals(behaviors, ["allow", "allow", "allow", "allow"]);
  assertEquals(narrow.asked, ["make test", "make test && make clean", "make clean"]);
  const once = person(() => undefined);
  await playCalls(onPermission(remember(once.handler)), [bash("make test"), bash("make test")]);
  assertEquals(once.asked, ["make test", "make test"]);
});

Deno.test("remember() rules together cover a compound command of which each covers a part", async () => {
  const { asked, handler } = person(({ rules }) => rules[0]);
  await playCalls(onPermission(remember(handler)), [bash("make a"), bash("make b"), bash("make a && make b; make a")]);
  assertEquals(asked, ["make a", "make b"]);
});

Deno.test("remember() a wider rule counts where it was chosen, and no further than allowTools takes it", async () => {
  const { asked, handler } = person(({ rules }) => rules.at(-1));
  const calls = [
    bash("git log -3"),
    bash("git log --oneline"),
    bash("git log --output=.bashrc"),
    bash("git log; curl example.com"),
  ];
  await playCalls(onPermission(remember(handler)), calls);
  assertEquals(asked, ["git log -3", "git log --output=.bashrc", "git log; curl example.com"]);
});

Deno.test("remember() asks each time about what is a person's, and about writing in plan mode", async () => {
  const { asked, offered, handler } = person(({ rules }) => rules[0]);
  const rule = { fields: { decision_reason_type: "rule" } };
  const calls: Call[] = [bash("make"), ["Bash", { command: "make" }, rule], ["Bash", { command: "make" }, rule]];
  await playCalls(onPermission(remember(handler)), calls);
  assertEquals([asked, offered.slice(1)], [["make", "make", "make"], [undefined, undefined]]);
  const once = person(({ rules }) => rules[0]);
  const fleeting = { fields: { suppress_always_allow_rule: true } };
  await playCalls(onPermission(remember(once.handler)), [bash("make"), ["Bash", { command: "make" }, fleeting]]);
  assertEquals(once.offered, [["Bash(make)", "Bash(make *)"], undefined]);
  const planning = person(({ rules }) => rules[0]);
  const read: Call = ["Read", { file_path: "/srv/other/a" }];
  await playCalls(onPermission(remember(planning.handler)), [bash("make"), bash("make"), read, read], {
    permissionMode: "plan",
  });
  assertEquals(planning.asked, ["make", "make", "Read"]);
  assertEquals(planning.offered, [undefined, undefined, ["Read(//srv/other/a)", "Read(//srv/other/**)"]]);
});

Deno.test("remember() is one agent's memory, and forgets at its end", async () => {
  const { asked, handler } = person(({ rules }) => rules[0]);
  const policy = onPermission(remember(handler));
  const transport = () =>
    simulate(async (cli) => {
      await cli.prompt();
      for (let i = 0; i < 2; i++) await cli.tool("Bash", { command: "make" });
      await cli.end();
    });
  const run = (prompt: string) => claude(prompt, { transport: transport(), settingSources: [] }).pipe(policy);
  await from(["one", "two"]).pipe(mergeMap(run)).forEach(() => {});
  assertEquals(asked, ["make", "make"]);
});

Deno.test("remember() those that wait are answered by the rule, and their question is withdrawn", async () => {
  const [first, second, other] = ["https://example.com/a", "https://example.com/b", "https://example.org/"];
  const questions = new Map<unknown, { signal: AbortSignal; answer: (decision: Decision | undefined) => void }>();
  const all = Promise.withResolvers<void>();
  const policy = onPermission(remember((request, signal, offer) => {
    const { promise, resolve } = Promise.withResolvers<Decision | undefined>();
    questions.set(request.input.url, { signal, answer: resolve });
    if (questions.size === 3) all.resolve();
    return promise.then((decision) => decision ?? offer?.always("WebFetch(domain:example.com)"));
  }));
  const behaviors: string[] = [];
  await play(policy, async (cli) => {
    await cli.prompt();
    const calls = [first, second, other].map((url) => cli.tool("WebFetch", { url, prompt: "read" }));
    await all.promise;
    questions.get(first)?.answer(undefined);
    await calls[1];
    assert(questions.get(second)?.signal.aborted, "The question is still there");
    assertEquals(questions.get(other)?.signal.aborted, false);
    questions.get(other)?.answer({ behavior: "deny", message: "Not this one" });
    behaviors.push(...(await Promise.all(calls)).map(({ behavior }) => behavior));
    await cli.end();
  });
  assertEquals(behaviors, ["allow", "allow", "deny"]);
});

Deno.test("remember() a copy of the decision is remembered by nobody", async () => {
  const asked: unknown[] = [];
  const policy = onPermission(remember((request, _signal, offer) => {
    asked.push(request.input.command);
    return { ...offer!.always(offer!.rules[0]!) };
  }));
  await playCalls(policy, [bash("make"), bash("make")]);
  assertEquals(asked, ["make", "make"]);
});

Deno.test("remember({ to: session }) gives the CLI the rule for its session, and nothing that it reads as more", async () => {
  const decisions: (Decision | undefined)[] = [];
  const offered: (readonly string[] | undefined)[] = [];
  const policy = onPermission(remember((_request, _signal, offer) => {
    offered.push(offer?.rules);
    const decision = offer?.always(offer.rules.at(-1)!);
    decisions.push(decision);
    return decision;
  }, { to: "session" }));
  const calls: Call[] = [
    bash("git log -3"),
    bash("rm *.txt"),
    bash("echo (a)"),
    ["mcp__x__y", {}],
    ["WebFetch", { url: "https://example.com/a?b", prompt: "p" }],
    ["Edit", { file_path: "/srv/demo/[a].ts", old_string: "a", new_string: "b" }],
  ];
  await playCalls(policy, calls);
  assertEquals(offered, [
    ["Bash(git log -3)", "Bash(git log *)"],
    undefined,
    undefined,
    ["mcp__x__y"],
    ["WebFetch(domain:example.com)"],
    ["Edit(//srv/demo/**)"],
  ]);
  const update = (rule: object) => ({
    behavior: "allow",
    updatedPermissions: [{ type: "addRules", rules: [rule], behavior: "allow", destination: "session" }],
  });
  assertEquals(
    decisions,
    [
      update({ toolName: "Bash", ruleContent: "git log *" }),
      undefined,
      undefined,
      update({ toolName: "mcp__x__y" }),
      update({ toolName: "WebFetch", ruleContent: "domain:example.com" }),
      update({ toolName: "Edit", ruleContent: "//srv/demo/**" }),
    ] as typeof decisions,
  );
});

Deno.test("remember({ to: session }) the CLI does not ask again, in subagents neither, and gates hold", async () => {
  const { asked, handler } = person(({ rules }) => rules.at(-1));
  const policy = pipe(denyTools("Bash(make clean)"), onPermission(remember(handler, { to: "session" })));
  const behaviors: string[] = [];
  await play(policy, async (cli) => {
    await cli.prompt();
    const use = async (by: Pick<SimulatedCli, "tool">, command: string) =>
      behaviors.push((await by.tool("Bash", { command })).behavior);
    await use(cli, "make test");
    await use(cli, "make test -k");
    await use(cli, "make clean");
    await cli.task({ background: false }, async (subagent) => void await use(subagent, "make test"));
    await cli.end();
  });
  assertEquals([asked, behaviors], [["make test"], ["allow", "allow", "deny", "allow"]]);
});

Deno.test("remember() a rule that does not cover the call, or is none, denies and is told of", async () => {
  for (const rule of ["Bash(make clean)", "Bash(", "Bash", "*", "Read"]) {
    const { behaviors, failures } = await playCalls(
      onPermission(remember((_request, _signal, offer) => offer?.always(rule))),
      [bash("make test")],
    );
    const isBash = rule === "Bash"; // The tool's own name says what it means.
    assertEquals([behaviors, failures.length], [[isBash ? "allow" : "deny"], isBash ? 0 : 1], rule);
    if (!isBash) assertStringIncludes(failures[0]!, 'such as "Bash(make test)"');
  }
});

Deno.test("remember() a handler that throws denies, and gates hold over what is remembered", async () => {
  const failed = await playCalls(
    onPermission(remember(() => Promise.reject(new Error("boom")))),
    [bash("make test")],
  );
  assertEquals(failed.behaviors, ["deny"]);
  assertStringIncludes(failed.failures[0]!, "boom");
  const { handler } = person(() => "Bash(touch *)");
  const gated = pipe(denyTools("Bash(touch b)"), onPermission(remember(handler)));
  const { behaviors } = await playCalls(gated, [bash("touch a"), bash("touch b"), bash("touch c")]);
  assertEquals(behaviors, ["allow", "deny", "allow"]);
});

Deno.test("remember() the record says by which rule", async () => {
  const { handler } = person(({ rules }) => rules[0]);
  const transport = simulate(async (cli) => {
    await cli.prompt();
    for (let i = 0; i < 2; i++) await cli.tool("Bash", { command: "make" });
    await cli.end();
  });
  const seen: unknown[] = [];
  await claude("go", { transport, settingSources: [] }).pipe(onPermission(remember(handler)), decisions())
    .forEach(({ decision, by, rule }) => seen.push([decision, by, rule]));
  assertEquals(seen, [["allow", "onPermission()", "Bash(make)"], ["allow", "onPermission()", "Bash(make)"]]);
});

Deno.test("remember() without a function, or with another memory, is refused", () => {
  assertThrows(() => remember(undefined as never), UsageError, "remember(askPerson())");
  assertThrows(() => remember(() => undefined, { to: "project" } as never), UsageError, 'not "project"');
});
