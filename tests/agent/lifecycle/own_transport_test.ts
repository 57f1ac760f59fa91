import { assertEquals, assertInstanceOf, assertStrictEquals, assertStringIncludes } from "@std/assert";
import {
  claude,
  type ClaudeOptions,
  type Diagnostic,
  ProcessError,
  type Transport,
  turns,
  UsageError,
} from "@turnstream/turnstream";
import { type ScriptTransport, scriptTransport } from "@turnstream/turnstream/testing";
import { TruncatedError } from "../../../lib/framing/errors.ts";
import { assistantText, init, result, sessionState } from "../../../lib/testing/frames/mod.ts";
import { quietTest } from "../../support/no_rejections.ts";

/** A far end as a script may write one: something of it is done in its own way. */
function own(cli: ScriptTransport, parts: Partial<Transport>): Transport {
  return {
    output: cli.output,
    stderr: cli.stderr,
    exited: cli.exited,
    write: (line) => cli.write(line),
    end: () => cli.end(),
    signal: (name) => cli.signal(name),
    ...parts,
  };
}

/** Gives the texts of the turns, or what the run failed with. */
async function run(transport: Transport, options: Partial<ClaudeOptions> = {}): Promise<string[] | Error> {
  const texts: string[] = [];
  try {
    await claude("go", { transport, ...options }).pipe(turns()).forEach(({ text }) => void texts.push(text));
    return texts;
  } catch (error) {
    return error as Error;
  }
}

/** Answers `initialize` and takes the prompt. */
async function begin(cli: ScriptTransport): Promise<void> {
  cli.answer(await cli.nextLine(), { pid: 1 });
  await cli.nextLine(({ type }) => type === "user");
}

function endTurn(cli: ScriptTransport): void {
  cli.push(init(), assistantText("done"), result({ result: "done" }), sessionState("idle"));
}

quietTest("Transport.read: what it rejects with is the cause of the run's error", async () => {
  for (const synchronous of [false, true]) {
    const cli = scriptTransport();
    const broken = new Error("The connection was reset");
    const read = synchronous
      ? () => {
        throw broken;
      }
      : async (onChunk: (bytes: Uint8Array) => unknown) => {
        const reader = cli.output.getReader();
        onChunk((await reader.read()).value!);
        throw broken;
      };
    const failed = run(own(cli, { read }));
    cli.answer(await cli.nextLine(), { pid: 1 });
    if (!synchronous) await cli.nextLine(({ type }) => type === "user");
    cli.exit(1);
    const error = await failed;
    assertInstanceOf(error, ProcessError);
    assertStrictEquals(error.cause, broken);
  }
});

quietTest("Transport.output: what the stream fails with is the cause of the run's error", async () => {
  const cli = scriptTransport();
  const broken = new Error("The connection was reset");
  const output = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(broken) });
  const failed = run(own(cli, { output }));
  await cli.nextLine();
  cli.exit(255);
  const error = await failed;
  assertInstanceOf(error, ProcessError);
  assertEquals([error.code, error.cause], [255, broken]);
});

quietTest("Transport.read that breaks off inside of a line: the error of that line tells why", async () => {
  const cli = scriptTransport();
  const broken = new Error("The connection was reset");
  const read = async (onChunk: (bytes: Uint8Array) => unknown) => {
    onChunk(new TextEncoder().encode('{"type":"res'));
    throw await Promise.resolve(broken);
  };
  const failed = run(own(cli, { read }), { limits: { graceMs: 20 } });
  cli.exit(0);
  const error = await failed;
  assertInstanceOf(error, TruncatedError);
  assertStrictEquals(error.cause, broken);
});

quietTest("a transport whose streams do not end: the run ends when it has exited and nothing more comes", async () => {
  for (const reads of [false, true]) {
    const cli = scriptTransport();
    const exited = Promise.withResolvers<{ code: number; signal: null }>();
    const read = async (onChunk: (bytes: Uint8Array) => unknown) => {
      for await (const chunk of cli.output) onChunk(chunk);
    };
    const told: string[] = [];
    const onDiagnostic = ({ kind, message }: Diagnostic) => void told.push(`${kind}: ${message}`);
    const texts = run(own(cli, { exited: exited.promise, ...(reads ? { read } : {}) }), { onDiagnostic });
    await begin(cli);
    endTurn(cli);
    await cli.ended;
    exited.resolve({ code: 0, signal: null });
    assertEquals(await texts, ["done"]);
    assertEquals(
      told.sort(),
      ["output", "stderr"].map((stream) =>
        `warning: The transport's ${stream} had not ended, and nothing had come from it for 400 ms after the exit, ` +
        "so what comes later is lost: end both streams"
      ),
    );
    // What comes later disturbs nothing.
    cli.push(assistantText("late"));
    cli.pushStderr("late");
    cli.exit(0);
  }
});

quietTest("a transport that lacks something is refused by name, before anything is written", async () => {
  const cli = scriptTransport();
  for (const name of ["output", "stderr", "exited", "write", "end", "signal"] as const) {
    const error = await run(own(cli, { [name]: undefined }));
    assertInstanceOf(error, UsageError);
    assertEquals(
      error.message,
      `Cannot use what the transport option gave: it is no Transport, for it has no ${name}. ` +
        "A function that makes one must give it back at once, not a promise of it",
    );
  }
  const error = await run((() => Promise.resolve(cli)) as never);
  assertStringIncludes(`${error}`, "it has no output, no stderr, no exited, no write, no end, no signal");
  cli.exit(0);
});

quietTest(
  "a process that has exited well is not given up while its streams are read, however short graceMs is",
  async () => {
    const cli = scriptTransport();
    const stderr = new ReadableStream<Uint8Array>();
    const texts = run(own(cli, { stderr }), { limits: { graceMs: 20 } });
    await begin(cli);
    endTurn(cli);
    await cli.ended;
    cli.exit(0);
    assertEquals(await texts, ["done"]);
  },
);

quietTest("Transport.write that throws, or gives no promise, is one that rejects", async () => {
  const broken = new Error("The socket is closed");
  const cli = scriptTransport();
  const write = () => {
    throw broken;
  };
  const error = await run(own(cli, { write, signal: () => cli.exit(3) }), { limits: { graceMs: 20 } });
  assertInstanceOf(error, ProcessError);
  assertStringIncludes(error.message, "cannot be reached any more");
  assertStrictEquals(error.cause, broken);

  const silent = scriptTransport();
  const texts = run(own(silent, { write: (line) => void silent.write(line) as never }));
  await begin(silent);
  endTurn(silent);
  await silent.ended;
  silent.exit(0);
  assertEquals(await texts, ["done"]);
});
