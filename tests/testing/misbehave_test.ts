import { assert, assertEquals, assertInstanceOf, assertStringIncludes, assertThrows } from "@std/assert";
import { agentOf } from "../../lib/agent/brand.ts";
import { claude } from "../../lib/agent/claude.ts";
import type { Diagnostic, RunEnd } from "../../lib/agent/events.ts";
import type { ClaudeOptions } from "../../lib/agent/options.ts";
import { ControlError, LineTooLongError, TruncatedError } from "../../mod.ts";
import { allowTools, onPermission } from "../../lib/operators/mod.ts";
import { childTransport } from "../../lib/process/mod.ts";
import type { Misbehaviour } from "../../lib/testing/misbehaviour.ts";
import { simulate } from "../../lib/testing/simulate.ts";
import { FLAGS } from "./_host.ts";

const STAND_IN = decodeURIComponent(new URL("../../lib/testing/stand_in.ts", import.meta.url).pathname);
const PROGRAM = [Deno.execPath(), "run", "-A", "--quiet", "--no-prompt", STAND_IN];
const BODY = `
  await cli.prompt();
  await cli.text("Größe 📏 naïve");
  await cli.tool("Bash", { command: "make test" });
  await cli.end();
`;

interface Played {
  texts: string[];
  asked: number;
  written: Record<string, unknown>[];
  diagnostics: Diagnostic[];
  runEnd: RunEnd | undefined;
  error: unknown;
  stderr: string[];
  // deno-lint-ignore no-explicit-any -- looked at field by field
  seen: any[];
}

function environment(misbehave: Misbehaviour | string, body = BODY): Record<string, string> {
  return {
    TURNSTREAM_SCENARIO: `data:text/javascript,${encodeURIComponent(`export default async (cli) => {${body}}`)}`,
    TURNSTREAM_MISBEHAVE: typeof misbehave === "string" ? misbehave : JSON.stringify(misbehave),
    TURNSTREAM_VERSION: "",
    NO_COLOR: "1",
  };
}

/** Drives the stand-in, as a process of its own, through the whole pipeline. */
async function play(misbehave: Misbehaviour, limits: ClaudeOptions["limits"] = {}): Promise<Played> {
  const played: Played = {
    ...{ texts: [], asked: 0, written: [], diagnostics: [], seen: [], stderr: [] },
    ...{ runEnd: undefined, error: undefined },
  };
  const { texts, written, diagnostics, seen, stderr } = played;
  const options: ClaudeOptions = {
    ...{ program: PROGRAM, env: environment(misbehave), settingSources: [], limits, signals: false },
    onDiagnostic: (note) => diagnostics.push(note),
  };
  await claude("go", options).pipe(
    onPermission((request) => {
      played.asked++;
      return request.allow();
    }),
  ).forEach((event) => {
    seen.push(event);
    if (event.type === "opening") {
      const agent = agentOf(event);
      agent.frames.subscribe(({ direction, frame }) => direction === "out" && written.push(frame as typeof written[0]));
      agent.stderr.subscribe((line) => stderr.push(line));
    }
    if (event.type === "run_end") played.runEnd = event;
    if (event.type !== "assistant") return;
    for (const block of event.message.content) if (block.type === "text") texts.push(block.text);
  }).catch((error) => played.error = error);
  return played;
}

function assertWell({ texts, asked, error, runEnd }: Played): void {
  assertEquals([error, texts, asked, runEnd?.code], [undefined, ["Größe 📏 naïve"], 1, 0]);
}

Deno.test("misbehave splitBytes: frames are whole although each byte comes alone", async () => {
  const played = await play({ splitBytes: 1 });
  assertWell(played);
  assertEquals(played.diagnostics, []);
});

Deno.test("misbehave noise: a stray line in front of every frame disturbs nothing, and each is told of", async () => {
  const played = await play({ noise: "npm WARN old lockfile" });
  assertWell(played);
  assert(played.diagnostics.length > 5);
  for (const { kind, cause } of played.diagnostics) assertEquals([kind, cause], ["noise", "npm WARN old lockfile"]);
});

Deno.test("misbehave stderrBytes: a flood on standard error blocks nobody", async () => {
  assertWell(await play({ stderrBytes: 4_000_000 }));
});

Deno.test("misbehave hugeLineBytes: the line comes whole, or fails, or is skipped, as the limits say", async () => {
  const whole = await play({ hugeLineBytes: 3_000_000 });
  assertWell(whole);
  assertEquals(whole.seen.find(({ type, of }) => type === "unknown" && of === "ballast")?.raw.text.length, 3_000_000);
  const failed = await play({ hugeLineBytes: 3_000_000 }, { lineBytes: 1_000_000 });
  assertInstanceOf(failed.error, LineTooLongError);
  const skipped = await play({ hugeLineBytes: 3_000_000 }, { lineBytes: 1_000_000, onLongLine: "skip" });
  assertWell(skipped);
  assertEquals(skipped.diagnostics.map(({ kind }) => kind), ["noise"]);
});

