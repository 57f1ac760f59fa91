import { assert, assertEquals, assertRejects } from "@std/assert";
import { childTransport, type Launch, type Transport } from "../../lib/process/mod.ts";
import { endAll, launchOf, newMarker, textOf } from "./_programs.ts";

function shell(script: string): Launch {
  return { program: ["sh", "-c", script], args: [], env: {}, clearEnv: false };
}

/** Starts a program whose output is read without a stream; standard error is thrown away. */
function started(launch: Launch): Transport & Required<Pick<Transport, "read">> {
  const transport = childTransport(launch);
  transport.stderr.cancel();
  assert(transport.read !== undefined);
  return transport as Transport & Required<Pick<Transport, "read">>;
}

/** A few turns of the event loop: time enough for what can come. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("Transport.read gives the same bytes as the stream", async () => {
  const streamed = childTransport(launchOf("five_megabytes.sh"));
  streamed.stderr.cancel();
  const decoder = new TextDecoder();
  let text = "";
  await started(launchOf("five_megabytes.sh")).read((bytes) => void (text += decoder.decode(bytes, { stream: true })));
  assertEquals(text.length, 5_000_000);
  assert(text === await textOf(streamed.output));
});

Deno.test("Transport.read gives chunks of every size around that of its first buffer", async () => {
  for (const size of [1, 1023, 1024, 1025, 2048]) {
    const line = "x".repeat(size - 1);
    const transport = started(shell("while read line; do echo $line; done"));
    let text = "";
    const read = transport.read((bytes) => void (text += new TextDecoder().decode(bytes)));
    for (let count = 1; count <= 3; count++) {
      await transport.write(line);
      while (text.length < count * size) await turns();
    }
    await transport.end();
    await read;
    assert(text === `${line}\n`.repeat(3));
  }
});

Deno.test("Transport.read stands still while a promise has not settled, and loses nothing", async () => {
  let waits = false;
  let waited = 0;
  let length = 0;
  await started(launchOf("five_megabytes.sh")).read((bytes) => {
    assert(!waits, "Bytes came although the promise was not settled");
    length += bytes.length;
    if (length < waited * 1_000_000) return;
    waited++;
    waits = true;
    return turns().then(() => void (waits = false));
  });
  assertEquals([length, waited], [5_000_000, 6]);
});

Deno.test("Transport.read gives what came while it stood still and the program went, in order", async () => {
  const transport = started(shell("echo one; read line; echo $line; read line; echo $line; echo four; exit 3"));
  const texts: string[] = [];
  const gate = Promise.withResolvers<void>();
  const read = transport.read((bytes) => {
    texts.push(new TextDecoder().decode(bytes));
    return gate.promise;
  });
  while (texts.length === 0) await turns();
  transport.write("two");
  await turns();
  transport.write("three");
  assertEquals(await transport.exited, { code: 3, signal: null });
  // All is read by now or soon: the program's death makes it read on, and no resource stays open.
  await turns();
  assertEquals(texts, ["one\n"]);
  gate.resolve();
  await read;
  assertEquals(texts.join(""), "one\ntwo\nthree\nfour\n");
});

Deno.test("Transport.read gives what a program wrote that has gone before", async () => {
  const transport = started(shell("echo early"));
  await transport.exited;
  await turns();
  let text = "";
  await transport.read((bytes) => void (text += new TextDecoder().decode(bytes)));
  assertEquals(text, "early\n");
});

Deno.test("exit-02: Transport.read ends although a process left behind holds the pipe, or writes on for ever", async () => {
  for (const program of ["grandchild_holds_pipe.sh", "grandchild_writes_on.sh"]) {
    const marker = newMarker();
    try {
      let text = "";
      await started(launchOf(program, marker)).read((bytes) => void (text += new TextDecoder().decode(bytes)));
      assert(text.includes('{"type":"result"}\n'));
    } finally {
      await endAll(marker);
    }
  }
});

Deno.test("Transport.read rejects with what its consumer throws or rejects with, and lets go of the pipe", async () => {
  const failures = [
    () => {
      throw new RangeError("Cannot take it");
    },
    () => Promise.reject(new RangeError("Cannot take it")),
  ];
  for (const onChunk of failures) {
    const transport = started(shell("echo one; exec cat"));
    await assertRejects(() => transport.read(onChunk), RangeError, "Cannot take it");
    await transport.end();
    assertEquals(await transport.exited, { code: 0, signal: null });
  }
});

Deno.test("Transport.read and the stream exclude each other", async () => {
  const transport = started(shell("echo one"));
  const read = transport.read(() => {});
  assert(transport.output.locked);
  await assertRejects(() => transport.read(() => {}), TypeError);
  await read;
  const other = started(shell("echo one"));
  const text = textOf(other.output);
  await assertRejects(() => other.read(() => {}), TypeError);
  assertEquals(await text, "one\n");
});

Deno.test("Transport.read is called once", async () => {
  const transport = started(launchOf("five_megabytes.sh"));
  let length = 0;
  const first = transport.read((bytes) => void (length += bytes.length));
  await assertRejects(() => transport.read(() => {}), TypeError);
  await first;
  assertEquals(length, 5_000_000);
});

Deno.test("childTransport's stream serves several reads at once, and closes for all of them", async () => {
  const transport = started(shell("echo one; read line; echo $line"));
  const reader = transport.output.getReader();
  const reads = [reader.read(), reader.read(), reader.read(), reader.read()];
  const decoder = new TextDecoder();
  assertEquals(decoder.decode((await reads[0]!).value), "one\n");
  await transport.write("two");
  assertEquals(decoder.decode((await reads[1]!).value), "two\n");
  assertEquals((await Promise.all(reads.slice(2))).map(({ done }) => done), [true, true]);
  await transport.exited;
});

Deno.test("childTransport's stream gives chunks that stay as they are", async () => {
  const transport = started(shell("echo one; read line; echo $line"));
  const reader = transport.output.getReader();
  const first = (await reader.read()).value;
  await transport.write("two");
  const second = (await reader.read()).value;
  assertEquals((await reader.read()).done, true);
  const decoder = new TextDecoder();
  assertEquals([decoder.decode(first), decoder.decode(second)], ["one\n", "two\n"]);
});
