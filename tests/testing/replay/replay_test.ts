import { assert, assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { connect } from "../../../lib/agent/connect.ts";
import { allowTools, denyTools, keepGoing, onHook, onPermission } from "../../../lib/operators/mod.ts";
import { replay, ReplayError, scriptTransport, simulate } from "../../../lib/testing/mod.ts";
import { withNumberedIds } from "../../support/numbered_ids.ts";
import { perform, performRecorded } from "./rehearsal.ts";

const LAUNCH = { program: ["claude"], args: [], env: {}, clearEnv: false };

const TWO_TURNS = simulate(async (cli) => {
  await cli.prompt("first");
  await cli.text("I look");
  await cli.tool("Bash", { command: "make test" });
  await cli.end({ text: "looked", costUsd: 0.01 });
  await cli.prompt("second");
  await cli.end({ text: "done", costUsd: 0.02 });
});

Deno.test("rec-01: the same script gives the identical events, and no process is started", async () => {
  const policy = allowTools("Bash(make *)");
  const first = await performRecorded(["first", "second"], { transport: TWO_TURNS }, policy);
  const kinds = first.lines.map(({ dir, message }) =>
    `${dir} ${(message as { request?: { subtype: string } })?.request?.subtype ?? (message as { type?: string })?.type}`
  );
  for (const kind of ["out initialize", "in can_use_tool", "out control_response", "out user", "in result"]) {
    assert(kinds.includes(kind), `${kind} is not in the recording: ${kinds}`);
  }
  // A program that cannot be started would be an error, if anybody tried.
  const program = "/nowhere/claude";
  const transport = replay(first.text);
  const again = await perform(["first", "second"], { program, transport }, allowTools("Bash(make *)"));
  assertEquals(again.error, undefined);
  assertEquals(withNumberedIds(again.events), withNumberedIds(first.events));
  assertEquals(transport.failures, []);
});

Deno.test("rec-01: another answer stops the replay with what was expected and what came", async () => {
  const { text } = await performRecorded(["first", "second"], { transport: TWO_TURNS }, allowTools("Bash(make *)"));
  const transport = replay(text);
  const refuse = onPermission((request) => request.deny("Not today"));
  const { error, events } = await perform(["first", "second"], { transport }, refuse);
  assertInstanceOf(error, ReplayError);
  assertStringIncludes(error.message, "the script says something else than in line ");
  assertStringIncludes(error.message, 'response.response.behavior\n  - "allow"\n  + "deny"');
  assertStringIncludes(error.message, '+ "Not today"');
  const [, number] = /in line (\d+)/.exec(error.message)!;
  const line = JSON.parse(text.split("\n")[Number(number) - 1]!);
  assertEquals(error.line, Number(number));
  assertEquals(error.expected, line.message);
  assertEquals(line.message.response.response, { behavior: "allow", updatedInput: { command: "make test" } });
  assertEquals(transport.failures, [error]);
  assert(!events.some((event) => (event as { type: string }).type === "turn_end"));
});

Deno.test("replay() notices another prompt, a further one, and one that is missing", async () => {
  const { text } = await performRecorded(["first", "second"], { transport: TWO_TURNS }, allowTools("Bash"));
  const say = async (...prompts: string[]) =>
    (await perform(prompts, { transport: replay(text) }, allowTools("Bash"))).error as ReplayError;
  const other = await say("first", "third");
  assertStringIncludes(other.message, '  message.content\n  - "second"\n  + "third"');
  const missing = await say("first");
  assertInstanceOf(missing, ReplayError);
  assertStringIncludes(missing.message, '"content":"second"');
  assertStringIncludes(missing.message, '+ "<stdin closed>"');
  assertEquals(missing.actual, undefined);
  const further = await say("first", "second", "third");
  assertInstanceOf(further, ReplayError);
  assertStringIncludes(further.message, "+ ");
});

Deno.test("replay() notices another gate: hooks are part of what a script says", async () => {
  const { text } = await performRecorded(["first", "second"], { transport: TWO_TURNS }, allowTools("Bash"));
  const { error } = await perform(["first", "second"], { transport: replay(text) }, denyTools("WebFetch"));
  assertInstanceOf(error, ReplayError);
  assertStringIncludes(error.message, "request.hooks");
});

Deno.test("replay() plays hooks, requests of the script, and turns of other agents in their order", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.text("one");
    await cli.end();
    await cli.text("two");
    await cli.end();
  });
  let asked = 0;
  const policy = () => onHook("Stop", () => asked++ % 2 === 0 ? keepGoing("more") : undefined);
  const first = await performRecorded("x", { transport }, policy());
  const again = await perform("x", { transport: replay(first.text) }, policy());
  assertEquals(again.error, undefined);
  assertEquals(withNumberedIds(again.events), withNumberedIds(first.events));

  const frames: { direction: "in" | "out"; frame: unknown }[] = [];
  const hold = async (kind: typeof transport) => {
    await using agent = await connect({ transport: kind });
    agent.frames.subscribe((frame) => frames.push(frame));
    await agent.setModel("opus");
    return await agent.setPermissionMode("plan");
  };
  await hold(simulate(() => {}));
  assertEquals(frames.filter(({ direction }) => direction === "out").length, 2);
});

