import { assert, assertEquals, assertInstanceOf, assertRejects } from "@std/assert";
import { childTransport, ProcessError, StderrTail, stopProcess } from "../../lib/process/mod.ts";
import { alive, endAll, firstOutput, launchOf, newMarker, textOf } from "./_programs.ts";

/** Runs a test with a listener that makes it fail on an unhandled rejection, whatever the test runner does with those. */
function withoutUnhandled(body: () => Promise<void>): () => Promise<void> {
  return async () => {
    const unhandled: unknown[] = [];
    const listener = (event: PromiseRejectionEvent) => {
      event.preventDefault();
      unhandled.push(event.reason);
    };
    globalThis.addEventListener("unhandledrejection", listener);
    try {
      await body();
      await new Promise((resolve) => setTimeout(resolve, 0));
    } finally {
      globalThis.removeEventListener("unhandledrejection", listener);
    }
    assertEquals(unhandled, []);
  };
}

Deno.test("childTransport writes lines, reads the answer, and tells the exit", async () => {
  const transport = childTransport(launchOf("hex_of_input.sh"));
  assert(typeof transport.pid === "number");
  await transport.write('{"a":1}');
  await transport.write("");
  await transport.end();
  await transport.end();
  assertEquals(await textOf(transport.output), "7b2261223a317d0a0a");
  assertEquals(await textOf(transport.stderr), "");
  assertEquals(await transport.exited, { code: 0, signal: null });
});

Deno.test("utf8-02: stdin gets the UTF-8 of the text, one line, one line end, no byte-order mark", async () => {
  const transport = childTransport(launchOf("hex_of_input.sh"));
  await transport.write('{"text":"😀読"}');
  await transport.end();
  assertEquals(await textOf(transport.output), "7b2274657874223a22f09f9880e8aaad227d0a");
  await transport.stderr.cancel();
});

Deno.test("exit-01: all lines of a program that writes 5 MB and exits at once are delivered", async () => {
  const transport = childTransport(launchOf("five_megabytes.sh"));
  const reader = transport.output.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let pieces = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    // Near the end: the exit is known long before the rest is read.
    if (text.length > 4_960_000 && pieces++ === 0) await transport.exited;
  }
  const lines = text.split("\n");
  assertEquals(lines.length, 50_001);
  assertEquals(lines.pop(), "");
  assertEquals(lines.findIndex((line, index) => Number(line.slice(0, 8)) !== index || line.length !== 99), -1);
  assertEquals(await textOf(transport.stderr), "");
});

Deno.test("exit-01: what was written is there after the exit, read or not, and no resource stays open", async () => {
  const transport = childTransport(launchOf("bad_key.sh"));
  assertEquals(await transport.exited, { code: 1, signal: null });
  // Time enough for the pipes to be read to their end by themselves.
  const outputs = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
  assertEquals(outputs, ["", "Error: Invalid API key\n"]);
});

Deno.test("exit-02: the streams end although a process left behind holds the pipes for 30 s", async () => {
  const marker = newMarker();
  try {
    const transport = childTransport(launchOf("grandchild_holds_pipe.sh", marker));
    const texts = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
    assertEquals(texts, ['{"type":"result"}\n', ""]);
    assertEquals(await transport.exited, { code: 0, signal: null });
    // It ended while the other one was still there: nobody waited for that.
    assert((await alive(marker)).length > 0);
  } finally {
    await endAll(marker);
  }
});

Deno.test("exit-02: the output ends although a process left behind writes on for ever", async () => {
  const marker = newMarker();
  try {
    const transport = childTransport(launchOf("grandchild_writes_on.sh", marker));
    const [text] = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
    assert(text.includes('{"type":"result"}\n'));
  } finally {
    await endAll(marker);
  }
});

Deno.test("exit-02: a line that waits for a pipe that a process left behind holds is refused", async () => {
  const marker = newMarker();
  try {
    const transport = childTransport(launchOf("grandchild_holds_pipe.sh", marker));
    const written = transport.write("x".repeat(1_000_000));
    const error = await assertRejects(() => written, ProcessError);
    assertEquals([error.code, error.signal], [0, null]);
    await Promise.all([textOf(transport.output), textOf(transport.stderr), transport.end()]);
  } finally {
    // Lets go of the pipe: until then the system holds the bytes.
    await endAll(marker);
  }
});

Deno.test("stdin-04: the child never inherits the script's own input", async () => {
  const script = `
    import { childTransport } from ${JSON.stringify(import.meta.resolve("../../lib/process/mod.ts"))};
    const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
    transport.stderr.cancel();
    await transport.write("ours");
    await transport.end();
    console.log(JSON.stringify([await new Response(transport.output).text(), await transport.exited]));
    Deno.exit(0);
  `;
  const parent = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-run=cat", "data:text/typescript," + encodeURIComponent(script)],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  // Silent and open until the script has ended.
  const stdout = await textOf(parent.stdout);
  await parent.stdin.close();
  assertEquals(JSON.parse(stdout), ["ours\n", { code: 0, signal: null }]);
  assertEquals((await parent.status).code, 0);
});

