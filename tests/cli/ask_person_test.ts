import { assert, assertEquals, assertFalse, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { askPerson } from "../../lib/cli/mod.ts";
import type { PermissionRequest } from "../../lib/agent/events.ts";
import { UsageError } from "../../lib/protocol/errors.ts";
import { FakeTerminal, settled } from "./_fake_terminal.ts";
import { request } from "./request.ts";

const ALLOW = { behavior: "allow", updatedInput: { command: "make test" } };
const REFUSED = { behavior: "deny", message: "The person at the terminal refused this call" };
const STOPPED = { behavior: "deny", message: "The person at the terminal stopped the script", interrupt: true };

function never(): AbortSignal {
  return new AbortController().signal;
}

/** The quiet before a question and the one after it. */
async function readyToAnswer(terminal: FakeTerminal): Promise<void> {
  await settled();
  terminal.pass(300);
  terminal.pass(300);
}

function assertAtRest(terminal: FakeTerminal): void {
  assertFalse(terminal.taken, "The keyboard was not given back");
  assertEquals(terminal.timers, 0);
}

for (
  const [keys, decision] of [
    [["y"], ALLOW],
    [["n"], REFUSED],
    [["s"], {
      behavior: "deny",
      message: "The person at the terminal refused this call and stopped the turn",
      interrupt: true,
    }],
    [["m", "use ", "pnpm", "\r"], { behavior: "deny", message: "use pnpm" }],
    [["m", "\r"], REFUSED],
    [["\x04"], REFUSED],
    [["\r", "\x1b", "\x1b[A", "yes", "yy", "y\r", "x", "n"], REFUSED],
  ] as const
) {
  Deno.test(`askPerson() ${JSON.stringify(keys)} decides ${decision.behavior}`, async () => {
    const terminal = new FakeTerminal();
    const answer = askPerson({ terminal })(request(), never());
    await readyToAnswer(terminal);
    for (const key of keys) terminal.type(key);
    assertEquals(await answer, decision as Awaited<typeof answer>);
    assertAtRest(terminal);
  });
}

Deno.test("askPerson() shows the question and what was answered", async () => {
  const terminal = new FakeTerminal();
  const answer = askPerson({ terminal, color: false })(request({ reason: "Requires approval" }), never());
  await readyToAnswer(terminal);
  terminal.type("y");
  await answer;
  assertEquals(
    terminal.written,
    "? The agent wants to use Bash\n  │ make test\n  reason: Requires approval\n  mode: default\n  directory: /srv/demo\n" +
      "  y yes · n no · m no, with a message · s no, and stop the turn › \r\x1b[K  → yes\n",
  );
});

Deno.test("askPerson() without a terminal denies at once and takes no keyboard", async () => {
  const terminal = new FakeTerminal();
  terminal.terminal = false;
  const decision = await askPerson({ terminal })(request(), never());
  assert(decision?.behavior === "deny");
  assertStringIncludes(decision.message, "There is nobody to ask");
  assertEquals(terminal.written, "");
  assertAtRest(terminal);
});

Deno.test("askPerson() denies when the terminal goes away, also for those that wait", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal });
  const answers = [ask(request(), never()), ask(request(), never())];
  await readyToAnswer(terminal);
  terminal.hangUp();
  for (const decision of await Promise.all(answers)) {
    assert(decision?.behavior === "deny");
    assertStringIncludes(decision.message, "There is nobody to ask");
  }
  assertAtRest(terminal);
});

Deno.test("askPerson() keys typed before the question is shown do not answer it", async () => {
  const terminal = new FakeTerminal();
  const answer = askPerson({ terminal })(request(), never());
  await settled();
  terminal.type("y");
  terminal.pass(299);
  terminal.type("y");
  terminal.pass(299);
  assertEquals(terminal.written, "", "It waits until the keyboard is quiet");
  terminal.pass(1);
  assertStringIncludes(terminal.written, "make test");
  terminal.type("y");
  terminal.pass(299);
  terminal.type("y");
  terminal.pass(300);
  terminal.type("n");
  assertEquals(await answer, REFUSED as Awaited<typeof answer>);
});