Deno.test("misbehave silentAfter: a handshake that nobody answers fails in its time", async () => {
  const { error } = await play({ silentAfter: 0 }, { initializeMs: 1_500, graceMs: 20_000 });
  assertInstanceOf(error, ControlError);
  assertEquals([error.kind, error.subtype], ["timeout", "initialize"]);
});

Deno.test("misbehave lateMs: answers may be late", async () => {
  assertWell(await play({ lateMs: 60 }));
});

Deno.test("misbehave doubles: a second answer is noise; a second delivery of a request is answered, and decided once", async () => {
  const played = await play({ doubles: ["answers", "requests"] });
  assertWell(played);
  assert(played.diagnostics.some(({ message }) => message.includes("answered a request that nobody made")));
  const answers = played.written.filter(({ type }) => type === "control_response");
  assertEquals(answers.length, 2);
  assertEquals(answers[0], answers[1]);
});

Deno.test("misbehave ignore: what does not end with its input gets SIGINT, and what ignores that is killed", async () => {
  const stubborn = await play({ ignore: ["EOF"] }, { graceMs: 300 });
  assertWell(stubborn);
  const deaf = await play({ ignore: ["EOF", "SIGINT", "SIGTERM"] }, { graceMs: 300 });
  assertEquals([deaf.error, deaf.runEnd?.signal], [undefined, "SIGKILL"]);
});

Deno.test({
  name: "misbehave ignore: SIGTERM passes by",
  ignore: Deno.build.os === "windows",
  async fn() {
    const [program, ...rest] = PROGRAM;
    const env = environment(
      { ignore: ["SIGTERM"] },
      "await cli.prompt(); cli.stderr('ready\\n'); await cli.silence();",
    );
    const transport = childTransport({ program: [program!, ...rest], args: [...FLAGS], env, clearEnv: false });
    const output = new Response(transport.output).text();
    const stderr = transport.stderr.pipeThrough(new TextDecoderStream()).getReader();
    await transport.write('{"type":"user","message":{"role":"user","content":"x"}}');
    await stderr.read();
    transport.signal("SIGTERM");
    // It still hears what it pays attention to.
    transport.signal("SIGINT");
    assertEquals(await transport.exited, { code: 0, signal: null });
    await stderr.cancel();
    assertStringIncludes(await output, '"terminal_reason":"aborted_streaming"');
  },
});

Deno.test("misbehave exitCode: another code after good turns is a warning", async () => {
  const played = await play({ exitCode: 7 });
  assertEquals([played.error, played.runEnd?.code, played.texts.length], [undefined, 7, 1]);
  assertEquals(played.diagnostics.map(({ kind, message }) => [kind, message]), [
    ["warning", "All turns are done, but the agent ended with exit code 7"],
  ]);
});

Deno.test("misbehave truncateAfter: output that breaks off in a line is an error", async () => {
  const { error, runEnd } = await play({ truncateAfter: 300 });
  assertInstanceOf(error, TruncatedError);
  assertEquals([error.bytes, runEnd], [300, undefined]);
});

Deno.test({
  name: "misbehave holdPipesMs: a program that was left behind with the pipes does not keep the run",
  ignore: Deno.build.os === "windows",
  async fn() {
    const played = await play({ holdPipesMs: 600_000 });
    assertWell(played);
    const [, pid] = /left behind: (\d+)/.exec(played.stderr.join("\n")) ?? [];
    // It is there, so it did hold them.
    Deno.kill(Number(pid), "SIGKILL");
  },
});

Deno.test("misbehave: a scenario's module may ask for it, and what makes no sense is refused", async () => {
  const env = {
    ...environment({}),
    TURNSTREAM_MISBEHAVE: "",
    TURNSTREAM_SCENARIO: `data:text/javascript,${
      encodeURIComponent(
        `export const misbehave = { exitCode: 9 }; export default async (cli) => { await cli.prompt(); }`,
      )
    }`,
  };
  let end: RunEnd | undefined;
  await claude("go", { program: PROGRAM, env, settingSources: [], signals: false, onDiagnostic: () => {} })
    .pipe(allowTools("Read")).forEach((event) => void (end = event.type === "run_end" ? event : end));
  assertEquals(end?.code, 9);
  for (const [wrong, why] of [['{"splitByte":1}', '"splitByte"'], ['{"lateMs":-1}', '"lateMs"'], ["[]", "an object"]]) {
    const output = await new Deno.Command(PROGRAM[0]!, {
      args: [...PROGRAM.slice(1), ...FLAGS],
      env: environment(wrong!),
      stdin: "null",
    }).output();
    assertEquals(output.code, 1);
    assertStringIncludes(new TextDecoder().decode(output.stderr), why!);
  }
  for (const wrong of [{ noise: "a\nb" }, { doubles: ["x"] }, { splitBytes: 0 }, { exitCode: "1" }]) {
    assertThrows(() => simulate(() => {}, { misbehave: wrong as never }), TypeError, "makes no sense");
  }
});

Deno.test("misbehave holdPipesMs: what only a process can do is refused in memory", () => {
  assertThrows(() => simulate(async () => {}, { misbehave: { holdPipesMs: 1 } }), TypeError, "use the stand-in");
});