Deno.test("replay() takes the frames of an agent as they are", async () => {
  const frames: { direction: "in" | "out"; frame: unknown }[] = [
    { direction: "out", frame: { type: "control_request", request_id: "a", request: { subtype: "initialize" } } },
    { direction: "in", frame: { type: "control_response", response: { subtype: "success", request_id: "a" } } },
    {
      direction: "out",
      frame: { type: "control_request", request_id: "b", request: { subtype: "set_model", model: "opus" } },
    },
    { direction: "in", frame: { type: "control_response", response: { subtype: "success", request_id: "b" } } },
  ];
  const transport = replay(frames);
  {
    await using agent = await connect({ transport });
    await agent.setModel("opus");
  }
  assertEquals(transport.failures, []);
  assertEquals(transport.launches.length, 1);
});

Deno.test("replay() gives the agents of a recording in their order, and then begins again", async () => {
  const transport = simulate(async (cli) => {
    const { text } = await cli.prompt();
    await cli.end({ text: `heard ${text}` });
  });
  const first = await performRecorded("a", { transport });
  const second = await performRecorded("b", { transport });
  const whole = replay(first.text + second.text);
  for (const prompt of ["a", "b", "a"]) {
    const { error, events } = await perform(prompt, { transport: whole });
    assertEquals(error, undefined);
    assert(JSON.stringify(events).includes(`heard ${prompt}`));
  }
});

Deno.test("replay() leaves out a torn last line, and finds a recording that was appended to one", async () => {
  const transport = simulate(async (cli) => {
    await cli.prompt();
    await cli.end({ text: "naïve" });
  });
  const { text } = await performRecorded("x", { transport });
  const bytes = new TextEncoder().encode(text);
  const cut = text.indexOf("naïve");
  // In the middle of a character.
  const torn = new TextDecoder().decode(bytes.subarray(0, cut + 3));
  for (const recording of [torn, torn + text]) replay(recording);
  const whole = replay(torn + text);
  whole(LAUNCH);
  const { error } = await perform("x", { transport: whole });
  assertEquals(error, undefined);
});

Deno.test("replay() takes anything where a recording was masked or cut, and nothing else", async () => {
  const say = async (recorded: string, said: string) => {
    const message = (content: string) => ({ type: "user", message: { role: "user", content } });
    const transport = replay([{ dir: "out", message: message(recorded) }])(LAUNCH);
    const done = transport.write(JSON.stringify(message(said)));
    await transport.end();
    return await done.then(() => true, (error) => !(error instanceof ReplayError));
  };
  for (
    const [recorded, said, fits] of [
      ["key *** end", "key sk-ant-1 end", true],
      ["key *** end", "key sk-ant-1 END", false],
      ["key *** end", "key end", false],
      ["*** and ***", "a and b and c", true],
      ["in /home/user/src", "in /srv/people/alice/src", true],
      ["in /home/user/src", "in /srv/people/alice/lib", false],
      ["in /home/username/src", "in /srv/people/alice/src", false],
      ["long tex…", "long text that was cut", true],
      ["long tex…", "another text", false],
      ["plain", "plainer", false],
      [`${"a***".repeat(40)}b`, "a".repeat(50_000), false],
    ] as const
  ) assertEquals([recorded, said.slice(0, 40), await say(recorded, said)], [recorded, said.slice(0, 40), fits]);
});