Deno.test("askPerson() an impatient key never answers the next request", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal });
  const first = ask(request(), never());
  const second = ask(request({ input: { command: "rm -rf /" } }), never());
  await readyToAnswer(terminal);
  terminal.type("y");
  terminal.type("y");
  assertEquals(await first, ALLOW as Awaited<typeof first>);
  await settled();
  terminal.type("y");
  assertFalse(terminal.written.includes("rm -rf"));
  await readyToAnswer(terminal);
  assertStringIncludes(terminal.written, "rm -rf");
  terminal.type("n");
  assertEquals(await second, REFUSED as Awaited<typeof second>);
  assertAtRest(terminal);
});

Deno.test("askPerson() asks one after another, whoever asks", async () => {
  const terminal = new FakeTerminal();
  const answers = ["one", "two", "three"].map((command) =>
    askPerson({ terminal, quietMs: 0 })(request({ input: { command } }), never())
  );
  await settled();
  assertStringIncludes(terminal.written, "│ one\n");
  assertFalse(terminal.written.includes("│ two"));
  terminal.type("y");
  await settled();
  assertStringIncludes(terminal.written, "│ two\n");
  assertStringIncludes(terminal.written, "1 more request waiting");
  assertFalse(terminal.written.includes("│ three"));
  terminal.type("n");
  await settled();
  terminal.type("y");
  assertEquals((await Promise.all(answers)).map((answer) => answer?.behavior), ["allow", "deny", "allow"]);
  assertAtRest(terminal);
});

Deno.test("askPerson() takes back a request that is withdrawn while it is shown", async () => {
  const terminal = new FakeTerminal();
  const controller = new AbortController();
  const ask = askPerson({ terminal, quietMs: 0 });
  const answer = ask(request(), controller.signal);
  await settled();
  controller.abort();
  assertEquals(await answer, undefined);
  assertStringIncludes(terminal.written, "withdrawn");
  assertAtRest(terminal);
  const next = ask(request(), never());
  await settled();
  terminal.type("y");
  assertEquals((await next)?.behavior, "allow");
});

Deno.test("askPerson() never shows a request that is withdrawn before", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal, quietMs: 0 });
  const controller = new AbortController();
  const shown = ask(request(), never());
  const waiting = ask(request({ input: { command: "gone" } }), controller.signal);
  const behind = ask(request({ input: { command: "behind" } }), never());
  await settled();
  controller.abort();
  assertEquals(await waiting, undefined);
  assertEquals(await ask(request(), AbortSignal.abort()), undefined);
  terminal.type("y");
  assertEquals((await shown)?.behavior, "allow");
  await settled();
  terminal.type("y");
  assertEquals((await behind)?.behavior, "allow");
  assertFalse(terminal.written.includes("gone"));
  assertAtRest(terminal);
});

Deno.test("askPerson() denies when the time is up, counted from when it is shown", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal, quietMs: 0, timeoutMs: 1500 });
  const answers = [ask(request(), never()), ask(request(), never())];
  await settled();
  terminal.pass(1499);
  terminal.type("m");
  terminal.pass(1);
  const expected = { behavior: "deny", message: "Nobody at the terminal answered within 1.5 s" };
  assertEquals(await answers[0], expected as Awaited<typeof answers[0]>);
  await settled();
  terminal.pass(1499);
  terminal.type("y");
  assertEquals((await answers[1])?.behavior, "allow");
  assertAtRest(terminal);
});

Deno.test("askPerson() Ctrl+C stops everything that waits, restores the terminal and raises SIGINT once", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal });
  const answers = [ask(request(), never()), ask(request(), never()), askPerson({ terminal })(request(), never())];
  await readyToAnswer(terminal);
  let takenWhenRaised = true;
  terminal.interrupt = () => {
    takenWhenRaised = terminal.taken;
    terminal.interrupts++;
  };
  terminal.type("y\x03");
  assertEquals(await Promise.all(answers), [STOPPED, STOPPED, STOPPED] as Awaited<typeof answers[0]>[]);
  assertEquals(terminal.interrupts, 1);
  assertFalse(takenWhenRaised);
  assertAtRest(terminal);
});