Deno.test("stdin-05: lines to a program that reads late come whole and in order, and reading goes on meanwhile", async () => {
  const transport = childTransport(launchOf("reads_late.ts"));
  const stderr = textOf(transport.stderr);
  const reader = transport.output.getReader();
  const order: string[] = [];
  const long = transport.write("first".padEnd(1_048_576, "x")).then(() => order.push("long"));
  const short = transport.write("second").then(() => order.push("short"));
  // The long line fills the pipe and waits; the program's own output is read all the same.
  const ready = await reader.read();
  assertEquals(new TextDecoder().decode(ready.value), "ready\n");
  assertEquals(order, []);
  Deno.kill(transport.pid ?? 0, "SIGHUP");
  await Promise.all([long, short, transport.end()]);
  const answer = await reader.read();
  assertEquals(new TextDecoder().decode(answer.value), '[[1048576,"firstxxx"],[6,"second"],[0,""]]\n');
  assertEquals((await reader.read()).done, true);
  assertEquals(order, ["long", "short"]);
  assertEquals(await stderr, "");
});

Deno.test(
  "deno-01: a signal in the moment of the exit, and after it, does nothing and does not throw",
  withoutUnhandled(async () => {
    for (let round = 0; round < 5; round++) {
      const transport = childTransport({ program: ["sh", "-c", "exit 7"], args: [], env: {}, clearEnv: false });
      const texts = Promise.all([textOf(transport.output), textOf(transport.stderr)]);
      const exit = await transport.exited;
      for (const name of ["SIGINT", "SIGTERM", "SIGKILL"] as const) transport.signal(name);
      assertEquals(exit, { code: 7, signal: null });
      assertEquals(await stopProcess(transport, { graceMs: 1_000, eof: true }), exit);
      await texts;
    }
  }),
);

Deno.test(
  "deno-02: a line that waits while the child is killed is a ProcessError, and no unhandled rejection",
  withoutUnhandled(async () => {
    const transport = childTransport(launchOf("deaf.sh"));
    assertEquals(await firstOutput(transport), "ready");
    const stderr = textOf(transport.stderr);
    // Two that nobody listens to, and one that the test does.
    transport.write("x".repeat(200_000));
    transport.write("y");
    const waiting = transport.write("z");
    transport.signal("SIGKILL");
    const error = await assertRejects(() => waiting, ProcessError);
    assert(error.message.startsWith('Cannot write to "sh"'));
    assertEquals(await transport.exited, { code: null, signal: "SIGKILL" });
    const late = await assertRejects(() => transport.write("late"), ProcessError, "it has gone");
    assertEquals([late.code, late.signal], [null, "SIGKILL"]);
    transport.write("ignored");
    await transport.end();
    await stderr;
  }),
);

Deno.test("write says itself when the line is the caller's mistake", async () => {
  const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
  await assertRejects(() => transport.write("a\nb"), TypeError, "line end");
  await transport.end();
  const [text] = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
  assertEquals(text, "");
});

Deno.test("deno-04: the exit comes while a megabyte is drained from each of stdout and stderr", async () => {
  const transport = childTransport(launchOf("both_loud.sh"));
  const tail = new StderrTail();
  let bytes = 0;
  const drained = Promise.all([
    (async () => {
      for await (const chunk of transport.output) bytes += chunk.length;
    })(),
    (async () => {
      for await (const chunk of transport.stderr) tail.push(chunk);
    })(),
  ]);
  assertEquals(await transport.exited, { code: 0, signal: null });
  await drained;
  assertEquals([bytes, tail.totalBytes], [1_000_000, 1_000_000]);
});

Deno.test("deno-05: a script ends by itself when its agent has ended", async () => {
  const script = `
    import { childTransport, guardAgent, stopProcess } from ${
    JSON.stringify(import.meta.resolve("../../lib/process/mod.ts"))
  };
    const transport = childTransport({ program: ["cat"], args: [], env: {}, clearEnv: false });
    const release = guardAgent({ end: () => Promise.resolve(), kill: (name) => transport.signal(name) });
    await stopProcess(transport, { graceMs: 60_000, eof: true });
    release();
    console.log("the end");
  `;
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-run=cat", "data:text/typescript," + encodeURIComponent(script)],
    stdin: "null",
    stderr: "inherit",
  }).output();
  assertEquals([code, new TextDecoder().decode(stdout)], [0, "the end\n"]);
});

Deno.test("childTransport tells a death by a signal, and passes cwd and environment on", async () => {
  const transport = childTransport({
    program: ["sh", "-c", 'pwd; echo "$COLOUR$HOME"; kill -TERM $$'],
    args: [],
    env: { COLOUR: "red" },
    cwd: "/",
    clearEnv: true,
  });
  const [text] = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
  assertEquals(text, "/\nred\n");
  assertEquals(await transport.exited, { code: null, signal: "SIGTERM" });
});

Deno.test("childTransport gives the child a session of its own", async () => {
  // The process group that the terminal's Ctrl+C reaches is the script's, not the child's.
  const transport = childTransport({
    program: ["sh", "-c", "ps -o pgid= -p $$; echo $$"],
    args: [],
    env: {},
    clearEnv: false,
  });
  const [text] = await Promise.all([textOf(transport.output), textOf(transport.stderr)]);
  const [group, pid] = text.trim().split(/\s+/);
  assertEquals(group, pid);
});

Deno.test("childTransport lets a consumer leave while the program lives", async () => {
  const transport = childTransport(launchOf("deaf.sh"));
  await transport.output.cancel();
  await transport.stderr.cancel();
  transport.signal("SIGKILL");
  assertInstanceOf(await transport.exited, Object);
});