Deno.test("replay() speaks as fast as it is told", async () => {
  const lines = [
    { t: 0, dir: "in" as const, message: { type: "keep_alive" } },
    { t: 60, dir: "in" as const, message: { type: "keep_alive" } },
    { t: 90, dir: "exit" as const, code: 0, signal: null },
  ];
  const play = async (speed: number) => {
    const began = performance.now();
    const transport = replay(lines, { speed })(LAUNCH);
    const [text] = await Promise.all([new Response(transport.output).text(), transport.exited]);
    assertEquals(text, '{"type":"keep_alive"}\n{"type":"keep_alive"}\n');
    return performance.now() - began;
  };
  assert(await play(1) >= 85);
  assert(await play(3) >= 25);
  await play(Infinity);
  for (const speed of [0, -1, NaN]) assertThrows(() => replay(lines, { speed }), RangeError, "Cannot replay at speed");
});

Deno.test("replay() leaves no timer behind when its agent is killed", async () => {
  const lines = [{ t: 0, dir: "note" as const }, { t: 3_600_000, dir: "in" as const, message: { type: "keep_alive" } }];
  for (const [name, end] of [["SIGINT", 0], ["SIGTERM", 143], ["SIGKILL", null]] as const) {
    const transport = replay(lines, { speed: 1 })(LAUNCH);
    await Promise.resolve();
    transport.signal(name);
    assertEquals(await transport.exited, { code: end, signal: end === null ? "SIGKILL" : null });
  }
});

Deno.test("replay() refuses what is no recording", () => {
  assertThrows(() => replay(""), TypeError, "no session is in it");
  assertThrows(() => replay('{"t":0,"dir":"in"'), TypeError, "no session is in it");
  assertThrows(() => replay('{"type":"system"}\n{"t":1,"dir":"in"}\n'), TypeError, "line 1 is no line of a recording");
  assertThrows(() => replay([{ type: "system" }] as never), TypeError, "entry 1");
  assertThrows(() => replay("./no/such/file.ndjson"), Deno.errors.NotFound);
});

Deno.test("replay() needs --allow-read for its file, and nothing else", async () => {
  const recording = new URL("../../fixtures/transcripts/turns-three.ndjson", import.meta.url);
  const script = `
    import { claude, turns } from ${JSON.stringify(new URL("../../../mod.ts", import.meta.url).href)};
    import { replay } from ${JSON.stringify(new URL("../../../lib/testing/mod.ts", import.meta.url).href)};
    const transport = replay(${JSON.stringify(decodeURIComponent(recording.pathname))});
    await claude(["hi0", "hi1", "hi2"], { transport }).pipe(turns()).forEach((turn) => console.log(turn.text));`;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(file, script);
    const { stdout, stderr, code } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--quiet",
        `--config=${decodeURIComponent(new URL("../../../deno.json", import.meta.url).pathname)}`,
        `--allow-read=${decodeURIComponent(recording.pathname)}`,
        file,
      ],
      env: { NO_COLOR: "1" },
    }).output();
    assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
    assertEquals(new TextDecoder().decode(stdout), "Done.0\nDone.1\nDone.2\n");
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("scriptTransport() and replay() may be mixed: an error of the far end is the run's error", async () => {
  const transport = scriptTransport();
  const failure = new Error("The tape is torn");
  const odd = Object.create(transport, {
    exited: { value: Promise.resolve({ code: 1, signal: null, error: failure }) },
  });
  transport.exit(1);
  const { error } = await perform("x", {
    transport: { ...pick(transport), exited: odd.exited },
  });
  assertEquals(error, failure);
});

function pick(transport: ReturnType<typeof scriptTransport>) {
  return {
    output: transport.output,
    stderr: transport.stderr,
    write: () => Promise.resolve(),
    end: () => Promise.resolve(),
    signal() {},
  };
}