Deno.test("askPerson() Ctrl+C counts also before the question is shown", async () => {
  const terminal = new FakeTerminal();
  const called: string[] = [];
  const ask = askPerson({ terminal, onInterrupt: () => called.push("interrupt") });
  const answer = ask(request(), never());
  await settled();
  terminal.type("\x03");
  assertEquals(await answer, STOPPED as Awaited<typeof answer>);
  assertEquals(called, ["interrupt"]);
  assertEquals(terminal.interrupts, 0);
  assertEquals(terminal.written, "");
});

Deno.test("askPerson() gives the terminal back and lets the next one in when writing fails", async () => {
  const terminal = new FakeTerminal();
  const ask = askPerson({ terminal, quietMs: 0 });
  terminal.failure = new Error("No space left");
  await assertRejects(() => ask(request(), never()), Error, "No space left");
  assertAtRest(terminal);
  terminal.failure = undefined;
  const next = ask(request(), never());
  await settled();
  terminal.type("y");
  assertEquals((await next)?.behavior, "allow");
});

Deno.test("askPerson() v shows what was cut and asks again", async () => {
  const terminal = new FakeTerminal();
  const command = Array.from({ length: 60 }, (_, index) => `step ${index}`).join("\n");
  const answer = askPerson({ terminal, quietMs: 0 })(request({ input: { command } }), never());
  await settled();
  assertFalse(terminal.written.includes("step 30"));
  terminal.type("v");
  assertStringIncludes(terminal.written, "step 30");
  terminal.type("n");
  assertEquals((await answer)?.behavior, "deny");
});

Deno.test("askPerson() puts a character together that comes in two reads", async () => {
  const terminal = new FakeTerminal();
  const answer = askPerson({ terminal, quietMs: 0 })(request(), never());
  await settled();
  terminal.type("m");
  terminal.send(0xc3);
  terminal.send(0xa4);
  terminal.type("\r");
  assertEquals(await answer, { behavior: "deny", message: "ä" });
});

Deno.test("askPerson() tells by the label which agent asks", async () => {
  for (const label of ["[web]", (asked: PermissionRequest) => `[${asked.cwd}\x1b]`]) {
    const terminal = new FakeTerminal();
    const answer = askPerson({ terminal, color: false, quietMs: 0, label })(request({ cwd: "web" }), never());
    await settled();
    terminal.type("n");
    await answer;
    const shown = typeof label === "string" ? "[web]" : "[web␛]";
    assertEquals(terminal.written.split("\n")[0], `? ${shown} The agent wants to use Bash`);
  }
});

Deno.test("askPerson() a label that throws fails the request and gives the terminal back", async () => {
  const terminal = new FakeTerminal();
  const label = () => {
    throw new Error("No such agent");
  };
  await assertRejects(() => askPerson({ terminal, label })(request(), never()), Error, "No such agent");
  assertAtRest(terminal);
  const next = askPerson({ terminal, quietMs: 0 })(request(), never());
  await settled();
  terminal.type("y");
  assertEquals((await next)?.behavior, "allow");
});

Deno.test("askPerson() misuse names the cure", () => {
  assertThrows(
    () => askPerson({ timeoutMs: 0 }),
    UsageError,
    'Give "timeoutMs" a number of milliseconds above 0, not 0',
  );
  assertThrows(
    () => askPerson({ label: 7 as unknown as string }),
    UsageError,
    'Give "label" a string, or a function that makes one of a request, not 7',
  );
  assertThrows(() => askPerson({ quietMs: NaN }), UsageError, 'Give "quietMs" a number of milliseconds, not NaN');
  assertThrows(() => askPerson(request() as unknown as object), UsageError, 'write "onPermission(askPerson())"');
});
